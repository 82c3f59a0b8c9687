// Turns `additionalProperties`, `patternProperties` and `propertyNames` into index signatures that are compatible with the members beside them.
import type { Schema } from '../../model/schema/schema.ts';
import { stringLiteral } from '../text/escape.ts';
import { atom, inline, isUnknown, type Type, UNKNOWN, union } from '../text/type-text.ts';
import { saysOnly } from './kinds.ts';
import type { Types } from './type-scope.ts';

export interface Member {
  /** In code. */
  readonly name: string;
  /** In the document, where it has another name there. */
  readonly wireName?: string;
  readonly type: Type;
  readonly required: boolean;
  /** Its JSDoc, unindented; may be empty. */
  readonly doc: string;
}

/** A signature that gives a type to properties without naming each of them. */
export interface Signature {
  /** The names that it covers: `any`, those with a prefix (a template literal as `key`), or those listed (a union of literals as `key`). */
  readonly covers: 'any' | 'prefix' | 'list';
  readonly key: string;
  readonly type: Type;
}

export function signatureText({ covers, key, type }: Signature): string {
  return covers === 'list' ? `[Key in ${key}]?: ${inline(type)}` : `[key: ${key}]: ${inline(type)}`;
}

/** Whether an object type with this signature alone is `Record<string, unknown>`. */
export function isOpenRecord({ covers, type }: Signature): boolean {
  return covers === 'any' && isUnknown(type);
}

/** Most types that one signature unites; beyond it the signature is `unknown`. */
const MOST_UNITED = 8;

/** Whether the schema gives a type to properties that it does not name. */
export function typesOthers(schema: Schema): boolean {
  const additional = schema.additionalProperties;
  if ((schema.patternProperties?.size ?? 0) > 0 || keysOf(schema) !== undefined) return true;
  return additional !== undefined && additional.boolean === undefined && !saysOnly(additional);
}

/** The schema of `propertyNames`, if it lists the names: its type is the type of the keys. */
function keysOf({ propertyNames }: Schema): Schema | undefined {
  return propertyNames !== undefined && listsTexts(propertyNames) ? propertyNames : undefined;
}

/** Most branches of a list of names, and most steps to one. */
const MOST_LISTS = 8;

/** Whether the type of the schema is a list of texts: `const`, `enum`, or branches that all are. */
function listsTexts(schema: Schema, depth = 0): boolean {
  const { ref, enum: values, const: constant } = schema;
  if (depth > MOST_LISTS) return false;
  if (constant !== undefined) return typeof constant.value === 'string';
  if (values !== undefined) return values.length > 0 && values.every((name) => typeof name === 'string');
  if (ref !== undefined) return listsTexts(ref, depth + 1);
  const branches = schema.anyOf ?? schema.oneOf;
  return branches !== undefined && branches.length <= MOST_LISTS && branches.every((branch) => listsTexts(branch, depth + 1));
}

interface Pattern {
  /** The prefix of all names that it matches; `undefined` for a pattern that is not just a prefix. */
  readonly prefix: string | undefined;
  readonly type: Type;
}

function patternsOf(schema: Schema, types: Types): Pattern[] {
  return [...(schema.patternProperties ?? [])].map(([pattern, value]) => ({ prefix: prefixOf(pattern), type: types.of(value) }));
}

/** Whether every pattern is a prefix and no prefix begins with another: only then can each have a signature of its own. */
function areSeparate(patterns: readonly Pattern[]): boolean {
  return patterns.every(
    ({ prefix }) => prefix !== undefined && !patterns.some((other) => other.prefix !== prefix && other.prefix?.startsWith(prefix)),
  );
}

/** The type of a property that the schema requires without declaring it. */
export function typeOfOther(name: string, schema: Schema, types: Types): Type {
  const patterns = patternsOf(schema, types);
  const rest = schema.additionalProperties === undefined ? UNKNOWN : types.of(schema.additionalProperties);
  if (!areSeparate(patterns)) return union([rest, ...patterns.map((pattern) => pattern.type)]);
  return patterns.find(({ prefix = '' }) => name.startsWith(prefix))?.type ?? rest;
}

/**
 * The signatures of one schema. TypeScript requires every member to be assignable to every signature that covers its name, so a signature
 * unites its own type with those of the members; patterns `^prefix` become template literal keys, which cover no other name.
 */
export function indexSignatures(schema: Schema, members: readonly Member[], types: Types): Signature[] {
  const additional = schema.additionalProperties;
  const patterns = patternsOf(schema, types);
  const keys = keysOf(schema);
  if (keys !== undefined && members.length === 0 && patterns.length === 0) {
    const type = additional === undefined ? UNKNOWN : types.of(additional);
    return [{ covers: 'list', key: inline(types.of(keys)), type }];
  }

  const signatures: Signature[] = [];
  const separate = areSeparate(patterns);
  if (separate) {
    for (const { prefix = '', type } of patterns) {
      const covered = members.filter((member) => member.name.startsWith(prefix));
      signatures.push({ covers: 'prefix', key: templateKey(prefix), type: unite(covered, [type]) });
    }
  }
  const closed = additional?.boolean === false;
  // An object is open unless the schema closes it. If a pattern has no signature of its own, the signature for all names must cover it.
  if (additional === undefined && separate) return signatures;
  if (closed && separate) return signatures;
  const rest = additional === undefined ? UNKNOWN : types.of(additional);
  const type = unite(members, [...(closed ? [] : [rest]), ...patterns.map((pattern) => pattern.type)]);
  signatures.push({ covers: 'any', key: 'string', type });
  return signatures;
}

function unite(members: readonly Member[], own: readonly Type[]): Type {
  const absent = members.some((member) => !member.required) ? [atom('undefined')] : [];
  const all = [...own, ...members.map((member) => member.type), ...absent];
  const united = union(all);
  // TypeScript may reduce an intersection within a union, and would then find that a member is not assignable to the signature.
  const reducible = all.length > 1 && united.hasIntersection;
  return reducible || united.parts.length > MOST_UNITED + own.length ? UNKNOWN : united;
}

/** The literal prefix that a pattern requires; `undefined` if the pattern requires more than a prefix. */
function prefixOf(pattern: string): string | undefined {
  const found = /^\^((?:[\w /:@#%&=~!,;<>'"`-]|\\[-.$^*+?()[\]{}|\\/])+)(?:\.\*\$?)?$/.exec(pattern)?.[1];
  return found?.replace(/\\(.)/g, '$1');
}

/** `` `x-${string}` ``, with the prefix escaped for a string literal and for a template. */
function templateKey(prefix: string): string {
  const escaped = stringLiteral(prefix).slice(1, -1).replaceAll("\\'", "'").replaceAll('`', '\\`').replaceAll('${', '\\${');
  return `\`${escaped}\${string}\``;
}
