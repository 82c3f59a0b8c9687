// JSON pointers (RFC 6901), and safe access to objects with keys from a document.
import type { Json, JsonObject } from './description.ts';

export function escapeToken(token: string): string {
  return token.includes('~') || token.includes('/') ? token.replaceAll('~', '~0').replaceAll('/', '~1') : token;
}

function unescapeToken(token: string): string {
  return token.includes('~') ? token.replaceAll('~1', '/').replaceAll('~0', '~') : token;
}

/** `''` has no tokens; `/a~1b/0` has `a/b` and `0`. */
export function pointerTokens(pointer: string): string[] {
  return pointer === '' ? [] : pointer.slice(1).split('/').map(unescapeToken);
}

export function joinPointer(pointer: string, ...tokens: readonly (string | number)[]): string {
  let result = pointer;
  for (let at = 0; at < tokens.length; at++) {
    const token = tokens[at] as string | number;
    result += `/${typeof token === 'number' ? token : escapeToken(token)}`;
  }
  return result;
}

export function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** An own property; `undefined` where there is none, also for `constructor` and `__proto__`. */
export function own(object: JsonObject, key: string): Json | undefined {
  return Object.hasOwn(object, key) ? object[key] : undefined;
}

/** Sets an own property, `__proto__` included. */
export function setOwn(object: object, key: string, value: unknown): void {
  if (key === '__proto__') Object.defineProperty(object, key, { value, writable: true, enumerable: true, configurable: true });
  else (object as Record<string, unknown>)[key] = value;
}

const arrayIndex = /^(?:0|[1-9][0-9]*)$/;

/** The member or item that a token names; `undefined` where there is none. */
export function child(value: Json, token: string): Json | undefined {
  if (Array.isArray(value)) return arrayIndex.test(token) ? (value[Number(token)] as Json | undefined) : undefined;
  return isObject(value) ? own(value, token) : undefined;
}

export function valueAt(root: Json, pointer: string): Json | undefined {
  if (pointer === '') return root;
  let value: Json | undefined = root;
  for (const token of pointerTokens(pointer)) {
    if (value === undefined) return undefined;
    value = child(value, token);
  }
  return value;
}
