// Chooses the codec of the runtime that encodes and decodes a parameter or a header; those of bodies: `body-codecs.ts`.

import { isJson, isQueryForm } from '../../model/media-type.ts';
import type { Schema } from '../../model/schema/schema.ts';
import type { DeepObjectLists, Parameter, ParameterShape, ResponseHeader } from '../../model/service.ts';
import type { HeldSchemas } from '../held/held.ts';
import { propertyKey, stringLiteral } from '../text/escape.ts';

/** The codec for the style and the kind of value (OpenAPI 3.1.1 §4.8.12.6), or for the media type of `content`. */
export function codecOfParameter(
  parameter: Pick<Parameter, 'in' | 'style' | 'explode' | 'shape' | 'contentType'> & { readonly schema?: Schema },
  held?: HeldSchemas,
): string {
  const { contentType, style, explode, shape } = parameter;
  if (isQueryForm(parameter)) return 'querystringForm';
  if (contentType !== undefined) return codecOfContent(contentType, parameter.schema, held);
  const isDelimited = style === 'spaceDelimited' || style === 'pipeDelimited';
  const word = parameter.in === 'header' ? 'header' : style;
  switch (shape.kind) {
    case 'primitive':
      return isDelimited || style === 'deepObject' ? 'form' : word;
    case 'mixed':
    case 'free':
      return 'deepValue';
    case 'array':
      if (style === 'deepObject') return 'deepValue';
      // The text is the same, exploded or not.
      if (style === 'simple') return `${word}Array`;
      if (isDelimited) return explode ? 'formExplodeArray' : `${style}Array`;
      return `${style}${explode ? 'Explode' : ''}Array`;
    case 'object':
      if (style === 'deepObject') return style;
      if (isDelimited) return explode ? 'formExplodeObject' : `${style}Object`;
      return `${word}${explode ? 'Explode' : ''}Object`;
  }
}

/** A codec of `deepObject` that writes lists in another form than numbered; other codecs as they are. */
export function withLists(codec: string, lists: DeepObjectLists | undefined, runtime: (name: string) => string): string {
  return lists === undefined ? runtime(codec) : `/* @__PURE__ */ ${runtime('deepLists')}(${runtime(codec)}, ${stringLiteral(lists)})`;
}

/** `{ name: 'X-Count', codec: header, shape: 'integer' }`. */
export function headerRow(header: ResponseHeader, runtime: (name: string) => string, held: HeldSchemas): string {
  const required = header.required ? ', required: true' : '';
  const codec = runtime(codecOfHeader(header, held));
  return `{ name: ${stringLiteral(header.name)}${required}, codec: ${codec}, shape: ${shapeText(header.shape, held)} }`;
}

/** Headers have one style, `simple` (Header Object). */
function codecOfHeader(header: ResponseHeader, held: HeldSchemas): string {
  const codec = codecOfParameter({ ...header, in: 'header', style: 'simple' }, held);
  if (header.name.toLowerCase() !== 'set-cookie') return codec;
  return codec === 'header' || codec === 'contentText' ? 'setCookie' : codec === 'headerArray' ? 'setCookieArray' : codec;
}

export function codecOfContent(contentType: string, schema: Schema | undefined, held: HeldSchemas | undefined): string {
  if (!isJson(contentType)) return 'contentText';
  return held !== undefined && isWide(held) && held.hasInt64(schema) ? 'contentExactJson' : 'contentJson';
}

/** Whether users hold 64-bit integers with all their digits. */
export function isWide(held: HeldSchemas): boolean {
  return held.options.int64 !== 'number';
}

/** A shape in the runtime's notation: `'integer|string'`, `['string']`, `{ properties: { r: 'integer' } }`. */
export function shapeText(shape: ParameterShape, held: HeldSchemas): string {
  switch (shape.kind) {
    case 'primitive':
      return stringLiteral(shape.types.map((type) => (type === 'int64' && !isWide(held) ? 'integer' : type)).join('|'));
    case 'array':
      return `[${shapeText(shape.items, held)}]`;
    case 'mixed':
      return `{ anyOf: [${shape.shapes.map((one) => shapeText(one, held)).join(', ')}] }`;
    case 'free':
      return stringLiteral(shape.kind);
    case 'object': {
      const properties = [...shape.properties].map(([name, member]) => `${propertyKey(name)}: ${shapeText(member, held)}`);
      const fields = [
        ...(properties.length === 0 ? [] : [`properties: { ${properties.join(', ')} }`]),
        ...(shape.additional === undefined ? [] : [`additional: ${shapeText(shape.additional, held)}`]),
      ];
      return fields.length === 0 ? '{}' : `{ ${fields.join(', ')} }`;
    }
  }
}
