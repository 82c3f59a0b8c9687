// Converts streams for Prism: a streamed response becomes a short list of items, and a streamed request body is not validated.
import type { Json, JsonObject } from '../../load/description.ts';
import { isObject, own } from '../../load/pointer.ts';
import { streamFormat } from '../../model/media-type.ts';

/**
 * Takes the converted media types of a request body or response. `written` returns the original of one, with its reference followed; `schema`
 * converts the schema of an item.
 */
export function convertStreams(
  kind: 'body' | 'response',
  content: JsonObject,
  written: (type: string) => JsonObject,
  schema: (item: Json) => Json,
): JsonObject {
  const entries = Object.entries(content).map(([type, media]): [string, Json | undefined] => {
    const original = written(type);
    const isStream = streamFormat(type) !== undefined || Object.hasOwn(original, 'x-stream');
    if (!isStream || !isObject(media)) return [type, media];
    const { schema: whole, ...rest } = media;
    // Prism would validate the text of the whole stream against the schema of an item.
    if (kind === 'body') return [type, rest];
    const item = own(original, 'itemSchema');
    if (item === undefined || whole !== undefined) return [type, media];
    return [type, { ...rest, schema: { type: 'array', minItems: 1, maxItems: 2, items: withData(schema(item), item, schema) } }];
  });
  return Object.fromEntries(entries);
}

const FIELDS = ['event', 'data', 'id', 'retry'];

/** Makes `data` required, because readers skip an event without data. JSON data gets the schema of its content, as the mock serializes it. */
function withData(item: Json, original: Json, schema: (item: Json) => Json): Json {
  if (!isObject(item) || !isObject(original) || !isObject(item.properties) || !isObject(original.properties)) return item;
  const { data } = original.properties;
  if (!isObject(data) || !Object.keys(item.properties).every((name) => FIELDS.includes(name))) return item;
  const required = Array.isArray(item.required) ? item.required.filter((name: Json) => name !== 'data') : [];
  const content = data.contentSchema === undefined ? {} : { properties: { ...item.properties, data: schema(data.contentSchema) } };
  return { ...item, ...content, required: [...required, 'data'] };
}
