// Decides how a value is asked for in a form: one field for each schema, and below it the fields of its members when they are shown.
import type { JsonSchema } from '../../../generator/docs/console/data.ts';
import type { JsonValue } from '../../../generator/model/schema/schema.ts';
import { limitText } from '../../../runtime/contract/format-issue.ts';
import { type Merged, merge, type Schemas } from './merge.ts';

interface Common {
  /** Markdown. */
  readonly description?: string;
  readonly deprecated: boolean;
  /** Whether null is a value of it, beside those of its kind. */
  readonly nullable: boolean;
  /** The constraints of a value, in words: `at most 100`. */
  readonly limits: readonly string[];
  /** The type in a word or two: `string, email`. */
  readonly type: string;
  readonly schema: JsonSchema;
}

export type Field = Common &
  (
    | { readonly kind: 'object'; readonly members: readonly Member[]; readonly additional: JsonSchema | undefined }
    | { readonly kind: 'array'; readonly minItems: number; readonly maxItems: number }
    | { readonly kind: 'choice'; readonly branches: readonly Branch[]; readonly tag?: string }
    | { readonly kind: 'enum'; readonly values: readonly JsonValue[] }
    | { readonly kind: 'const'; readonly value: JsonValue }
    | { readonly kind: 'boolean' }
    | { readonly kind: 'number'; readonly isInteger: boolean; readonly minimum?: number | bigint; readonly maximum?: number | bigint }
    | { readonly kind: 'text'; readonly format?: string; readonly isLong: boolean; readonly suggestions: readonly string[] }
    | { readonly kind: 'file' }
    | { readonly kind: 'null' }
    /** Any JSON: the schema says too little for a form. */
    | { readonly kind: 'json' }
  );

export interface Member {
  readonly name: string;
  readonly required: boolean;
  readonly schema: JsonSchema;
}

export interface Branch {
  readonly label: string;
  readonly schema: JsonSchema;
  /** Values of the discriminator that mean it. */
  readonly tags: readonly string[];
}

/** The field for a value of a request: `readOnly` members are left out. */
export function fieldOf(schema: JsonSchema, schemas: Schemas): Field {
  const merged = merge(schema, schemas);
  const types = merged.type?.filter((type) => type !== 'null');
  const common = {
    ...(merged.description === undefined ? {} : { description: merged.description }),
    deprecated: merged.deprecated === true,
    nullable: merged.type?.includes('null') === true && types?.length !== 0,
    limits: limitsOf(merged),
    type: typeWords(merged),
    schema,
  };
  return { ...common, ...kindOf(merged, types, schema, schemas) } as Field;
}

function kindOf(merged: Merged, types: readonly string[] | undefined, schema: JsonSchema, schemas: Schemas): Partial<Field> {
  if (merged.file === true) return { kind: 'file' };
  if (merged.const !== undefined) return { kind: 'const', value: merged.const };
  if (merged.enum !== undefined) return enumOf(merged.enum, types);
  const choice = choiceOf(merged, schema, schemas);
  if (choice !== undefined) return choice;
  if (types === undefined) return merged.properties === undefined ? inferred(merged) : objectOf(merged, schemas);
  if (types.length > 1) return typeChoice(types, merged);
  switch (types[0]) {
    case 'object':
      return objectOf(merged, schemas);
    case 'array':
      return { kind: 'array', minItems: merged.minItems ?? 0, maxItems: merged.maxItems ?? Number.POSITIVE_INFINITY };
    case 'boolean':
      return { kind: 'boolean' };
    case 'integer':
    case 'number': {
      const { minimum, maximum } = merged;
      const isInteger = types[0] === 'integer';
      return { kind: 'number', isInteger, ...(minimum === undefined ? {} : { minimum }), ...(maximum === undefined ? {} : { maximum }) };
    }
    case 'string':
      return textOf(merged);
    default:
      return { kind: 'null' };
  }
}

/** A schema without types may still say what it is about. */
function inferred(merged: Merged): Partial<Field> {
  if (merged.items !== undefined || merged.prefixItems !== undefined)
    return { kind: 'array', minItems: 0, maxItems: Number.POSITIVE_INFINITY };
  if (merged.format !== undefined || merged.pattern !== undefined || merged.known !== undefined) return textOf(merged);
  return { kind: 'json' };
}

function enumOf(values: readonly JsonValue[], types: readonly string[] | undefined): Partial<Field> {
  const shown = types === undefined ? values : values.filter((value) => value !== null);
  const [only] = shown;
  return shown.length === 1 && only !== undefined ? { kind: 'const', value: only } : { kind: 'enum', values: shown };
}

/** Characters from which a text gets several lines. */
const LONG = 300;

function textOf({ format, maxLength, known, examples = [], default: initial }: Merged): Partial<Field> {
  const lines = [...examples, initial].some((value) => typeof value === 'string' && (value.length > LONG / 3 || value.includes('\n')));
  const isLong = format === undefined && known === undefined && ((maxLength ?? 0) > LONG || lines);
  return { kind: 'text', ...(format === undefined ? {} : { format }), isLong, suggestions: (known ?? []).map(String) };
}

function objectOf(merged: Merged, schemas: Schemas): Partial<Field> {
  const required = new Set(merged.required);
  const members = Object.entries(merged.properties ?? {})
    .filter(([, schema]) => merge(schema, schemas).readOnly !== true)
    .map(([name, schema]): Member => ({ name, required: required.has(name), schema }));
  // A sort keeps the document's order within each half.
  members.sort((a, b) => Number(b.required) - Number(a.required));
  const open = merged.additionalProperties ?? merged.unevaluatedProperties ?? members.length === 0;
  return { kind: 'object', members, additional: open === false ? undefined : open };
}

function typeChoice(types: readonly string[], merged: Merged): Partial<Field> {
  const { name: _, description: __, ...rest } = merged;
  return { kind: 'choice', branches: types.map((type) => ({ label: type, schema: { ...rest, type: [type] }, tags: [] })) };
}

/** `undefined` where there is nothing to choose: no branches, or branches that only say which members come together. */
function choiceOf(merged: Merged, schema: JsonSchema, schemas: Schemas): Partial<Field> | undefined {
  const { heirs } = merged;
  if (heirs !== undefined) {
    const { heirs: _, name = 'Other', ...base } = merged;
    const own = heirs.own.length === 0 ? [] : [{ label: name, schema: base, tags: heirs.own }];
    const branches = [
      ...own,
      ...heirs.schemas.map(({ tags, schema: heir }) => ({ label: labelOf(heir, tags, schemas), schema: heir, tags })),
    ];
    return { kind: 'choice', branches, tag: heirs.property };
  }
  const given = merged.oneOf ?? merged.anyOf;
  if (given === undefined || given.length === 0) return undefined;
  const merges = given.map((branch) => merge(branch, schemas));
  if (merged.properties !== undefined && merges.every(({ properties, oneOf, anyOf }) => (properties ?? oneOf ?? anyOf) === undefined))
    return undefined;
  const values = openEnum(merges);
  if (values !== undefined) return textOf({ ...merged, known: values });
  const { oneOf: _, anyOf: __, tags: tagged, name: ___, ...base } = merged;
  const isPlain = Object.keys(base).every((key) => ['title', 'description', 'deprecated', 'examples', 'default', 'type'].includes(key));
  const branches = given.flatMap((branch, index): Branch[] => {
    if (isNull(merges[index])) return [];
    const tags = tagged?.values[index] ?? [];
    return [{ label: labelOf(branch, tags, schemas), schema: isPlain ? branch : { allOf: [branch, base] }, tags }];
  });
  const [only] = branches;
  if (branches.length === 1 && only !== undefined) {
    const nullable = merges.some(isNull);
    const inner = fieldOf(only.schema, schemas);
    const { description, ...rest } = inner;
    return {
      ...rest,
      ...(merged.description === undefined && description !== undefined ? { description } : {}),
      nullable: nullable || inner.nullable,
      schema,
    };
  }
  const tag = tagged === undefined ? {} : { tag: tagged.property };
  return { kind: 'choice', branches: numbered(branches), nullable: merges.some(isNull), ...tag };
}

function isNull(merged: Merged | undefined): boolean {
  return merged?.type?.length === 1 && merged.type[0] === 'null';
}

/** Texts of which some are listed and others may come: a text with suggestions. */
function openEnum(branches: readonly Merged[]): readonly JsonValue[] | undefined {
  const isText = branches.every(({ type, properties }) => type?.length === 1 && type[0] === 'string' && properties === undefined);
  const isOpen = branches.some((branch) => branch.enum === undefined && branch.const === undefined && branch.format === undefined);
  const values = branches.flatMap((branch) => branch.enum ?? (branch.const === undefined ? [] : [branch.const]));
  return isText && isOpen && values.length > 0 ? values : undefined;
}

function labelOf(schema: JsonSchema, tags: readonly string[], schemas: Schemas): string {
  const merged = merge(schema, schemas);
  if (tags.length > 0) return tags.join(', ');
  if (merged.title !== undefined) return merged.title;
  if (merged.name !== undefined) return merged.name;
  const required = merged.required ?? [];
  if (merged.properties !== undefined && required.length > 0 && required.length < 4) return `with ${required.join(', ')}`;
  return typeWords(merged);
}

/** Branches with the same label get numbers, so that a list of them can be read. */
function numbered(branches: readonly Branch[]): readonly Branch[] {
  const seen = new Map<string, number>();
  for (const { label } of branches) seen.set(label, (seen.get(label) ?? 0) + 1);
  const count = new Map<string, number>();
  return branches.map((branch) => {
    if (seen.get(branch.label) === 1) return branch;
    const number = (count.get(branch.label) ?? 0) + 1;
    count.set(branch.label, number);
    return { ...branch, label: `${branch.label} ${number}` };
  });
}

/** `string, email`; `integer or null`; `list`. */
function typeWords({ type, format, properties, items, oneOf, anyOf, heirs, enum: values, file, const: constant }: Merged): string {
  if (file === true) return 'file';
  const names = type?.map((name) => ({ array: 'list', null: 'null' })[name] ?? name);
  const word =
    names?.join(' or ') ??
    (properties !== undefined
      ? 'object'
      : items !== undefined
        ? 'list'
        : values !== undefined || constant !== undefined
          ? 'value'
          : undefined) ??
    ((oneOf ?? anyOf ?? heirs) === undefined ? 'any' : 'one of several');
  return format === undefined ? word : `${word}, ${format}`;
}

function limitsOf(merged: Merged): readonly string[] {
  const limits = Object.entries(merged).flatMap(([keyword, value]) => (isLimit(keyword, value) ? [limitText(keyword, value)] : []));
  const { default: initial } = merged;
  return initial === undefined || typeof initial === 'object' ? limits : [...limits, `default ${String(initial)}`];
}

/** Whether a keyword bounds a value: it is a number, or a pattern. */
function isLimit(keyword: string, value: unknown): boolean {
  if (typeof value !== 'number' && typeof value !== 'bigint') return keyword === 'pattern';
  return !['const', 'default', 'start'].includes(keyword);
}
