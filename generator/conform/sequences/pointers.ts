// Reads values of results and inputs by JSON pointer.
import { getOwn, pointerToken, tokenName } from '@octavo/runtime/conformance';

/** The pointer that leads through these members. */
export function pointerTo(...names: readonly string[]): string {
  return names.map((name) => `/${pointerToken(name)}`).join('');
}

export function tokensOf(pointer: string): string[] {
  return pointer.split('/').slice(1).map(tokenName);
}

export function valueAt(source: unknown, pointer: string): unknown {
  return tokensOf(pointer).reduce(getOwn, source);
}

export function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof Blob);
}

/** Whether one of two places is the other one, or inside it. */
export function overlaps(one: string, other: string): boolean {
  return one === other || one.startsWith(`${other}/`) || other.startsWith(`${one}/`);
}
