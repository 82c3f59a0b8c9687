// The values that members which no fault fills can have: what the document says, a text of a format, and the smallest by the bounds of a schema.
import { FORMATS } from '@octavo/runtime/facts';
import { rounded } from '../../base/exact.ts';
import type { JsonValue, Schema } from '../schema/schema.ts';
import { ARRAY, BOOLEAN, INTEGER, NULL, NUMBER, OBJECT, STRING, type TypeSet } from '../schema/types.ts';

/** Texts longer than this are not made up. */
const LONGEST = 200;

/** The values to try for schemas that all hold: what the document says first, then the smallest by type. Objects and lists with members are not among them. */
export function ownValues(parts: readonly Schema[], types: TypeSet): JsonValue[] {
  const said = [
    ...parts.flatMap((part) => (part.const === undefined ? [] : [part.const.value])),
    ...parts.flatMap((part) => part.examples ?? []),
    ...parts.flatMap((part) => (part.default === undefined ? [] : [part.default])),
    ...parts.flatMap((part) => part.enum ?? []),
  ];
  return [...rounded(said), ...smallest(parts, types)];
}

function smallest(parts: readonly Schema[], types: TypeSet): JsonValue[] {
  const shortest = Math.max(0, ...parts.map(({ minLength = 0 }) => minLength));
  const values: [TypeSet, JsonValue[]][] = [
    [STRING, [...texts(parts), ...(shortest > LONGEST ? [] : ['-'.repeat(shortest)])]],
    [INTEGER, numbers(parts)],
    [NUMBER, numbers(parts)],
    [BOOLEAN, [false, true]],
    [ARRAY, [[]]],
    [OBJECT, [{}]],
    [NULL, [null]],
  ];
  return values.flatMap(([type, some]) => ((types & type) === 0 ? [] : some));
}

function texts(parts: readonly Schema[]): string[] {
  return parts.flatMap(({ format = '' }) => FORMATS.get(format)?.text ?? []);
}

/** Zero, and the integers at the bounds. */
function numbers(parts: readonly Schema[]): number[] {
  const bounds = parts.flatMap(({ minimum, maximum, exclusiveMinimum, exclusiveMaximum }) => [
    ...(minimum === undefined ? [] : [Math.ceil(Number(minimum))]),
    ...(exclusiveMinimum === undefined ? [] : [Math.floor(Number(exclusiveMinimum)) + 1]),
    ...(maximum === undefined ? [] : [Math.floor(Number(maximum))]),
    ...(exclusiveMaximum === undefined ? [] : [Math.ceil(Number(exclusiveMaximum)) - 1]),
  ]);
  return [0, ...bounds];
}
