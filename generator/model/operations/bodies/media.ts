// Media types of a body → how its bytes are read and written, and the schema of what they say (OpenAPI 3.1, Media Type Object).
import { isStreamFormat, type StreamFormat } from '../../../base/stream-formats.ts';
import type { Description } from '../../../load/description.ts';
import { type Cause, child, type DocumentNode, dereference, members, optional } from '../../document-node.ts';
import {
  essenceOf,
  isBinary,
  isInRange,
  isJson,
  isMultipart,
  isRange,
  isTextual,
  isUrlencoded,
  isXml,
  streamFormat,
} from '../../media-type.ts';
import type { SchemaGraph } from '../../schema/graph.ts';
import type { Schema } from '../../schema/schema.ts';
import { ARRAY, intendedTypes, OBJECT, STRING } from '../../schema/types.ts';
import { isSilent, targetOf } from '../../schema/walk.ts';
import type { BodyKind, Example, MediaContent, StreamOptions } from '../../service.ts';
import { type HeaderDraft, readHeaders } from '../parameters/headers.ts';
import type { Settling } from '../settling.ts';
import { type BodyFiles, isBinaryText, withFileParts, withFiles } from './body-files.ts';
import { checkFields, readEncoding } from './encoding.ts';
import { eventItems, type KnownEvents } from './event-items.ts';
import { readExamples } from './examples.ts';
import { isSequence, partsFault, positionsOf, readParts, sequenceSchema } from './parts.ts';
import { scalarTypes } from './scalar-types.ts';
import { readStream } from './stream.ts';

/** A media type whose kind is settled once its schema is filled. */
export interface MediaDraft {
  readonly contentType: string;
  readonly node: DocumentNode;
  readonly schema?: Schema;
  /** The schema of one item (OpenAPI 3.2). */
  readonly itemSchema?: Schema;
  /** The `x-stream` of the operation, where it is for this media type. */
  readonly inherited?: DocumentNode;
  /** Whether a `schema` that is an array describes the whole of a stream, as OpenAPI 3.2 has it. */
  readonly isWhole: boolean;
  /** Headers of the parts of a multipart body, by field. */
  readonly partHeaders: ReadonlyMap<string, readonly HeaderDraft[]>;
  readonly examples: readonly Example[];
}

/** `inherited` gives the `x-stream` of the operation for a media type. */
export function readContents(
  description: Description,
  graph: SchemaGraph,
  node: DocumentNode,
  inherited?: (contentType: string) => DocumentNode | undefined,
): MediaDraft[] {
  return members(child(node, 'content')).map(([contentType, written]) => {
    const media = dereference(description, written);
    const schema = child(media, 'schema');
    const itemSchema = child(media, 'itemSchema');
    return {
      contentType,
      node: media,
      ...optional('schema', schema.value === undefined ? undefined : graph.at(schema)),
      ...optional('itemSchema', itemSchema.value === undefined ? undefined : graph.at(itemSchema)),
      ...optional('inherited', inherited?.(contentType)),
      isWhole: description.version === '3.2',
      partHeaders: readPartHeaders(description, graph, contentType, media),
      examples: readExamples(description, media),
    };
  });
}

/** "This field SHALL be ignored if the media type is not a `multipart`." */
function readPartHeaders(
  description: Description,
  graph: SchemaGraph,
  contentType: string,
  media: DocumentNode,
): MediaDraft['partHeaders'] {
  if (!isMultipart(contentType)) return new Map();
  const nodes = [...members(child(media, 'encoding')), ...positionsOf(media)];
  return new Map(nodes.map(([name, node]) => [name, readHeaders(description, graph, node)]));
}

/** The media type as it is carried, or why it is not. */
export function settleContent(draft: MediaDraft, settling: Settling): MediaContent | Cause {
  const { files, events, problems, warned } = settling;
  const { contentType, node, schema, examples } = draft;
  const cause = (message: string, at: DocumentNode = node): Cause => ({ message, location: { ...at.location, at: 'key' } });
  const asked = readStream(node, draft.inherited);
  const streamNode = child(node, 'x-stream').value === undefined ? (draft.inherited ?? node) : child(node, 'x-stream');
  if (asked !== undefined && 'message' in asked) return asked;
  const named = asked?.format ?? kindOf(contentType, schema);
  const kind = named === 'multipart' && isSequence(contentType, node, schema) ? 'parts' : named;
  let encoding: MediaContent['encoding'];
  if (kind === 'parts') return settleParts(draft, settling);
  if (isStreamFormat(kind)) {
    if (kind !== 'ndjson' && asked?.options.lineEnd !== undefined)
      return cause(`\`lineEnd\` of \`x-stream\` applies to ndjson, not to ${kind}.`, streamNode);
    return settleStream(draft, kind, asked?.options ?? {}, events, (message, fix) => {
      const { schema: whole } = draft;
      if (whole === undefined || warned.has(whole)) return;
      warned.add(whole);
      const location = { ...child(node, 'schema').location, at: 'key' } as const;
      problems.add({ code: 'keyword-without-effect', severity: 'warning', message, fix, location });
    });
  }
  switch (kind) {
    case undefined:
      return cause(`${contentType} is written as text, but its schema describes something else; no codec is known for it.`);
    case 'form':
    case 'multipart': {
      const fault = kind === 'multipart' ? partsFault(contentType, schema) : undefined;
      if (fault !== undefined) return cause(fault);
      const read = readEncoding(node, kind, schema, settling, draft.partHeaders);
      if ('message' in read) return read;
      if (read.size > 0) encoding = read;
      if (schema !== undefined) checkFields(schema, read, settling);
      break;
    }
    case 'xml': {
      const root = schema === undefined ? undefined : settling.xml.root(schema);
      if (root !== undefined && 'fault' in root)
        return cause(`${contentType} cannot be mapped to its schema: ${root.fault}.`, { ...node, location: root.schema.location });
      break;
    }
    case 'json':
    case 'text':
    case 'bytes':
      break;
  }
  for (const keyword of ['itemSchema', 'prefixEncoding', 'itemEncoding']) {
    const written = child(node, keyword);
    if (keyword === 'itemSchema' && written.value !== undefined && kind !== 'multipart')
      return cause(
        `\`itemSchema\` describes a stream, and ${contentType} does not say how its items are separated: add \`x-stream\`.`,
        written,
      );
    if (written.value !== undefined) return cause(`\`${keyword}\` applies to multipart bodies whose parts have no names.`, written);
  }
  const streamed = asked?.format === 'bytes';
  if (asked !== undefined && !streamed)
    return cause(`${contentType} does not name a stream format: \`x-stream\` must have a \`format\`.`, streamNode);
  const carried = schema === undefined ? undefined : carriedSchema(draft, kind, schema, files, encoding);
  const scalar = kind !== 'text' || schema === undefined ? undefined : scalarTypes(schema);
  return {
    contentType,
    ...sentFor(contentType, kind),
    kind,
    ...(streamed ? { streamed } : {}),
    ...optional('encoding', encoding),
    ...optional('schema', carried),
    ...optional('scalar', scalar),
    // An example that is a text is XML itself; the value that users hold is another.
    examples: kind === 'xml' ? examples.filter(({ value }) => typeof value !== 'string') : examples,
    location: node.location,
  };
}

/** A multipart body as the list of its parts. */
function settleParts(
  { contentType, node, schema, itemSchema, partHeaders, examples }: MediaDraft,
  settling: Settling,
): MediaContent | Cause {
  const fault = partsFault(contentType, schema);
  if (fault !== undefined) return { message: fault, location: { ...node.location, at: 'key' } };
  const parts = readParts(node, partHeaders, settling);
  if ('message' in parts) return parts;
  const carried = withFileParts(sequenceSchema(node, schema, itemSchema), parts, node.location.pointer);
  return { contentType, kind: 'parts', parts, schema: carried, examples, location: node.location };
}

/** The media type that is sent for each kind of body where the document declares a range. A file brings its own. */
const USUAL: Readonly<Record<Exclude<BodyKind, 'bytes' | 'parts'>, string>> = {
  json: 'application/json',
  form: 'application/x-www-form-urlencoded',
  multipart: 'multipart/form-data',
  text: 'text/plain',
  xml: 'application/xml',
  ndjson: 'application/x-ndjson',
  'json-seq': 'application/json-seq',
  'event-stream': 'text/event-stream',
};

function sentFor(contentType: string, kind: BodyKind): Pick<MediaContent, 'sent'> {
  return isRange(contentType) && kind !== 'bytes' && kind !== 'parts' && isInRange(USUAL[kind], contentType) ? { sent: USUAL[kind] } : {};
}

/** The schema is that of one item. */
function settleStream(
  draft: MediaDraft,
  kind: StreamFormat,
  options: StreamOptions,
  events: KnownEvents,
  warn: (message: string, fix: string) => void,
): MediaContent | Cause {
  const { contentType, node, schema, itemSchema, examples } = draft;
  const { location } = node;
  if (itemSchema !== undefined && schema !== undefined)
    warn(
      '`schema` beside `itemSchema` is not checked: it describes the whole of a stream, which is never in memory at once.',
      'Say in `itemSchema` what holds for each item.',
    );
  const isText = kind !== 'event-stream' && itemSchema === undefined && schema !== undefined && isPlainText(schema);
  if (isText)
    warn(
      '`type: string` alone is taken for the text of the whole stream, as frameworks write it, so that its items may be any JSON.',
      'Write the schema of one item; for items that are strings, `itemSchema` (OpenAPI 3.2), or `minLength: 0` beside the type.',
    );
  const item = itemSchema ?? (isText ? undefined : draft.isWhole && schema !== undefined ? itemOf(schema) : schema);
  const content = { contentType, ...sentFor(contentType, kind), kind, examples, location };
  if (kind !== 'event-stream') return { ...content, ...optional('schema', item), stream: options };
  const key = `${location.source.display}#${location.pointer}`;
  const outcome = eventItems(item, key, location, events);
  if ('message' in outcome) return outcome;
  return { ...content, schema: outcome.schema, stream: { ...options, data: outcome.data, events: outcome.events } };
}

/** OpenAPI 3.2, "Sequential Media Types": `schema` describes a stream as the array of its items. */
function itemOf(schema: Schema): Schema | undefined {
  const whole = targetOf(schema);
  return intendedTypes(whole) === ARRAY ? whole.items : schema;
}

/** A schema that says nothing but that the value is a string. */
function isPlainText(schema: Schema): boolean {
  const target = targetOf(schema);
  const said = Object.keys(target).filter((keyword) => !['key', 'location', 'name', 'type'].includes(keyword) && !isSilent(keyword));
  return said.length === 0 && target.type?.length === 1 && target.type[0] === 'string';
}

function carriedSchema(
  { node }: MediaDraft,
  kind: BodyKind,
  schema: Schema,
  files: BodyFiles,
  encoding: MediaContent['encoding'],
): Schema | undefined {
  // Bytes are a Blob at both ends: a schema says nothing of one that could be checked.
  if (kind === 'bytes') return undefined;
  if (kind !== 'multipart') return schema;
  const facts = [...(encoding ?? [])].flatMap(([name, field]) =>
    field.kind === 'content' ? [[name, { isFile: !field.contentTypes.every(isTextual), headers: field.headers ?? [] }] as const] : [],
  );
  const changed = new Map(facts.filter(([, { isFile, headers }]) => isFile || headers.length > 0));
  return withFiles(schema, files, changed, node.location.pointer);
}

/** `undefined`: the schema describes something that the media type's codec cannot give. */
function kindOf(contentType: string, schema?: Schema): BodyKind | undefined {
  // Documents without a media type of the file say JSON; a text of bytes has no form in JSON.
  if (isJson(contentType)) return schema !== undefined && isBinaryText(schema) ? 'bytes' : 'json';
  const type = essenceOf(contentType);
  const format = streamFormat(type);
  if (format !== undefined) return format;
  if (isUrlencoded(type)) return 'form';
  // A body that is described as bytes is a whole multipart message, with its boundary, that another program has written.
  if (isMultipart(type)) return schema !== undefined && isBinaryText(schema) ? 'bytes' : 'multipart';
  // A picture is bytes, even if it has a schema.
  if (isBinary(type)) return 'bytes';
  const isText = schema === undefined || (intendedTypes(schema) & STRING) !== 0;
  if (isXml(type)) return schema === undefined || isText ? 'text' : 'xml';
  if (type.startsWith('text/')) return isText || (intendedTypes(schema) & (ARRAY | OBJECT)) === 0 ? 'text' : undefined;
  if (type === '*/*' && schema !== undefined && saysText(schema)) return 'text';
  if (isText) return 'bytes';
  // A vendor's own name for a structure, whose format neither a suffix nor the name tells: it is read as JSON.
  const isOpaque = type.startsWith('*/') || (/^application\/[^+]+$/.test(type) && !/yaml|cbor|msgpack|protobuf|avro/.test(type));
  return isOpaque ? 'json' : undefined;
}

/** Whether a body of any media type is text by its schema, and cannot be bytes or an object. */
function saysText(schema: Schema): boolean {
  const types = intendedTypes(schema);
  return (types & STRING) !== 0 && (types & (ARRAY | OBJECT)) === 0 && !isBinaryText(schema);
}
