// Which codec of the runtime writes and reads a parameter, a header or a body: its name there.
import type { Schema } from '../model/schema.ts';
import type { MediaContent, Parameter, ParameterShape, PrimitiveType, ResponseHeader, StreamFacts } from '../model/service.ts';
import { fieldShapeOf } from '../model/shape.ts';
import { propertyKey, stringLiteral } from './escape.ts';
import { appliedTo } from './type-scope.ts';

/** One cell of OpenAPI's table of styles (OpenAPI 3.1.1 §4.8.12.6) for the kind of value, or what `content` asks for. */
export function codecOfParameter(parameter: Pick<Parameter, 'in' | 'style' | 'explode' | 'shape' | 'contentType'>): string {
  const { contentType, style, explode, shape } = parameter;
  if (parameter.in === 'querystring' && contentType?.startsWith('application/x-www-form-urlencoded') === true) return 'querystringForm';
  if (contentType !== undefined) return codecOfContent(contentType);
  const isDelimited = style === 'spaceDelimited' || style === 'pipeDelimited';
  const word = parameter.in === 'header' ? 'header' : style;
  switch (shape.kind) {
    case 'primitive':
      return isDelimited ? 'form' : word;
    case 'array':
      // One text whether exploded or not.
      if (style === 'simple') return `${word}Array`;
      if (isDelimited) return explode ? 'formExplodeArray' : `${style}Array`;
      return `${style}${explode ? 'Explode' : ''}Array`;
    case 'object':
      if (style === 'deepObject') return style;
      if (isDelimited) return explode ? 'formExplodeObject' : `${style}Object`;
      return `${word}${explode ? 'Explode' : ''}Object`;
  }
}

/** Headers have one style, `simple` (Header Object). */
export function codecOfHeader(header: ResponseHeader): string {
  return codecOfParameter({ ...header, in: 'header', style: 'simple' });
}

function codecOfContent(contentType: string): string {
  const essence = (contentType.split(';')[0] ?? '').trim().toLowerCase();
  return essence === 'application/json' || essence.endsWith('+json') ? 'contentJson' : 'contentText';
}

/** The expression of a body's codec, given how a name of the runtime is imported. Forms carry the shapes of their fields. */
export function codecOfBody(content: MediaContent, runtime: (name: string) => string): string {
  switch (content.kind) {
    case 'json':
    case 'text':
    case 'bytes':
      return runtime(content.kind);
    case 'form':
      return `${runtime('urlencoded')}(${formShape(content.schema)})`;
    case 'multipart':
      return `${runtime('multipart')}(${formShape(content.schema)})`;
    case 'ndjson':
      return streamCodec(runtime('ndjson'), runtime('json'), content.stream);
    case 'json-seq':
      return streamCodec(runtime('jsonSeq'), runtime('json'), content.stream);
    case 'event-stream': {
      const events = [...(content.stream?.events ?? [])].map(([name, data]) => `${propertyKey(name)}: ${runtime(data)}`);
      return streamCodec(runtime('eventStream'), runtime(content.stream?.data ?? 'text'), content.stream, events);
    }
  }
}

function streamCodec(codec: string, item: string, facts: StreamFacts = {}, events: readonly string[] = []): string {
  const options = [
    ...(facts.keepAliveSeconds === undefined ? [] : [`keepAliveSeconds: ${facts.keepAliveSeconds}`]),
    ...(facts.maxItemBytes === undefined ? [] : [`maxItemBytes: ${facts.maxItemBytes}`]),
    ...(events.length === 0 ? [] : [`events: { ${events.join(', ')} }`]),
  ];
  // A bundler drops the operations that nobody uses, if it may.
  return `/* @__PURE__ */ ${codec}(${item}${options.length === 0 ? '' : `, { ${options.join(', ')} }`})`;
}

/** Fields that are not text, each with the shape of a parameter; what no style can write is JSON in its field. `''` for none. */
function formShape(schema: Schema | undefined): string {
  const fields = new Map<string, string>();
  for (const piece of schema === undefined ? [] : withAllOf(schema)) {
    for (const [name, property] of piece.properties ?? []) {
      const text = shapeText(fieldShapeOf(property));
      if (text !== "'string'") fields.set(name, text);
    }
  }
  const members = [...fields].map(([name, text]) => `${propertyKey(name)}: ${text}`);
  return members.length === 0 ? '' : `{ ${members.join(', ')} }`;
}

function withAllOf(schema: Schema): Set<Schema> {
  const met = new Set([schema]);
  for (const piece of met) for (const applied of appliedTo(piece)) met.add(applied);
  return met;
}

/** A shape as the runtime has it: `'integer|string'`, `['string']`, `{ properties: { r: 'integer' } }`. */
export function shapeText(shape: ParameterShape): string {
  switch (shape.kind) {
    case 'primitive':
      return primitive(shape.types);
    case 'array':
      return `[${shapeText(shape.items)}]`;
    case 'object': {
      const properties = [...shape.properties].map(([name, member]) => `${propertyKey(name)}: ${shapeText(member)}`);
      const fields = [
        ...(properties.length === 0 ? [] : [`properties: { ${properties.join(', ')} }`]),
        ...(shape.additional === undefined ? [] : [`additional: ${shapeText(shape.additional)}`]),
      ];
      return fields.length === 0 ? '{}' : `{ ${fields.join(', ')} }`;
    }
  }
}

function primitive(types: readonly PrimitiveType[]): string {
  return stringLiteral(types.join('|'));
}
