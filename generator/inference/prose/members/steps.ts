// Reads from the text of a number in which steps it goes: `A multiple of 15`, `At most two decimals`.
import { numberOf } from '../words.ts';
import { COUNT, type Form } from './form.ts';

const STEPS = new RegExp(`\\b(?:multiples? of|divisible by|(?:steps|increments) of)\\s+${COUNT}(?:\\s+(\\p{L}+))?$`, 'iu');
const CENTS =
  /\b(?:in )?whole cents$|\b(?:at most|no more than|up to|a maximum of) (?:two|2) (?:decimals?(?: places| digits)?|decimal places)$/i;

export function stepsIn(text: string, name: string): readonly Form[] {
  if (CENTS.test(text))
    return [
      {
        says: 'a multiple of 0.01',
        wrong: (value) => [Number(value) + 0.005, 1.005].filter((one) => !Number.isInteger(one)),
        fit: (value) => Math.round(Number(value) * 100) / 100,
      },
    ];
  const [, count = '', unit] = STEPS.exec(text) ?? [];
  const step = numberOf(count);
  // What is counted in minutes may be sent in seconds.
  const isOwn = unit === undefined || name.toLowerCase().includes(unit.toLowerCase().replace(/s$/, ''));
  return step === undefined || step < 2 || !isOwn
    ? []
    : [
        {
          says: `a multiple of ${step}`,
          wrong: (value) => [Number(value) + 1, step + 1, step * 2 + 1].filter((one) => one % step !== 0),
          fit: (value) => Math.round(Number(value) / step) * step,
        },
      ];
}
