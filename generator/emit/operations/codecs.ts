// Prints the codecs that the model chose for parameters and headers, and their shapes; those of bodies: `body-codecs.ts`.
import type { Schema } from '../../model/schema/schema.ts';
import type { DeepObjectLists, ParameterCodecName, ParameterShape, ResponseHeader } from '../../model/service.ts';
import { hasExactIntegers } from '../held/forms.ts';
import type { HeldSchemas } from '../held/held.ts';
import { propertyKey, stringLiteral } from '../text/escape.ts';

/** The name of the codec; JSON with 64-bit integers is read without loss where users hold them so. */
export function codecName(codec: ParameterCodecName, schema: Schema | undefined, held: HeldSchemas): string {
  return codec === 'contentJson' && isWide(held) && held.hasInt64(schema) ? 'contentExactJson' : codec;
}

/** A codec of `deepObject` that writes lists in another form than numbered; other codecs as they are. */
export function withLists(codec: string, lists: DeepObjectLists | undefined, runtime: (name: string) => string): string {
  return lists === undefined ? runtime(codec) : `/* @__PURE__ */ ${runtime('deepLists')}(${runtime(codec)}, ${stringLiteral(lists)})`;
}

/** `{ name: 'X-Count', codec: header, shape: 'integer' }`. */
export function headerRow(header: ResponseHeader, runtime: (name: string) => string, held: HeldSchemas): string {
  const required = header.required ? ', required: true' : '';
  const codec = runtime(codecName(header.codec, header.schema, held));
  return `{ name: ${stringLiteral(header.name)}${required}, codec: ${codec}, shape: ${shapeText(header.shape, held)} }`;
}

/** Whether users hold 64-bit integers with all their digits. */
export function isWide(held: HeldSchemas): boolean {
  return hasExactIntegers(held.options);
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
