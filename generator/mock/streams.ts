// Media types that are streams, as Prism can mock them: an answer is a short list of items, and what is sent is not judged.
import type { Json, JsonObject } from '../load/description.ts';
import { isObject, own } from '../load/pointer.ts';
import { essenceOf } from '../model/media-type.ts';
import { streamFormat } from '../model/operations/stream.ts';

/**
 * The media types of a request body or a response, converted already. `written` is the original of one, its references followed; `schema`
 * converts an item's.
 */
export function convertStreams(
  kind: 'body' | 'response',
  content: JsonObject,
  written: (type: string) => JsonObject,
  schema: (item: Json) => Json,
): JsonObject {
  const entries = Object.entries(content).map(([type, media]): [string, Json | undefined] => {
    const original = written(type);
    const isStream = streamFormat(essenceOf(type)) !== undefined || Object.hasOwn(original, 'x-stream');
    if (!isStream || !isObject(media)) return [type, media];
    const { schema: whole, ...rest } = media;
    // Prism would hold the text of the stream against the schema of an item.
    if (kind === 'body') return [type, rest];
    const item = own(original, 'itemSchema');
    if (item === undefined || whole !== undefined) return [type, media];
    return [type, { ...rest, schema: { type: 'array', minItems: 1, maxItems: 2, items: withData(schema(item), item, schema) } }];
  });
  return Object.fromEntries(entries);
}

const FIELDS = ['event', 'data', 'id', 'retry'];

/** An event always with data, or nobody would hear of it; where that is JSON in a text, what it says, since the mock writes data as JSON. */
function withData(item: Json, original: Json, schema: (item: Json) => Json): Json {
  if (!isObject(item) || !isObject(original) || !isObject(item.properties) || !isObject(original.properties)) return item;
  const { data } = original.properties;
  if (!isObject(data) || !Object.keys(item.properties).every((name) => FIELDS.includes(name))) return item;
  const required = Array.isArray(item.required) ? item.required.filter((name: Json) => name !== 'data') : [];
  const content = data.contentSchema === undefined ? {} : { properties: { ...item.properties, data: schema(data.contentSchema) } };
  return { ...item, ...content, required: [...required, 'data'] };
}
