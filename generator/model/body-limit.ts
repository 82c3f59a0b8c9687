// Reads from the text of a document how large the body of a request may be: `The body of a request has at most 3,072 bytes`. Says it for servers of
// mocks.
import { sentencesIn } from '../base/words.ts';
import { isJson } from './media-type.ts';
import type { Operation, Service, StatedBytes } from './service.ts';

/** Larger limits are of no use here: such bodies are not sent, and refused without them. */
const MOST_BYTES = 1024 ** 2;

/** The least and the most bytes that a unit stands for: some write kB for 1024 bytes. */
const UNITS: Readonly<Record<string, readonly [number, number]>> = {
  ...{ byte: [1, 1], bytes: [1, 1], kb: [1000, 1024], kib: [1024, 1024], mb: [1e6, 1024 ** 2], mib: [1024 ** 2, 1024 ** 2] },
};
/** Words of bodies that are no JSON. */
const OTHER_BODIES = /\b(?:photos?|files?|images?|uploads?|attachments?|responses?|answers?)\b/i;

const LARGEST =
  /\b(?:request )?bod(?:y|ies)\b(?:[.:]\*\*)?[^.;]*?\b(?:at most|no more than|larger than|more than|bigger than|over|above|up to|limited to|a maximum of|exceed(?:s|ing)?)\s+(\d[\d,_ ]*)\s?(bytes?|k?i?b|mi?b)\b/i;

/** `undefined` where the text states no limit, or one that is too large to be tried. */
export function bodyLimitIn(text: string): StatedBytes | undefined {
  for (const sentence of sentencesIn(text)) {
    const [, digits = '', unit = ''] = OTHER_BODIES.test(sentence) ? [] : (LARGEST.exec(sentence) ?? []);
    const count = Number(digits.replace(/[,_ ]/g, ''));
    const [least, most] = UNITS[unit.toLowerCase()] ?? [Number.NaN, Number.NaN];
    if (digits !== '' && count * least > 0 && count * most <= MOST_BYTES) return { least: count * least, most: count * most };
  }
  return undefined;
}

/**
 * The option `maxBodyBytes` of a server that keeps the limit of the document. Such limits are about JSON: files are larger, and have the limit
 * `other`.
 * `undefined` where the document states none.
 */
export function statedBodyBytes(
  { bodyLimit, operations }: Pick<Service, 'bodyLimit' | 'operations'>,
  other: number,
): number | Readonly<Record<string, number>> | undefined {
  if (bodyLimit === undefined) return undefined;
  const rows = operations.filter(takesOtherThanJson).map(({ name }) => [name, other] as const);
  return rows.length === 0 ? bodyLimit.most : { default: bodyLimit.most, ...Object.fromEntries(rows) };
}

function takesOtherThanJson({ body }: Operation): boolean {
  return body?.contents.some(({ contentType }) => !isJson(contentType)) === true;
}
