// Finds the names of hosts in texts: labels between full stops, the last of which begins with a top-level domain.

import { domainToASCII } from 'node:url';
import topLevelDomains from 'tlds' with { type: 'json' };

/** Names for examples (RFC 2606, section 2), which documents and developers use, are found too. */
const TOP_LEVEL = new Set<string>([...topLevelDomains, 'example']);
/** In UTF-16 units. */
export const LONGEST_TOP_LEVEL = Math.max(...topLevelDomains.map(({ length }) => length));

/** RFC 1035, section 2.3.4, in octets. */
const LONGEST_LABEL = 63;
const LONGEST_NAME = 253;

/** Latin letters with accents, as they stand in names and paths. */
export const ACCENTED =
  '\\u00c0-\\u00d6\\u00d8-\\u00f6\\u00f8-\\u00ff\\u0100-\\u024f\\u0253\\u0254\\u0256\\u0257\\u0259\\u025b\\u0263\\u0268\\u026f\\u0272\\u0289\\u028b\\u02bb\\u0300-\\u036f\\u1e00-\\u1eff';

/** What no label has: ASCII punctuation, white space, control characters of the direction of a text, and what is no character. */
const NO_LABEL = '!-,\\/:-@[-^`{-~\\s\\p{Cc}\\u061c\\u200e\\u200f\\u202a-\\u202e\\u2066-\\u2069\\ufeff\\ufffe\\uffff';
/** Labels with the full stops between them. */
const RUN = new RegExp(`[^${NO_LABEL}]+`, 'gu');
/** The same without characters of other scripts, and without underscores. */
const PLAIN_RUN = new RegExp(`[-.0-9A-Za-z${ACCENTED}]+`, 'gu');

/** A part of a text, in UTF-16 units. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

/** Where names of hosts can be. */
export function hostRuns(text: string): readonly Span[] {
  return spans(text, RUN, 0);
}

/** Where names of hosts can be that stand in a text without a protocol. */
export function plainRuns(text: string, { start, end }: Span): readonly Span[] {
  return spans(text.slice(start, end), PLAIN_RUN, start);
}

function spans(text: string, pattern: RegExp, from: number): readonly Span[] {
  return [...text.matchAll(pattern)].map(({ 0: run, index }) => ({ start: from + index, end: from + index + run.length }));
}

/** The end of the longest host that begins where a run begins; undefined where none does. */
export function hostEnd(text: string, { start, end }: Span): number | undefined {
  let found: number | undefined;
  let from = start;
  for (let before = ''; from < end; ) {
    const stop = text.indexOf('.', from);
    const last = stop < 0 || stop > end ? end : stop;
    const label = text.slice(from, last);
    if (before !== '' && !before.includes('_')) {
      const length = topLevelIn(label, text[last] ?? '');
      if (length > 0) found = from + length;
    }
    if (!isLabel(label)) break;
    before = label;
    from = last + 1;
  }
  return found !== undefined && isShort(text.slice(start, found)) ? found : undefined;
}

/** A label begins and ends with a letter, a digit or a sign; inside it are also `-` and `_`. */
function isLabel(label: string): boolean {
  return label !== '' && !/^[-_]|[-_]$/.test(label);
}

/** The length of the top-level domain with which a label begins. @param after the label */
function topLevelIn(label: string, after: string): number {
  const punycode = /^xn--[-0-9a-z]+/i.exec(label)?.[0].length;
  if (punycode !== undefined) return punycode;
  for (let length = Math.min(label.length, LONGEST_TOP_LEVEL); length > 1; length -= 1) {
    if (TOP_LEVEL.has(label.slice(0, length).toLowerCase()) && !/[0-9A-Za-z@]/.test(label[length] ?? after)) return length;
  }
  return 0;
}

/** Whether the domain name system can have a name. */
function isShort(name: string): boolean {
  if (name.length > LONGEST_NAME) return false;
  const ascii = domainToASCII(name);
  // Names with `_` are valid there, and not in the standard of addresses.
  return ascii !== '' && ascii.length <= LONGEST_NAME && ascii.split('.').every(({ length }) => length <= LONGEST_LABEL);
}
