// Media types of a body → how its bytes are read and written, and the schema of what they say (OpenAPI 3.1, Media Type Object).
import type { Description } from '../load/description.ts';
import { isObject } from '../load/pointer.ts';
import { type BodyFiles, withFiles } from './body-files.ts';
import { type Cause, child, dereference, members, optional, type Place, text } from './place.ts';
import type { Schema } from './schema.ts';
import type { SchemaGraph } from './schema-graph.ts';
import type { BodyKind, Example, MediaContent } from './service.ts';
import { possibleTypes, STRING } from './shape.ts';

/** A media type whose kind is settled once its schema is filled. */
export interface MediaDraft {
  readonly contentType: string;
  readonly place: Place;
  readonly schema?: Schema;
  readonly examples: readonly Example[];
}

export function readContents(description: Description, graph: SchemaGraph, place: Place): MediaDraft[] {
  return members(child(place, 'content')).map(([contentType, written]) => {
    const media = dereference(description, written);
    const schema = child(media, 'schema');
    return {
      contentType,
      place: media,
      ...optional('schema', schema.value === undefined ? undefined : graph.at(schema)),
      examples: readExamples(description, media),
    };
  });
}

/** `example`, or each of `examples` that has its value in the document. */
export function readExamples(description: Description, place: Place): Example[] {
  const single = child(place, 'example').value;
  if (single !== undefined) return [{ name: 'example', value: single }];
  const found: Example[] = [];
  for (const [name, written] of members(child(place, 'examples'))) {
    const example = dereference(description, written);
    // OpenAPI 3.2 parts the value as data from its text on the wire.
    const value = child(example, 'value').value ?? child(example, 'dataValue').value;
    if (value !== undefined) found.push({ name, ...optional('summary', text(example, 'summary')), value });
  }
  return found;
}

/** The media type as it is carried, or why it is not. */
export function settleContent(draft: MediaDraft, files: BodyFiles): MediaContent | Cause {
  const { contentType, place, schema, examples } = draft;
  const cause = (message: string, at: Place = place): Cause => ({ message, location: { ...at.location, at: 'key' } });
  const kind = kindOf(contentType, schema);
  switch (kind) {
    case undefined:
      return cause(`${contentType} is written as text, but its schema describes something else; no codec is known for it.`);
    case 'ndjson':
    case 'json-seq':
    case 'event-stream':
      return cause(`${contentType} is a stream of items, which is not carried yet.`);
    case 'form':
    case 'multipart': {
      const encoding = child(place, 'encoding');
      if (isObject(encoding.value) && Object.keys(encoding.value).length > 0) {
        return cause('`encoding` of single fields is not carried yet.', encoding);
      }
      break;
    }
    case 'json':
    case 'text':
    case 'bytes':
      break;
  }
  for (const keyword of ['itemSchema', 'prefixEncoding', 'itemEncoding']) {
    const written = child(place, keyword);
    if (written.value !== undefined) return cause(`\`${keyword}\` is not carried yet.`, written);
  }
  const carried = schema === undefined ? undefined : carriedSchema(kind, schema, files);
  return { contentType, kind, ...optional('schema', carried), examples, location: place.location };
}

function carriedSchema(kind: BodyKind, schema: Schema, files: BodyFiles): Schema | undefined {
  // Bytes are a Blob at both ends: a schema says nothing of one that could be checked.
  if (kind === 'bytes') return undefined;
  return kind === 'multipart' ? withFiles(schema, files) : schema;
}

const XML = /^(?:application|text)\/(?:[^;]*\+)?xml$/;

/** `undefined`: the schema describes something that the media type's codec cannot give. */
function kindOf(contentType: string, schema?: Schema): BodyKind | undefined {
  const type = (contentType.split(';')[0] ?? '').trim().toLowerCase();
  const [family = '', subtype = ''] = type.split('/');
  const suffixes = subtype.split('+');
  if (suffixes.includes('json')) return 'json';
  if (/^(?:x-)?(?:ndjson|jsonl|json-?lines)$/.test(subtype)) return 'ndjson';
  if (suffixes.includes('json-seq')) return 'json-seq';
  if (type === 'text/event-stream') return 'event-stream';
  if (type === 'application/x-www-form-urlencoded') return 'form';
  if (family === 'multipart') return 'multipart';
  const stringly = schema === undefined || (possibleTypes(schema) & STRING) !== 0;
  if (family === 'text' || XML.test(type)) return stringly ? 'text' : undefined;
  if (stringly) return 'bytes';
  // A vendor's own name for a structure: with no format told, and none but JSON in a schema's reach, it is JSON.
  const opaque = family === '*' || (family === 'application' && suffixes.length === 1 && !/yaml|cbor|msgpack|protobuf|avro/.test(subtype));
  return opaque ? 'json' : undefined;
}
