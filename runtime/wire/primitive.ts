// Reads a primitive value from text, by the types that the schema allows. Each type has a single lexical form.
import type { MixedShape, ObjectShape, Primitive, Shape } from '../contract/codec.ts';

/** How deep values may be nested in the style `deepObject`. The generator refuses schemas that need more. */
export const DEEP_OBJECT_LEVELS = 8;

/** Not `-0`, `+1`, `01`, ` 5`, `1e2`, `0x10`, `100.0`, nor digits other than ASCII. */
const INTEGER = /^-?(?:0|[1-9][0-9]*)$/;
/** A number as JSON writes it (RFC 8259 section 6), but not `-0`. */
const NUMBER = /^-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?$/;

/**
 * The value in the first type that the text fits. Text that fits none stays text, so that the validator reports it; with `strict` it is `undefined`.
 */
export function readPrimitive(text: string, types: Primitive | 'free', strict = false): unknown {
  for (const type of types.split('|')) {
    if (type === 'string') return text;
    if (type === 'int64') {
      if (text.length <= 20 && text !== '-0' && INTEGER.test(text)) return Number.isSafeInteger(Number(text)) ? Number(text) : BigInt(text);
    } else if (type === 'integer' || type === 'number') {
      const number = (type === 'integer' ? INTEGER : NUMBER).test(text) ? Number(text) : Number.NaN;
      const exact = type === 'integer' ? Number.isSafeInteger(number) : Number.isFinite(number);
      if (exact && !Object.is(number, -0)) return number;
    } else if (type === 'boolean') {
      if (text === 'true' || text === 'false') return text === 'true';
    } else if (type === 'null') {
      if (text === 'null') return null;
    } else if (type === `true=${text}` || type === `false=${text}`) return type.startsWith('true');
  }
  return strict ? undefined : text;
}

export function memberShape(shape: ObjectShape, key: string): Shape {
  const declared = shape.properties !== undefined && Object.hasOwn(shape.properties, key) ? shape.properties[key] : undefined;
  return declared ?? shape.additional ?? 'string';
}

export function isArrayShape(shape: Shape): shape is readonly [Shape] {
  return Array.isArray(shape);
}

export function isObjectShape(shape: Shape): shape is ObjectShape {
  return typeof shape === 'object' && !Array.isArray(shape) && !isMixedShape(shape);
}

export function isMixedShape(shape: Shape): shape is MixedShape {
  return typeof shape === 'object' && 'anyOf' in shape;
}
