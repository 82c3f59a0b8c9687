// Encodes an array in the styles of OpenAPI's parameter table.
import type { Encodable } from '../contract/codec.ts';
import { named, writeText } from './encode.ts';
import { layoutOf } from './layout.ts';
import { percentEncode } from './text.ts';

/** A value that is not an array is a list of one: a schema may allow both. `undefined` for an empty list. */
export function writeList(parameter: Encodable, value: unknown, operation?: string): string | undefined {
  const { codec, in: where } = parameter;
  const items: readonly unknown[] = Array.isArray(value) ? value : [value];
  if (items.length === 0) return undefined;
  const texts = items.map((item) => writeText(parameter, item, operation, true));
  const [prefix, separator, delimiter] = layoutOf(codec.style, where);
  if (!codec.explode) return prefix + labelled(parameter, texts.join(delimiter));
  return prefix + texts.map((text) => labelled(parameter, text)).join(separator);
}

/** The text with the parameter's name before it, in styles that write names. */
export function labelled(parameter: Encodable, text: string): string {
  const { style } = parameter.codec;
  if (style === 'matrix') return matrixNamed(parameter, text);
  return style === 'simple' || style === 'label' ? text : named(parameter, text);
}

/** RFC 6570 section 3.2.7: an empty value is `;name`, without `=`. */
export function matrixNamed(parameter: Encodable, text: string): string {
  return text === '' ? `${percentEncode(parameter.name)}` : named(parameter, text);
}
