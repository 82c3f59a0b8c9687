// Samples integers, numbers and texts within the bounds, formats and patterns of the schemas that apply.
import { greatest, smallest } from './conjunction.ts';
import type { ExampleKeywords } from './example-schema.ts';
import { integerFormats, wideFormats } from './formats.ts';
import { matches } from './matches.ts';
import { sampleNumber } from './number.ts';
import { ATTEMPTS, again, LONGEST, type Position, Unsatisfied } from './position.ts';
import { plainText, sampleText } from './text.ts';
import { numberKeywords, textKeywords } from './value-checks.ts';

/** Sometimes an integer that a double cannot hold, where allowed: a bound of its range, or one of 62 bits. */
export function longInteger(parts: readonly ExampleKeywords[], { random, schemas, examples }: Position): bigint | undefined {
  if (examples !== 'some' || !parts.some((part) => part.exact) || !random.chance(0.3)) return undefined;
  const ends = parts.flatMap((part) => wideFormats.get(part.format ?? '') ?? []);
  const long = (BigInt(random.integer(2 ** 22, 2 ** 31 - 1)) << 31n) | BigInt(random.integer(0, 2 ** 31 - 1));
  const candidate = random.pick([...ends, long, -long]);
  if (candidate === undefined || Number.isSafeInteger(Number(candidate))) return undefined;
  return parts.every((part) => matches(schemas, bare(part), candidate)) ? candidate : undefined;
}

export function numberOf(parts: readonly ExampleKeywords[], integer: boolean, position: Position): number {
  const ranges = parts.flatMap((part) => integerFormats.get(part.format ?? '') ?? []);
  const whole = integer || ranges.length > 0;
  const ends = parts.flatMap((part) => [integerFormats.get(part.format ?? '')]);
  let least = Math.max(greatest(parts, 'minimum', -Infinity), ...ends.map((end) => end?.[0] ?? -Infinity));
  let most = Math.min(smallest(parts, 'maximum', Infinity), ...ends.map((end) => end?.[1] ?? Infinity));
  const above = greatest(parts, 'exclusiveMinimum', -Infinity);
  const below = smallest(parts, 'exclusiveMaximum', Infinity);
  if (above >= least) least = whole ? Math.floor(above) + 1 : above;
  if (below <= most) most = whole ? Math.ceil(below) - 1 : below;
  if (whole) [least, most] = [Math.ceil(least), Math.floor(most)];
  if (least > most) throw new Unsatisfied(position.path, 'its bounds exclude each other');
  const wishes = { least, most, whole, steps: parts.flatMap((part) => part.multipleOf ?? []) };
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    const { random, plain, loose } = attempt < 2 ? position : again(position);
    const candidate = sampleNumber(random, { ...wishes, whole: whole || (plain !== undefined && attempt === 0) });
    if (loose === true || parts.every((part) => matches(position.schemas, bare(part), candidate))) return candidate;
  }
  throw new Unsatisfied(position.path, 'no number was found that its bounds and steps allow');
}

export function textOf(parts: readonly ExampleKeywords[], position: Position): string {
  const least = greatest(parts, 'minLength', 0);
  const most = smallest(parts, 'maxLength', Infinity);
  if (least > most) throw new Unsatisfied(position.path, 'its lengths exclude each other');
  if (least > LONGEST) throw new Unsatisfied(position.path, `it requires more than ${LONGEST} characters`);
  const formats = parts.flatMap((part) => part.format ?? []);
  const patterns = parts.flatMap((part) => part.pattern ?? []);
  let tooLong = 0;
  for (let attempt = 0; attempt < 4 * ATTEMPTS && tooLong < 10; attempt++) {
    const { random, plain, loose } = attempt < 2 ? position : again(position);
    const isPlain = plain !== undefined && attempt === 0;
    const candidate = isPlain
      ? plainText(plain === 0 ? '' : 'text', formats, { least, most })
      : sampleText(random, { least, most, formats, patterns });
    if (candidate === undefined) tooLong++;
    else if (loose === true || parts.every((part) => matches(position.schemas, bare(part), candidate))) return candidate;
  }
  throw new Unsatisfied(position.path, 'no text was found that its lengths, formats and patterns allow');
}

/** The keywords of a schema for texts and numbers, without its combinations. */
function bare(schema: ExampleKeywords): ExampleKeywords {
  const keywords = ['format', ...textKeywords, ...numberKeywords] as const;
  return Object.fromEntries(keywords.flatMap((keyword) => (schema[keyword] === undefined ? [] : [[keyword, schema[keyword]]])));
}
