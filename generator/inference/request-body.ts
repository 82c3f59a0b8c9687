// Facts about the members of a request body by which sentences about them are read: which callers send, which have listed values, which may be left
// out.
import { possibleConjuncts, propertiesOf } from '../model/schema/conjuncts.ts';
import type { Schema } from '../model/schema/schema.ts';
import { type Form, formsIn, type Listed, type Measured, type Size, sizesIn } from './prose/index.ts';

export interface RequestBodyFacts {
  /** The members that callers send, with their schemas. */
  readonly members: ReadonlyMap<string, readonly Schema[]>;
  /** The values of each member that has few: a list of them, or true and false. */
  readonly listed: ReadonlyMap<string, readonly Listed[]>;
  readonly optional: readonly string[];
}

/** What the schema says of an object that callers send. */
export function factsOf(schemas: readonly Schema[]): RequestBodyFacts {
  const all = [...propertiesOf(schemas)].map(([name, own]) => [name, possibleConjuncts(own)] as const);
  const members = new Map(all.filter(([, own]) => !own.some(({ readOnly }) => readOnly === true)));
  const required = new Set(possibleConjuncts(schemas).flatMap((one) => one.required ?? []));
  return { members, listed: listedIn(members), optional: [...members.keys()].filter((name) => !required.has(name)) };
}

/** The values of each member that has few. */
export function listedIn(members: RequestBodyFacts['members']): RequestBodyFacts['listed'] {
  return new Map(
    [...members].flatMap(([name, own]) => {
      const values: readonly Listed[] = isFlag(own) ? [true, false] : textsIn(own);
      return values.length > 1 ? [[name, values] as const] : [];
    }),
  );
}

function isFlag(schemas: readonly Schema[]): boolean {
  const types = new Set(schemas.flatMap(({ type = [] }) => type).filter((type) => type !== 'null'));
  return types.size === 1 && types.has('boolean');
}

function textsIn(schemas: readonly Schema[]): readonly string[] {
  return schemas.flatMap(({ enum: listed = [] }) => listed).filter((one) => typeof one === 'string');
}

/** The keywords by which a schema has a limit of its own: what it says holds, and the text need not be read. */
const OWN: Readonly<Record<Measured, Readonly<Record<'most' | 'least', readonly (keyof Schema)[]>>>> = {
  text: { most: ['maxLength', 'pattern', 'format', 'enum', 'const'], least: ['minLength', 'pattern', 'format', 'enum', 'const'] },
  list: { most: ['maxItems'], least: ['minItems'] },
  number: {
    most: ['maximum', 'exclusiveMaximum', 'enum', 'const', 'multipleOf'],
    least: ['minimum', 'exclusiveMinimum', 'enum', 'const', 'multipleOf'],
  },
};

/** The limits that a text states of a member, beyond its schema, and what they measure. */
export function statedSizes(
  text: string,
  name: string,
  schemas: readonly Schema[],
): { readonly kind: Measured; readonly sizes: readonly Size[] } | undefined {
  const kind = measuredIn(schemas);
  if (kind === undefined) return undefined;
  const isOpen = (size: Size): boolean => {
    const own = OWN[kind][size.kind === 'most' ? 'most' : 'least'];
    return !schemas.some((schema) => own.some((keyword) => schema[keyword] !== undefined));
  };
  return { kind, sizes: sizesIn(text, { kind, name }).filter(isOpen) };
}

/** The keywords by which a schema says the form itself. */
const OWN_FORM: Readonly<Record<Measured, readonly (keyof Schema)[]>> = {
  text: ['pattern', 'format', 'enum', 'const'],
  number: ['multipleOf', 'enum', 'const'],
  list: [],
};

/** The forms that a text states of a member, beyond its schema. */
export function statedForms(text: string, name: string, schemas: readonly Schema[]): readonly Form[] {
  const kind = measuredIn(schemas);
  if (kind === undefined) return [];
  const own = OWN_FORM[kind].filter((keyword) => schemas.some((schema) => schema[keyword] !== undefined));
  const isOpen = ({ isBesideFormat }: Form): boolean => own.every((keyword) => isBesideFormat === true && keyword === 'format');
  return formsIn(text, { kind, name }).filter(isOpen);
}

/** The one type of the member that has a size. */
export function measuredIn(schemas: readonly Schema[]): Measured | undefined {
  const types = new Set(schemas.flatMap(({ type = [] }) => type).filter((type) => type !== 'null'));
  if (types.size !== 1) return undefined;
  const [type] = types;
  if (type === 'string') return 'text';
  return type === 'array' ? 'list' : type === 'integer' || type === 'number' ? 'number' : undefined;
}
