// Reads from the text of a document how large the body of a request may be: `The body of a request has at most 3,072 bytes`.
import type { Service } from '../model/service.ts';
import { sentencesIn } from './prose/index.ts';

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
/**
 * The greatest size of a body by the document: what is surely allowed, and what surely is not; `undefined` where it states none that can be tried.
 */
export function largestBody(service: Pick<Service, 'description'>): readonly [allowed: number, refused: number] | undefined {
  for (const sentence of sentencesIn(service.description ?? '')) {
    const [, digits = '', unit = ''] = OTHER_BODIES.test(sentence) ? [] : (LARGEST.exec(sentence) ?? []);
    const count = Number(digits.replace(/[,_ ]/g, ''));
    const [least, most] = UNITS[unit.toLowerCase()] ?? [Number.NaN, Number.NaN];
    if (digits !== '' && count * least > 0 && count * most <= MOST_BYTES) return [count * least, count * most + 1];
  }
  return undefined;
}
