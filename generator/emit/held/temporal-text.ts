// Says which texts a type of Temporal reads, without Temporal: it may not be here.
import { isInFormat } from '@octavo/runtime/facts';
import type { TemporalType } from './forms.ts';

/** The format of the texts that each type reads, and what such a text lacks to be in that format. */
const TEXTS: Readonly<Record<TemporalType, readonly [format: string, rest: string]>> = {
  Instant: ['date-time', ''],
  PlainDate: ['date', ''],
  PlainTime: ['time', 'Z'],
  PlainDateTime: ['date-time', 'Z'],
  Duration: ['duration', ''],
};

/** Temporal has neither leap seconds nor more than nine digits of a fraction. */
export function isTemporalText(type: TemporalType, text: string): boolean {
  const [format, rest] = TEXTS[type];
  return isInFormat(format, `${text}${rest}`) && !/:60|\.\d{10}/.test(text);
}
