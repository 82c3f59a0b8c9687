// The constraints of a schema, with references and `allOf` resolved, as one flat record, so that two versions can be compared by keyword.

import type { Location } from '../base/problem.ts';
import { applicators, checks, type Keyword, type keywords } from '../base/vocabulary.ts';
import { conjuncts } from '../model/schema/conjuncts.ts';
import type { JsonType, Schema } from '../model/schema/schema.ts';
import { inside } from './change.ts';
import { textOf } from './digest.ts';

/** Keywords whose value is a bound, and whether a greater one allows fewer values. */
export const bounds = checks.flatMap(({ keyword, bound }) => (bound === undefined ? [] : [{ keyword: keyword as Bound, bound }]));
export type Bound = { [K in Keyword]: (typeof keywords)[K] extends { readonly bound: string } ? K : never }[Keyword];

/** Keywords that are compared in detail. */
const DETAILED: ReadonlySet<Keyword> = new Set<Keyword>([
  ...(['type', 'enum', 'const', 'allOf', 'anyOf', 'oneOf', 'properties', 'additionalProperties', 'required'] as const),
  ...(['items', 'prefixItems', 'uniqueItems', 'pattern', 'format'] as const),
  ...bounds.map(({ keyword }) => keyword),
]);
/** Keywords that are compared as a whole: any difference is a change. The last ones constrain nothing, but say how to read a string. */
const wholes = [
  ...[...applicators.filter(({ of }) => of !== 'content'), ...checks]
    .map(({ keyword }) => keyword)
    .filter((keyword) => !DETAILED.has(keyword)),
  ...(['contentEncoding', 'contentMediaType', 'booleanWords'] as const),
];

export interface View {
  /** The location of the schema. */
  readonly location: Location;
  /** Whether no value is allowed (a `false` schema). */
  never: boolean;
  /** `undefined` if all types are allowed. */
  types: Set<JsonType> | undefined;
  /** The allowed values as JSON; `undefined` if they are not listed. */
  values: Set<string> | undefined;
  /** The schemas that apply to each property. */
  readonly properties: Map<string, Schema[]>;
  readonly required: Set<string>;
  readonly additional: Schema[];
  readonly items: Schema[];
  readonly prefix: Schema[][];
  readonly bounds: Map<Bound, number | bigint>;
  readonly patterns: Set<string>;
  readonly formats: Set<string>;
  unique: boolean;
  /** The branches of each `oneOf` and `anyOf`. */
  readonly choices: (readonly Schema[])[];
  /** The first discriminator: each value that selects a branch, and that branch. */
  discriminator: DiscriminatorView | undefined;
  deprecated: boolean;
  /** The first `default`, as JSON. */
  fallback: string | undefined;
  /** Fingerprints of keywords that are compared as a whole. */
  readonly wholes: Map<string, string>;
  /** The locations of keywords, for messages. */
  readonly places: Map<string, Location>;
}

interface DiscriminatorView {
  readonly property: string;
  readonly branches: ReadonlyMap<string, Schema>;
  /** The branch of other values (`defaultMapping`). */
  readonly fallback: Schema | undefined;
  readonly at: Location;
}

/** Views of single schemas. Kept because operations share most of their schemas. */
const known = new WeakMap<Schema, View>();

/** The constraints of all schemas that apply to one value. */
export function viewOf(schemas: readonly Schema[], fallback: Location): View {
  const [only] = schemas;
  if (only === undefined || schemas.length > 1) return merged(schemas, fallback);
  const before = known.get(only);
  // A schema that a new reading keeps has another location there.
  if (before?.location === only.location) return before;
  const view = merged(schemas, fallback);
  known.set(only, view);
  return view;
}

function merged(schemas: readonly Schema[], fallback: Location): View {
  const view: View = {
    location: schemas[0]?.location ?? fallback,
    never: false,
    types: undefined,
    values: undefined,
    properties: new Map(),
    required: new Set(),
    additional: [],
    items: [],
    prefix: [],
    bounds: new Map(),
    patterns: new Set(),
    formats: new Set(),
    unique: false,
    choices: [],
    discriminator: undefined,
    deprecated: false,
    fallback: undefined,
    wholes: new Map(),
    places: new Map(),
  };
  for (const schema of conjuncts(schemas)) merge(view, schema);
  return view;
}

/**
 * Adds a schema to the view. The `default` and the places of keywords come from the first schema that has them, which stands before those it refers
 * to.
 */
function merge(view: View, schema: Schema): void {
  if (schema.boolean === false) view.never = true;
  const place = (keyword: string, at: string = keyword): void => {
    if (!view.places.has(keyword)) view.places.set(keyword, inside(schema.location, at));
  };
  if (schema.type !== undefined) {
    const types = expandTypes(schema.type);
    view.types = view.types === undefined ? types : both(view.types, types);
    place('type');
  }
  const allowed = schema.const !== undefined ? [schema.const.value] : schema.enum;
  if (allowed !== undefined) {
    const values = new Set(allowed.map((value) => textOf(value)));
    view.values = view.values === undefined ? values : both(view.values, values);
    place(schema.const !== undefined ? 'const' : 'enum');
    if (schema.const !== undefined) place('enum', 'const');
  }
  for (const [name, property] of schema.properties ?? []) {
    view.properties.set(name, [...(view.properties.get(name) ?? []), property]);
  }
  for (const name of schema.required ?? []) view.required.add(name);
  if (schema.required !== undefined) place('required');
  if (schema.additionalProperties !== undefined) {
    view.additional.push(schema.additionalProperties);
    place('additionalProperties');
  }
  if (schema.items !== undefined) view.items.push(schema.items);
  for (const [index, item] of (schema.prefixItems ?? []).entries()) {
    const at = view.prefix[index] ?? [];
    at.push(item);
    view.prefix[index] = at;
  }
  for (const { keyword, bound } of bounds) {
    const value = schema[keyword];
    if (value === undefined) continue;
    const before = view.bounds.get(keyword);
    const isTighter = before === undefined || (bound === 'lower' ? value > before : value < before);
    if (isTighter) view.bounds.set(keyword, value);
    place(keyword);
  }
  if (schema.pattern !== undefined) {
    view.patterns.add(schema.pattern);
    place('pattern');
  }
  if (schema.format !== undefined) {
    view.formats.add(schema.format);
    place('format');
  }
  if (schema.uniqueItems === true) {
    view.unique = true;
    place('uniqueItems');
  }
  for (const keyword of ['oneOf', 'anyOf'] as const) {
    const branches = schema[keyword];
    if (branches === undefined) continue;
    view.choices.push(branches);
    place(keyword);
  }
  if (schema.discriminator !== undefined && view.discriminator === undefined) {
    const { propertyName, mapping, fallback } = schema.discriminator;
    view.discriminator = {
      property: propertyName,
      branches: mapping,
      fallback,
      at: inside(schema.location, 'discriminator'),
    };
  }
  if (schema.deprecated === true) view.deprecated = true;
  if (schema.default !== undefined && view.fallback === undefined) {
    view.fallback = textOf(schema.default);
    place('default');
  }
  for (const keyword of wholes) {
    const value = schema[keyword];
    if (value === undefined) continue;
    view.wholes.set(keyword, (view.wholes.get(keyword) ?? '') + textOf(value));
    place(keyword);
  }
}

function both<T>(a: ReadonlySet<T>, b: ReadonlySet<T>): Set<T> {
  return new Set([...a].filter((item) => b.has(item)));
}

/** Every integer is a number (JSON Schema Core §4.2.1). */
function expandTypes(types: readonly JsonType[]): Set<JsonType> {
  const all = new Set(types);
  if (all.has('number')) all.add('integer');
  return all;
}
