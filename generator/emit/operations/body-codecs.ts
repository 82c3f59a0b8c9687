// Chooses the codec of the runtime that encodes and decodes a body, with the shapes and encodings of the fields or parts that it holds.

import { essenceOf, isMultipart, isRange, isTextual } from '../../model/media-type.ts';
import { contentCodecOf } from '../../model/operations/parameters/parameter-codec.ts';
import { fieldShapeOf } from '../../model/operations/parameters/parameter-shape.ts';
import { conjuncts, propertiesOf } from '../../model/schema/conjuncts.ts';
import type { Schema } from '../../model/schema/schema.ts';
import { intendedTypes, STRING } from '../../model/schema/types.ts';
import type {
  BodyKind,
  EventData,
  FieldEncoding,
  MediaContent,
  Parameter,
  ParameterShape,
  PartFacts,
  PrimitiveType,
  StreamFacts,
} from '../../model/service.ts';
import type { HeldSchemas } from '../held/held.ts';
import { propertyKey, stringLiteral } from '../text/escape.ts';
import { codecName, headerRow, isWide, shapeText, withLists } from './codecs.ts';

/** The arguments of the codec for a query string that is a form. */
export function queryFormArguments({ schema, encoding }: Parameter, runtime: (name: string) => string, held: HeldSchemas): string {
  const texts = formArguments({ kind: 'form', schema, ...(encoding === undefined ? {} : { encoding }) }, runtime, held);
  if (!isWide(held) || !held.hasInt64(schema)) return texts;
  return `${texts === '' ? '{}, {}' : encoding === undefined ? `${texts}, {}` : texts}, ${runtime('exactFields')}`;
}

/** The expression of a body's codec; that of a range says which media type is sent. */
export function codecOfBody(
  content: MediaContent,
  runtime: (name: string) => string,
  held: HeldSchemas,
  message: 'request' | 'response',
): string {
  const codec = plainCodec(content, runtime, held, message);
  return isSentAsFile(content) ? rangedCodec(content, codec, runtime) : codec;
}

/** Whether the media type that is sent is not in the document: that of a range, or a multipart message's, which names its boundary. */
function isSentAsFile({ contentType, kind }: MediaContent): boolean {
  return isRange(contentType) || (kind === 'bytes' && isMultipart(contentType));
}

/** A codec of a media type that is a range, or that is sent with a parameter of its own. */
export function rangedCodec({ kind, sent }: MediaContent, codec: string, runtime: (name: string) => string): string {
  const type = kind === 'bytes' ? `, ${runtime('typeOfFile')}` : sent === undefined ? '' : `, ${stringLiteral(sent)}`;
  return `/* @__PURE__ */ ${runtime('ranged')}(${codec}${type})`;
}

/**
 * The expression of a body's codec; `runtime` imports a name of the runtime. Forms have the shapes of their fields. JSON with 64-bit
 * integers is parsed without loss; servers always parse requests without loss.
 */
function plainCodec(content: MediaContent, runtime: (name: string) => string, held: HeldSchemas, message: 'request' | 'response'): string {
  const exact = (codec: string): string => {
    if (!held.hasInt64(content.schema)) return codec;
    if (isWide(held)) return `/* @__PURE__ */ ${runtime('exact')}(${codec})`;
    return message === 'response' ? `/* @__PURE__ */ ${runtime('strict')}(${codec})` : codec;
  };
  switch (content.kind) {
    case 'json':
      return exact(runtime('json'));
    case 'text':
      if (content.scalar === undefined) return runtime(essenceOf(content.contentType) === '*/*' ? 'anyText' : 'text');
      return `/* @__PURE__ */ ${runtime('scalar')}(${shapeText({ kind: 'primitive', types: content.scalar }, held)})`;
    case 'xml':
      // `xml-rows.ts` prints it, with its mapping.
      return runtime('xml');
    case 'bytes':
      return runtime(content.streamed === true ? 'byteStream' : 'bytes');
    case 'form':
      return exact(`/* @__PURE__ */ ${runtime('urlencoded')}(${formArguments(content, runtime, held)})`);
    case 'multipart':
      return exact(`/* @__PURE__ */ ${runtime('multipart')}(${formArguments(content, runtime, held)})`);
    case 'parts':
      return exact(`/* @__PURE__ */ ${runtime('parts')}(${partsArguments(content, runtime, held)})`);
    case 'ndjson':
      return streamCodec(runtime('ndjson'), exact(runtime('json')), content.stream);
    case 'json-seq':
      return streamCodec(runtime('jsonSeq'), exact(runtime('json')), content.stream);
    case 'event-stream': {
      const dataCodec = (data: EventData): string => (data === 'json' ? exact(runtime(data)) : runtime(data));
      const events = [...(content.stream?.events ?? [])].map(([name, data]) => `${propertyKey(name)}: ${dataCodec(data)}`);
      return streamCodec(runtime('eventStream'), dataCodec(content.stream?.data ?? 'text'), content.stream, events);
    }
  }
}

/**
 * Words that name the codec of a body together with its media type: `''` where the media type is enough, `exact`, `ndjson keep alive 20`.
 * `undefined` where a few words cannot name it.
 */
export function codecWord(content: MediaContent, held: HeldSchemas, message: 'request' | 'response'): string | undefined {
  const { kind, contentType, stream } = content;
  const json = !held.hasInt64(content.schema) ? '' : isWide(held) ? 'exact' : message === 'response' ? 'strict' : '';
  switch (kind) {
    case 'json':
      return json;
    case 'text':
      if (content.scalar !== undefined) return scalarWords(content.scalar);
      return contentType.startsWith('text/') ? '' : kind;
    case 'bytes':
      if (isMultipart(contentType)) return undefined;
      return content.streamed === true ? 'byte stream' : contentType.startsWith('text/') ? kind : '';
    case 'form':
    case 'multipart':
    case 'parts':
    case 'xml':
      return undefined;
    case 'ndjson':
    case 'json-seq':
      return [kind, json, ...optionWords(stream)].join(' ');
    case 'event-stream':
      return stream?.events === undefined ? ['events', stream?.data ?? 'text', json, ...optionWords(stream)].join(' ') : undefined;
  }
}

/** `integer null`; `undefined` where a boolean has words of the document. */
function scalarWords(types: readonly PrimitiveType[]): string | undefined {
  return types.some((type) => type.includes('=')) ? undefined : types.join(' ');
}

function optionWords({ keepAliveSeconds, maxItemBytes, lineEnd, end }: StreamFacts = {}): string[] {
  return [
    ...(keepAliveSeconds === undefined ? [] : [`keep alive ${keepAliveSeconds}`]),
    ...(maxItemBytes === undefined ? [] : [`max item ${maxItemBytes}`]),
    ...(lineEnd === undefined ? [] : [lineEnd]),
    ...(end === undefined ? [] : [`end ${end}`]),
  ];
}

function streamCodec(codec: string, item: string, facts: StreamFacts = {}, events: readonly string[] = []): string {
  const options = [
    ...(facts.keepAliveSeconds === undefined ? [] : [`keepAliveSeconds: ${facts.keepAliveSeconds}`]),
    ...(facts.maxItemBytes === undefined ? [] : [`maxItemBytes: ${facts.maxItemBytes}`]),
    ...(facts.lineEnd === undefined ? [] : [`lineEnd: ${stringLiteral(facts.lineEnd)}`]),
    ...(facts.end === undefined ? [] : [`end: ${stringLiteral(facts.end)}`]),
    ...(events.length === 0 ? [] : [`events: { ${events.join(', ')} }`]),
  ];
  // The annotation lets a bundler drop unused operations.
  return `/* @__PURE__ */ ${codec}(${item}${options.length === 0 ? '' : `, { ${options.join(', ')} }`})`;
}

/** The shapes of fields, and their encodings if the document has any. `''` if all fields are strings. */
function formArguments(
  { kind, schema, encoding }: Pick<MediaContent, 'kind' | 'schema' | 'encoding'>,
  runtime: (name: string) => string,
  held: HeldSchemas,
): string {
  const shapes = formShape(schema, held, encoding);
  const fields = [...(encoding ?? [])].flatMap(([name, field]) => {
    const property = withAllOfProperty(schema, name);
    const members = fieldEncoding(field, kind, property, runtime, held);
    return members.length === 0 ? [] : [`${propertyKey(name)}: { ${members.join(', ')} }`];
  });
  return fields.length === 0 ? shapes : `${shapes || '{}'}, { ${fields.join(', ')} }`;
}

/** How the parts of a list are written: those after the first ones, and the first ones. */
function partsArguments(
  { schema, parts = { first: [], rest: { contentTypes: [], headers: [] } } }: MediaContent,
  runtime: (name: string) => string,
  held: HeldSchemas,
): string {
  const lists = schema === undefined ? [] : conjuncts([schema]);
  const find = (choose: (list: Schema) => Schema | undefined): Schema | undefined => lists.map(choose).find((part) => part !== undefined);
  const partText = (part: Schema | undefined, { contentTypes, headers }: PartFacts): string => {
    const body = headers.length > 0 ? (part?.properties?.get('body') ?? part) : part;
    const isFile = body !== undefined && conjuncts([body]).some(({ file }) => file === true);
    // Where texts are allowed, a text is one: other values are sent as JSON.
    const mayBeText = body === undefined || (intendedTypes(body) & STRING) !== 0;
    const shape = mayBeText || isFile ? undefined : fieldShapeOf(body);
    const fields = [
      ...(shape === undefined ? [] : [`shape: ${shapeText(shape, held)}`]),
      ...(isFile ? ['file: true'] : []),
      ...fieldEncoding({ kind: 'content', contentTypes, headers }, 'multipart', undefined, runtime, held),
    ];
    return fields.length === 0 ? '{}' : `{ ${fields.join(', ')} }`;
  };
  const items = find((list) => list.items);
  const rest = partText(items, parts.rest);
  const length = Math.max(parts.first.length, ...lists.map(({ prefixItems }) => prefixItems?.length ?? 0));
  const first = Array.from({ length }, (_, index) =>
    partText(find((list) => list.prefixItems?.[index]) ?? items, parts.first[index] ?? parts.rest),
  );
  if (first.length === 0) return rest === '{}' ? '' : rest;
  return `${rest}, [${first.join(', ')}]`;
}

function withAllOfProperty(schema: Schema | undefined, name: string): Schema | undefined {
  const pieces = schema === undefined ? [] : conjuncts([schema]);
  return pieces.map((piece) => piece.properties?.get(name)).find((property) => property !== undefined);
}

function fieldEncoding(
  field: FieldEncoding,
  kind: BodyKind,
  property: Schema | undefined,
  runtime: (name: string) => string,
  held: HeldSchemas,
): string[] {
  if (field.kind === 'style') {
    const codec = withLists(field.codec, field.lists, runtime);
    const comma = field.comma === undefined ? [] : [`comma: ${stringLiteral(field.comma)}`];
    return [`codec: ${codec}`, ...comma, ...(field.allowReserved ? [`escape: ${runtime('reserved')}`] : [])];
  }
  if (kind === 'multipart') {
    const { contentTypes, headers = [] } = field;
    return [
      ...(contentTypes.length === 0 ? [] : [`contentTypes: [${contentTypes.map(stringLiteral).join(', ')}]`]),
      ...(headers.length === 0 ? [] : [`headers: [${headers.map((header) => headerRow(header, runtime, held)).join(', ')}]`]),
    ];
  }
  // In a form, a string is written the same way for every text media type.
  const [first = ''] = field.contentTypes;
  const codec = codecName(contentCodecOf(first), property, held);
  return codec === 'contentText' ? [] : [`codec: ${runtime(codec)}`];
}

/**
 * The fields that are not strings, each with the shape of a parameter; a value that no style can write is JSON in its field. `''` if there are none.
 * Strings are listed beside an exploded object, which would take them for properties of its own.
 */
function formShape(schema: Schema | undefined, held: HeldSchemas, encoding?: ReadonlyMap<string, FieldEncoding>): string {
  const fields = new Map<string, string>();
  const isExploded = [...(encoding?.values() ?? [])].some((own) => own.kind === 'style' && isOpenExploded(own));
  const schemas = schema === undefined ? [] : [schema];
  // A field of some branches may be what one of them says.
  const properties = new Map([...propertiesOf(schemas)].map(([name, all]) => [name, all.length === 1 ? all[0] : oneOfThem(all)] as const));
  for (const piece of conjuncts(schemas)) for (const [name, property] of piece.properties ?? []) properties.set(name, property);
  for (const [name, property] of properties) {
    if (property === undefined) continue;
    const own = encoding?.get(name);
    const shape = own?.kind === 'style' ? own.shape : fieldShapeOf(bodyOfPart(property, own));
    if (isExploded || !isText(shape) || isOddText(bodyOfPart(property, own), own)) fields.set(name, shapeText(shape, held));
  }
  const members = [...fields].map(([name, text]) => `${propertyKey(name)}: ${text}`);
  return members.length === 0 ? '' : `{ ${members.join(', ')} }`;
}

function isOpenExploded({ style, explode, shape }: Pick<Parameter, 'style' | 'explode' | 'shape'>): boolean {
  return explode && style !== 'deepObject' && shape.kind === 'object' && shape.additional !== undefined;
}

function isText(shape: ParameterShape): boolean {
  return shape.kind === 'primitive' && shape.types.length === 1 && shape.types[0] === 'string';
}

function oneOfThem(schemas: readonly Schema[]): Schema | undefined {
  const [first] = schemas;
  return first === undefined ? undefined : { key: `${first.key}@field`, location: first.location, anyOf: schemas };
}

/** Whether the field is a text whose part has a media type that would be taken for a file's, such as application/sdp. */
function isOddText(property: Schema, own: FieldEncoding | undefined): boolean {
  if (own?.kind !== 'content' || own.contentTypes.every(isTextual)) return false;
  return (intendedTypes(property) & STRING) !== 0 && !conjuncts([property]).some(({ file }) => file === true);
}

/** The schema of a part's body, or of an array of such bodies. */
function bodyOfPart(property: Schema, encoding: FieldEncoding | undefined): Schema {
  if (encoding?.kind !== 'content' || encoding.headers === undefined) return property;
  const { items } = property;
  const inner = items?.properties?.get('body');
  if (inner !== undefined) return { ...property, items: inner };
  return property.properties?.get('body') ?? property;
}
