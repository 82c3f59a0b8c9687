// Texts for string schemas: words that a person could have written, right texts of each format, and samples of patterns.
import { codePoints } from '../validate/values.ts';
import { patternSampler } from './pattern.ts';
import type { Random } from './random.ts';

const WORDS =
  'amber birch cedar delta ember fjord grove hazel inlet juniper kestrel larch maple north olive pearl quartz river sable thistle umber violet willow yarrow zinc'.split(
    ' ',
  );
/** Texts that an encoder can go wrong with. */
const CARE = ['a/b?c=d&e#f', '100%', '%2F', 'ü', '+;,:@=', "it's", 'a b', '0', 'true', '~', '..%2e'];

export function word(random: Random): string {
  return random.pick(WORDS) ?? 'word';
}

/** What is known of a text before it is made; lengths in code points. */
export interface TextWishes {
  readonly least: number;
  readonly most: number;
  readonly formats: readonly string[];
  readonly patterns: readonly string[];
}

/** A text that likely fits: of one of the patterns or formats, else words. `undefined` where a pattern asks for too long a one. */
export function sampleText(random: Random, wishes: TextWishes): string | undefined {
  const { least, most, formats, patterns } = wishes;
  const format = random.pick(formats.filter((name) => builders.has(name)));
  const pattern = random.pick(patterns);
  if (pattern !== undefined && (format === undefined || random.chance(0.5))) {
    const reach = Math.min(most, Math.max(least * 2, 300));
    const stretch = random.pick([0, 1, 3, 3, 8, least, reach]) ?? 1;
    return samplerOf(pattern)(random, stretch);
  }
  const build = format === undefined ? undefined : builders.get(format);
  if (build === undefined) return freeText(random, least, most);
  let text = build(random, 0);
  for (let size = 1; size < 300 && codePoints(text) < least; size++) text = build(random, size);
  return text;
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
  // No surrogate is cut in two.
  return codePoints(text) > most || codePoints(text) > Math.max(least, 60)
    ? [...text].slice(0, Math.min(most, Math.max(least, 60))).join('')
    : text;
}

const two = (value: number): string => String(value).padStart(2, '0');

function date(random: Random): string {
  const year = random.integer(1990, 2039);
  const month = random.integer(1, 12);
  return `${year}-${two(month)}-${two(random.integer(1, month === 2 ? 28 : 30))}`;
}

function time(random: Random, size: number): string {
  const fraction = size === 0 ? '' : `.${'0'.repeat(Math.max(0, size - 1))}${random.integer(1, 9)}`;
  return `${two(random.integer(0, 23))}:${two(random.integer(0, 59))}:${two(random.integer(0, 59))}${fraction}Z`;
}

/** Names joined; longer by `size` of them. */
function joined(random: Random, separator: string, size: number): string {
  return Array.from({ length: size + 1 }, () => word(random)).join(separator);
}

function host(random: Random, size: number): string {
  return `${joined(random, '.', size)}.example`;
}

function hex(random: Random, length: number): string {
  return Array.from({ length }, () => random.integer(0, 15).toString(16)).join('');
}

function base64(random: Random, size: number): string {
  const bytes = Array.from({ length: 3 * (size + 1) }, () => String.fromCharCode(random.integer(0, 255)));
  return btoa(bytes.join(''));
}

type Builder = (random: Random, size: number) => string;

/** A right text of each format; a greater `size` gives a longer one where the format has longer ones. */
const builders: ReadonlyMap<string, Builder> = new Map<string, Builder>([
  ['date-time', (random, size) => `${date(random)}T${time(random, size)}`],
  ['date', date],
  ['time', time],
  ['duration', (random, size) => `P${random.integer(1, 30)}DT${random.integer(1, 23)}H${random.integer(1, 9)}${'0'.repeat(size)}M`],
  // A local part has at most 64 octets (RFC 5321 section 4.5.3.1.1).
  ['email', (random, size) => `${word(random)}.${word(random)}@${host(random, size)}`],
  ['idn-email', (random, size) => `${word(random)}.ü@${host(random, size)}`],
  ['hostname', host],
  ['idn-hostname', (random, size) => `bücher.${host(random, size)}`],
  ['ipv4', (random) => `192.0.2.${random.integer(1, 254)}`],
  ['ipv6', (random) => `2001:db8::${random.integer(1, 0xffff).toString(16)}`],
  ['uri', (random, size) => `https://${host(random, 0)}/${joined(random, '/', size)}`],
  ['url', (random, size) => `https://${host(random, 0)}/${joined(random, '/', size)}`],
  ['uri-reference', (random, size) => `/${joined(random, '/', size)}`],
  ['iri', (random, size) => `https://${host(random, 0)}/ü/${joined(random, '/', size)}`],
  ['iri-reference', (random, size) => `/ü/${joined(random, '/', size)}`],
  ['uri-template', (random, size) => `/${joined(random, '/', size)}/{id}`],
  ['uuid', (random) => `${hex(random, 8)}-${hex(random, 4)}-4${hex(random, 3)}-8${hex(random, 3)}-${hex(random, 12)}`],
  ['json-pointer', (random, size) => `/${joined(random, '/', size)}`],
  ['relative-json-pointer', (random, size) => `0/${joined(random, '/', size)}`],
  ['regex', (random, size) => `^${joined(random, '|', size)}$`],
  ['byte', base64],
]);
