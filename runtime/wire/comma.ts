// Reads commas as tolerantly as servers do: encoded ones that separate values, and those that join the lines of a repeated header.

import type { Comma } from '../contract/codec.ts';

/** A parameter or field as a server reads it, which is `lenient` or strict. */
export function withTolerance<P extends { readonly comma?: Comma | undefined }>(parameter: P, lenient: boolean): P {
  return lenient || parameter.comma === 'encoded' ? parameter : { ...parameter, comma: undefined };
}

/** The text with the commas that separate its values written as commas. */
export function literalCommas(text: string, comma: Comma | undefined): string {
  const isPlain = comma === undefined || !text.includes('%') || (comma !== 'separator' && text.includes(','));
  return isPlain ? text : text.replace(/%2C/gi, ',');
}

/**
 * The value of a header that was sent several times with the same value: platforms join its lines by a comma and a space. Text that is not such
 * a repetition is returned as it is.
 */
export function withoutRepetition(text: string): string {
  if (!text.includes(', ')) return text;
  const parts = text.split(', ');
  for (let size = 1; size <= parts.length / 2; size++) {
    if (parts.length % size === 0 && parts.every((part, index) => part === parts[index % size])) return parts.slice(0, size).join(', ');
  }
  return text;
}
