// `additionalProperties`, `patternProperties` and `propertyNames` to index signatures that the members beside them agree with.
import type { Schema } from '../model/schema.ts';
import { stringLiteral } from './escape.ts';
import { saysOnly } from './kinds.ts';
import type { Types } from './type-scope.ts';
import { atom, inline, isUnknown, type Type, UNKNOWN, union } from './type-text.ts';

export interface Member {
  readonly name: string;
  readonly type: Type;
  readonly required: boolean;
  /** Its JSDoc, unindented; may be empty. */
  readonly doc: string;
}

/** What an object type says of properties that are not among its members. */
export interface Others {
  readonly signatures: readonly string[];
  /** The type of any such property, where one signature covers them all. */
  readonly type?: Type;
}

export const NO_OTHERS: Others = { signatures: [] };

/** Most types that one signature unites before it gives up and says `unknown`. */
const MOST_UNITED = 8;

/** Whether the schema gives a type to properties that it does not name. */
export function typesOthers(schema: Schema): boolean {
  const additional = schema.additionalProperties;
  if ((schema.patternProperties?.size ?? 0) > 0 || keysOf(schema) !== undefined) return true;
  return additional !== undefined && additional.boolean === undefined && !saysOnly(additional);
}

/** A schema of names that are listed: its type is the type of the keys. */
function keysOf(schema: Schema): Schema | undefined {
  const names = schema.propertyNames?.ref ?? schema.propertyNames;
  return names?.enum?.every((name) => typeof name === 'string') === true ? schema.propertyNames : undefined;
}

/**
 * The signatures of one schema beside its members. TypeScript wants every member to agree with every signature that covers its name, so
 * a signature unites the types of the members with its own; patterns `^prefix` become template literal keys, which cover no other name.
 */
export function indexSignatures(schema: Schema, members: readonly Member[], types: Types): Others {
  const additional = schema.additionalProperties;
  const patterns = [...(schema.patternProperties ?? [])].map(([pattern, value]) => ({
    prefix: prefixOf(pattern),
    type: types.of(value),
  }));
  const prefixes = patterns.map((pattern) => pattern.prefix);
  const separate = prefixes.every(
    (prefix, index) => prefix !== undefined && !prefixes.some((other, at) => at !== index && other?.startsWith(prefix)),
  );
  const keys = keysOf(schema);
  if (keys !== undefined && members.length === 0 && patterns.length === 0) {
    const type = additional === undefined ? UNKNOWN : types.of(additional);
    return { signatures: [`[Key in ${inline(types.of(keys))}]?: ${inline(type)}`], type };
  }

  const signatures: string[] = [];
  if (separate) {
    for (const { prefix = '', type } of patterns) {
      const covered = members.filter((member) => member.name.startsWith(prefix));
      signatures.push(signature(templateKey(prefix), covered, [type]));
    }
  }
  const closed = additional?.boolean === false;
  // Without a word on the rest, an object is open; where some pattern does not show in the type, the signature has to say so.
  if (additional === undefined && separate) return { signatures };
  if (closed && (separate || patterns.length === 0)) return { signatures };
  const rest = additional === undefined ? UNKNOWN : types.of(additional);
  const type = unite(members, [...(closed ? [] : [rest]), ...patterns.map((pattern) => pattern.type)]);
  signatures.push(`[key: string]: ${inline(type)}`);
  return { signatures, type };
}

function signature(key: string, covered: readonly Member[], types: readonly Type[]): string {
  return `[key: ${key}]: ${inline(unite(covered, types))}`;
}

function unite(members: readonly Member[], types: readonly Type[]): Type {
  const absent = members.some((member) => !member.required) ? [atom('undefined')] : [];
  const united = union([...types, ...members.map((member) => member.type), ...absent]);
  return isUnknown(united) || united.parts.length <= MOST_UNITED + types.length ? united : UNKNOWN;
}

/** The literal text that every name under a pattern begins with, where the pattern says just that. */
function prefixOf(pattern: string): string | undefined {
  const found = /^\^((?:[\w /:@#%&=~!,;<>'"`-]|\\[-.$^*+?()[\]{}|\\/])+)(?:\.\*\$?)?$/.exec(pattern)?.[1];
  return found?.replace(/\\(.)/g, '$1');
}

/** `` `x-${string}` ``, the prefix escaped as a string literal is, and for a template besides. */
function templateKey(prefix: string): string {
  const escaped = stringLiteral(prefix).slice(1, -1).replaceAll("\\'", "'").replaceAll('`', '\\`').replaceAll('${', '\\${');
  return `\`${escaped}\${string}\``;
}
