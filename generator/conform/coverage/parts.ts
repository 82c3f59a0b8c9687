// The schemas that a schema leads to, each with the parts of a value that it applies to: what lists branches and what counts them follow the same
// steps.
import { isRecord } from '../../base/is-record.ts';
import { directConjuncts } from '../../model/schema/conjuncts.ts';
import type { Schema } from '../../model/schema/schema.ts';
import type { SampleSchemas } from '../judge/index.ts';

/** A schema that another one leads to. */
export interface Part {
  readonly schema: Schema;
  /** The end of the JSON pointer: `/name`, `/*` for items and other properties, nothing for the same value. */
  readonly at: string;
  /** Whether the schema is included by `allOf`, so that it stands for itself and not for its heirs. */
  readonly isIncluded: boolean;
  /** The parts of a value of the schema before to which it applies. */
  readonly valuesIn: (value: unknown) => readonly unknown[];
}

/** `not`, `if` and `contains` lead nowhere: they only ask. */
export function* partsOf(schema: Schema, side: 'request' | 'response', schemas: SampleSchemas, isIncluded: boolean): Generator<Part> {
  const { discriminator } = schema;
  const same = (one: Schema, applies: (value: unknown) => boolean = () => true, included = false): Part => ({
    schema: one,
    at: '',
    isIncluded: included,
    valuesIn: (value) => (applies(value) ? [value] : []),
  });
  for (const one of directConjuncts(schema)) yield same(one, undefined, isIncluded || one !== schema.ref);
  for (const one of [...(schema.oneOf ?? []), ...(schema.anyOf ?? [])])
    yield same(one, (value) => takesBranch(schema, one, value, schemas));
  if (discriminator?.inherited === true && !isIncluded)
    for (const heir of new Set(discriminator.mapping.values()))
      if (heir !== schema) yield same(heir, (value) => branchByTag(schema, value) === heir);
  const { if: condition } = schema;
  if (condition !== undefined && schema.then !== undefined) yield same(schema.then, (value) => schemas.matches(condition, value));
  if (condition !== undefined && schema.else !== undefined) yield same(schema.else, (value) => !schemas.matches(condition, value));
  for (const [name, one] of schema.dependentSchemas ?? []) yield same(one, (value) => isRecord(value) && Object.hasOwn(value, name));
  yield* membersOf(schema, side, schemas);
  yield* itemsOf(schema);
}

function* membersOf(schema: Schema, side: 'request' | 'response', schemas: SampleSchemas): Generator<Part> {
  const { properties, patternProperties, additionalProperties, propertyNames } = schema;
  const part = (one: Schema, at: string, valuesIn: Part['valuesIn']): Part => ({ schema: one, at, isIncluded: false, valuesIn });
  for (const [name, one] of properties ?? []) {
    if (side === 'request' ? one.readOnly === true : one.writeOnly === true) continue;
    const token = name.replaceAll('~', '~0').replaceAll('/', '~1');
    yield part(one, `/${token}`, (value) => (isRecord(value) && Object.hasOwn(value, name) ? [value[name]] : []));
  }
  // Which of these a property is for, what it matches says: patterns of a document may be too slow to run twice.
  for (const one of [...(patternProperties?.values() ?? []), ...(additionalProperties === undefined ? [] : [additionalProperties])]) {
    const others = (value: object): unknown[] =>
      Object.entries(value).flatMap(([name, item]) => (properties?.has(name) === true ? [] : [item]));
    yield part(one, '/*', (value) => (isRecord(value) ? others(value).filter((item) => schemas.matches(one, item)) : []));
  }
  if (propertyNames !== undefined) yield part(propertyNames, '/*', (value) => (isRecord(value) ? Object.keys(value) : []));
}

function* itemsOf({ items, prefixItems }: Schema): Generator<Part> {
  const part = (schema: Schema, at: string, valuesIn: (value: readonly unknown[]) => readonly unknown[]): Part => ({
    schema,
    at,
    isIncluded: false,
    valuesIn: (value) => (Array.isArray(value) ? valuesIn(value) : []),
  });
  for (const [index, one] of [...(prefixItems ?? [])].entries())
    yield part(one, `/${index}`, (value) => (index < value.length ? [value[index]] : []));
  if (items !== undefined) yield part(items, '/*', (value) => value.slice(prefixItems?.length ?? 0));
}

/** Whether a value that the schema allows is of its branch: by the discriminator where it has the tag, else by what the branch allows. */
export function takesBranch(schema: Schema, branch: Schema, value: unknown, schemas: SampleSchemas): boolean {
  const tagged = branchByTag(schema, value);
  const branches = schema.oneOf?.includes(branch) === true ? schema.oneOf : schema.anyOf;
  return tagged === undefined || branches?.includes(tagged) !== true ? schemas.matches(branch, value) : tagged === branch;
}

/** The schema that the discriminator's tag of a value means. */
export function branchByTag({ discriminator }: Schema, value: unknown): Schema | undefined {
  if (discriminator === undefined || !isRecord(value) || !Object.hasOwn(value, discriminator.propertyName)) return undefined;
  const tag = value[discriminator.propertyName];
  return typeof tag === 'string' ? discriminator.mapping.get(tag) : undefined;
}
