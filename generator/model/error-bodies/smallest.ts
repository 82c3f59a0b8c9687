// The smallest values that members which no fault fills can have: of formats, and by the bounds of a schema.
import { rounded } from '../../base/exact.ts';
import type { JsonValue, Schema } from '../schema/schema.ts';
import { ARRAY, BOOLEAN, INTEGER, NULL, NUMBER, OBJECT, STRING, type TypeSet } from '../schema/types.ts';

/** A text for each format that validators check (`emit/validators/formats.ts`). */
export const SMALLEST: ReadonlyMap<string, string> = new Map([
  ['date-time', '1970-01-01T00:00:00Z'],
  ['date', '1970-01-01'],
  ['time', '00:00:00Z'],
  ['duration', 'PT0S'],
  ['email', 'a@example.com'],
  ['idn-email', 'a@example.com'],
  ['hostname', 'localhost'],
  ['idn-hostname', 'localhost'],
  ['ipv4', '0.0.0.0'],
  ['ipv6', '::'],
  ['uri', 'about:blank'],
  ['uri-reference', 'about:blank'],
  ['iri', 'about:blank'],
  ['iri-reference', 'about:blank'],
  ['uri-template', 'about:blank'],
  ['uuid', '00000000-0000-0000-0000-000000000000'],
  ['json-pointer', ''],
  ['relative-json-pointer', '0'],
  ['regex', ''],
  ['byte', ''],
]);

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
  return parts.flatMap(({ format = '' }) => SMALLEST.get(format) ?? []);
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
