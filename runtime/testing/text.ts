// Texts for string schemas: words that a person could have written, samples of formats, and samples of patterns.
import { codePoints } from '../validate/values.ts';
import { FORMATS } from './formats.ts';
import { patternSampler } from './pattern.ts';
import type { Random } from './random.ts';
import { word } from './words.ts';

/** Texts that faulty encoders break. */
const CARE = ['a/b?c=d&e#f', '100%', '%2F', 'ü', '+;,:@=', "it's", 'a b', '0', 'true', '~', '..%2e'];

/** The constraints of a text; lengths in code points. */
export interface TextWishes {
  readonly least: number;
  readonly most: number;
  readonly formats: readonly string[];
  readonly patterns: readonly string[];
}

/** A text that likely fits: a sample of one of the patterns or formats, otherwise words. `undefined` where the sample of a pattern is too long. */
export function sampleText(random: Random, wishes: TextWishes): string | undefined {
  const { least, most, formats, patterns } = wishes;
  const format = random.pick(formats.filter((name) => FORMATS.has(name)));
  const pattern = random.pick(patterns);
  if (pattern !== undefined && (format === undefined || random.chance(0.5))) {
    const reach = Math.min(most, Math.max(least * 2, 300));
    const stretch = random.pick([0, 1, 3, 3, 8, least, reach]) ?? 1;
    return samplerOf(pattern)(random, stretch);
  }
  const build = format === undefined ? undefined : FORMATS.get(format)?.sample;
  if (build === undefined) return freeText(random, least, most);
  let text = build(random, 0);
  for (let size = 1; size < 300 && codePoints(text) < least; size++) text = build(random, size);
  return text;
}

/** A text of a format, or else the free one, as long as is needed. */
export function plainText(free: string, formats: readonly string[], { least, most }: Pick<TextWishes, 'least' | 'most'>): string {
  const [known = free] = formats.flatMap((name) => FORMATS.get(name)?.text ?? []);
  return known.padEnd(least, 'x').slice(0, most);
}

type Sampler = ReturnType<typeof patternSampler>;
const samplers = new Map<string, Sampler>();

function samplerOf(pattern: string): Sampler {
  const sampler = samplers.get(pattern) ?? patternSampler(pattern);
  samplers.set(pattern, sampler);
  return sampler;
}

function freeText(random: Random, least: number, most: number): string {
  if (most === 0) return '';
  let text = random.chance(0.1) ? (random.pick(CARE) ?? '') : word(random);
  while (codePoints(text) < least) text += text.length > 40 ? text.slice(0, Math.max(1, least - codePoints(text))) : ` ${word(random)}`;
  // Cut between code points, so that no surrogate pair is split.
  return codePoints(text) > most || codePoints(text) > Math.max(least, 60)
    ? [...text].slice(0, Math.min(most, Math.max(least, 60))).join('')
    : text;
}
