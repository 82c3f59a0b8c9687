// Writes parameters, headers, responses and request bodies in the places that refer to those of an operation: openapi-typescript would print such a
// reference as a path through an optional property (TS2339), or through an operation that is left out.
import type { Json, JsonObject } from '../load/description.ts';
import { isObject, pointerTokens, valueAt } from '../load/pointer.ts';
import { REFERENCE, referredPointer } from './references.ts';

const MAPS: ReadonlySet<string> = new Set(['parameters', 'headers', 'responses', 'links', 'examples']);

/** Whether JSON text has such a reference. */
export function refersToParts(text: string): boolean {
  return [...text.matchAll(REFERENCE)].some(([, literal = '']) => isPart(referredPointer(JSON.parse(literal))));
}

/** `description` with these references replaced, each by what it leads to in `whole`. */
export function withPartsInline(description: JsonObject, whole: JsonObject): JsonObject {
  return Object.fromEntries(Object.entries(description).map(([key, value]) => [key, inlineIn(value, whole, [])]));
}

/** `around`: the references that the value is written for, each inside the one before; none of them can be written in itself. */
function inlineIn(value: Json | undefined, whole: JsonObject, around: readonly string[]): Json | undefined {
  if (Array.isArray(value)) return value.map((item: Json) => inlineIn(item, whole, around)) as Json;
  if (!isObject(value)) return value;
  const pointer = typeof value.$ref === 'string' ? referredPointer(value.$ref) : '';
  if (isPart(pointer) && !around.includes(pointer)) {
    const target = valueAt(whole, pointer);
    if (isObject(target)) return inlineIn(target, whole, [...around, pointer]);
  }
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, inlineIn(item, whole, around)])) as JsonObject;
}

/** Whether a pointer leads to a part of an operation that is not a schema: `/paths/~1a/get/parameters/0`. */
function isPart(pointer: string): boolean {
  const tokens = pointerTokens(pointer);
  const [root, section] = tokens;
  const isInOperation = root === 'paths' || root === 'webhooks' || section === 'callbacks' || section === 'pathItems';
  if (!isInOperation || tokens.includes('schema')) return false;
  return tokens.at(-1) === 'requestBody' || MAPS.has(tokens.at(-2) ?? '');
}
