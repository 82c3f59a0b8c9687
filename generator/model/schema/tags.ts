// The tags of a discriminator by branch, and whether they must select the branch, since `oneOf` would refuse every value of one (OpenAPI 3.1,
// 4.8.25).
import { jsonText } from '../../base/exact.ts';
import { pointerTokens } from '../../load/pointer.ts';
import { conjuncts } from './conjuncts.ts';
import type { Discriminator, JsonValue, Schema } from './schema.ts';
import { ANY, OBJECT, possibleTypes } from './types.ts';
import { isSilent } from './walk.ts';

/** For each branch, the values of the discriminator that select it; empty for a branch that no value selects, or only one that the branch refuses. */
export function tagsOfBranches(schema: Schema, branches: readonly Schema[]): readonly (readonly string[])[] {
  const { discriminator } = schema;
  if (discriminator === undefined) return branches.map(() => []);
  const tags = new Map<Schema, string[]>(branches.map((branch) => [branch, []]));
  for (const [tag, branch] of discriminator.mapping) tags.get(branch)?.push(tag);
  return branches.map((branch) => {
    const allowed = textsOf(branch, discriminator.propertyName);
    return (tags.get(branch) ?? []).filter((tag) => allowed?.has(tag) !== false);
  });
}

/** The discriminator of a copy of its schema, in which each schema that it names is another. */
export function withOtherSchemas(discriminator: Discriminator, change: (schema: Schema) => Schema): Discriminator {
  const { mapping, fallback } = discriminator;
  return {
    ...discriminator,
    mapping: new Map([...mapping].map(([tag, schema]) => [tag, change(schema)])),
    ...(fallback === undefined ? {} : { fallback: change(fallback) }),
  };
}

/** The schemas that the tags of a discriminator mean, where they include the one with the discriminator by `allOf`; each once. */
export function heirsOf(schema: Schema): readonly Schema[] {
  if (schema.discriminator?.inherited !== true) return [];
  return [...new Set(schema.discriminator.mapping.values())].filter((heir) => heir !== schema);
}

/** The tags of the values that are of the schema itself and of none of its heirs; empty where every value must be of an heir. */
export function ownTags(schema: Schema): readonly string[] {
  const { propertyName = '', mapping } = schema.discriminator ?? {};
  const tags = [...(mapping ?? [])];
  const taken = new Set(tags.filter(([, heir]) => heir !== schema).map(([tag]) => tag));
  const allowed = textsOf(schema, propertyName);
  if (allowed !== undefined) return [...allowed].filter((tag) => typeof tag === 'string').filter((tag) => !taken.has(tag));
  const mapped = tags.filter(([, heir]) => heir === schema).map(([tag]) => tag);
  const name = pointerTokens(schema.location.pointer).at(-1);
  return mapped.length > 0 || name === undefined || taken.has(name) ? mapped : [name];
}

/** The texts that `const` and `enum` allow for a property; `undefined` where they do not restrict it. */
export function textsOf(schema: Schema, property: string): ReadonlySet<JsonValue> | undefined {
  let found: ReadonlySet<JsonValue> | undefined;
  for (const part of conjuncts(propertySchemas(schema, property))) {
    const values = part.const === undefined ? part.enum : [part.const.value];
    if (values === undefined) continue;
    const before = found;
    found = new Set(before === undefined ? values : values.filter((value) => before.has(value)));
  }
  return found;
}

/** Whether an object must have the property. */
export function requires(schema: Schema, property: string): boolean {
  return conjuncts([schema]).some(({ required }) => required?.includes(property) === true);
}

/**
 * The branches of `oneOf` of which the first matches wherever the second does, by the properties that the second declares; `undefined` if there are
 * none, or if some branch has no tag by which it can be selected.
 */
export function overlap(schema: Schema): readonly [wider: Schema, narrower: Schema] | undefined {
  const { oneOf: branches = [], discriminator } = schema;
  const name = discriminator?.propertyName;
  if (name === undefined || branches.length < 2 || !branches.every(isObject)) return undefined;
  const tags = tagsOfBranches(schema, branches);
  if (tags.some((own) => own.length === 0)) return undefined;
  const accepting = branchesAccepting(branches, name);
  let comparisons = 0;
  for (const [index, narrower] of branches.entries()) {
    const own = tags[index] ?? [];
    const declared = propertiesIn(narrower).add(name);
    for (const wider of accepting(own)) {
      if (wider === narrower) continue;
      if (++comparisons > MOST_COMPARISONS) return undefined;
      if (accepts(wider, { narrower, declared, tag: name, tags: own })) return [wider, narrower];
    }
  }
  return undefined;
}

/** For thousands of branches without constants, comparing each with each would take hours. */
const MOST_COMPARISONS = 200_000;

/** For the tags of a branch, the branches that may accept values with them: those with the first in their constants, and those without constants. */
function branchesAccepting(branches: readonly Schema[], name: string): (tags: readonly string[]) => Iterable<Schema> {
  const free: Schema[] = [];
  const byTag = new Map<JsonValue, Schema[]>();
  for (const branch of branches) {
    const allowed = textsOf(branch, name);
    if (allowed === undefined) free.push(branch);
    for (const tag of allowed ?? []) {
      const same = byTag.get(tag);
      if (same === undefined) byTag.set(tag, [branch]);
      else same.push(branch);
    }
  }
  return ([tag = '']) => [...(byTag.get(tag) ?? []), ...free];
}

/** Whether objects are all that the schema allows, or it says nothing of other values. */
function isObject(schema: Schema): boolean {
  const types = possibleTypes(schema);
  return types === OBJECT || types === ANY;
}

function propertiesIn(schema: Schema): Set<string> {
  return new Set(conjuncts([schema]).flatMap(({ properties }) => [...(properties?.keys() ?? [])]));
}

/** Keywords that `accepts` understands. */
const READ: ReadonlySet<string> = new Set<keyof Schema>(['ref', 'allOf', 'type', 'properties', 'required', 'additionalProperties']);

interface Narrower {
  readonly narrower: Schema;
  /** The names of its properties, and of the tag. */
  readonly declared: ReadonlySet<string>;
  readonly tag: string;
  readonly tags: readonly string[];
}

/** Whether the wider schema accepts every object of the narrower one that has a tag and no properties that the narrower one does not declare. */
function accepts(wider: Schema, { narrower, declared, tag, tags }: Narrower): boolean {
  return conjuncts([wider]).every((part) => {
    if (part.boolean === false || !Object.keys(part).every((field) => READ.has(field) || isSilent(field) || part.boolean === true))
      return false;
    if (part.type?.includes('object') === false) return false;
    if (part.required?.some((name) => name !== tag && !requires(narrower, name))) return false;
    for (const name of declared) {
      const property = part.properties?.get(name);
      if (property === undefined) {
        if (part.additionalProperties !== undefined && part.additionalProperties.boolean !== true) return false;
      } else if (name === tag) {
        const allowed = textsOf(part, tag);
        if (!tags.every((one) => allowed?.has(one) !== false)) return false;
      } else if (!covers(property, propertySchemas(narrower, name))) return false;
    }
    return true;
  });
}

function propertySchemas(schema: Schema, property: string): readonly Schema[] {
  return conjuncts([schema]).flatMap(({ properties }) => properties?.get(property) ?? []);
}

/** Whether a schema accepts what all the others accept together, as far as comparing the keywords of each shows it. */
function covers(schema: Schema, others: readonly Schema[]): boolean {
  const given = conjuncts(others);
  return conjuncts([schema]).every(
    (part) => given.includes(part) || given.some((other) => checksOf(part) === checksOf(other)) || isFree(part),
  );
}

function isFree(schema: Schema): boolean {
  return schema.boolean === true || checksOf(schema) === '';
}

/** The keywords that check a value, as text. A keyword with schemas is compared by their places. */
function checksOf(schema: Schema): string {
  const fields = (Object.keys(schema) as (keyof Schema)[]).filter(
    (field) => schema[field] !== undefined && !isSilent(field) && field !== 'ref',
  );
  return fields
    .sort()
    .map((field) => `${field}:${isPlain(schema[field]) ? jsonText(schema[field]) : schema.key}`)
    .join();
}

function isPlain(value: unknown): boolean {
  if (Array.isArray(value)) return value.every(isPlain);
  return typeof value !== 'object' || value === null;
}
