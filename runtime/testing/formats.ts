// The formats of strings and integers by name: the check of each, what its texts hold, and texts in it.
import * as standard from '../validate/formats.ts';
import { INTEGER_RANGES } from '../validate/integer-formats.ts';
import * as lenient from '../validate/lenient-formats.ts';
import type { Random } from './random.ts';
import { word } from './words.ts';

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

/** `size` + 1 words, joined. */
function joined(random: Random, separator: string, size: number): string {
  return Array.from({ length: size + 1 }, () => word(random)).join(separator);
}

function host(random: Random, size: number): string {
  return `${joined(random, '.', size)}.example`;
}

function path(random: Random, size: number): string {
  return `/${joined(random, '/', size)}`;
}

function url(random: Random, size: number): string {
  return `https://${host(random, 0)}${path(random, size)}`;
}

function hex(random: Random, length: number): string {
  return Array.from({ length }, () => random.integer(0, 15).toString(16)).join('');
}

function base64(random: Random, size: number): string {
  const bytes = Array.from({ length: 3 * (size + 1) }, () => String.fromCharCode(random.integer(0, 255)));
  return btoa(bytes.join(''));
}

const checks = { ...standard, ...lenient };

/** A function of the runtime that checks a format. */
export type FormatCheck = keyof typeof checks;

export const FORMAT_CHECKS = Object.keys(checks) as FormatCheck[];

interface Format {
  /** Absent: the format is an annotation. */
  readonly check?: FormatCheck;
  /** The check with `formats: 'lenient'`, where it is another one. */
  readonly lenient?: FormatCheck;
  /** A text in the format, for people to read. */
  readonly text: string;
  /** A text in the format; a greater `size` gives a longer one where the format has longer ones. */
  readonly sample: (random: Random, size: number) => string;
  /** Texts that are not in the format, the more specific first. */
  readonly misfits?: readonly string[];
  /** Matches each character that its texts can hold, by either check. Absent: any. */
  readonly characters?: RegExp;
}

/** Other formats are annotations. */
const ROWS = {
  'date-time': {
    check: 'isDateTime',
    lenient: 'isLenientDateTime',
    text: '2026-11-21T09:30:00Z',
    sample: (random, size) => `${date(random)}T${time(random, size)}`,
    misfits: ['2024-13-45T99:99:99Z', 'yesterday'],
    characters: /[\d .:TZtz+-]/,
  },
  date: { check: 'isDate', text: '2026-11-21', sample: date, misfits: ['2024-02-31', 'yesterday'], characters: /[\d-]/ },
  time: {
    check: 'isTime',
    lenient: 'isLenientTime',
    text: '09:30:00Z',
    sample: time,
    misfits: ['25:61:00Z', 'noon'],
    characters: /[\d.:Zz+-]/,
  },
  duration: {
    check: 'isDuration',
    lenient: 'isLenientDuration',
    text: 'PT30M',
    sample: (random, size) => `P${random.integer(1, 30)}DT${random.integer(1, 23)}H${random.integer(1, 9)}${'0'.repeat(size)}M`,
    characters: /[\dPYMWDTHS.:+-]/,
  },
  email: {
    check: 'isEmail',
    text: 'mira@example.com',
    // A local part has at most 64 octets (RFC 5321 section 4.5.3.1.1).
    sample: (random, size) => `${word(random)}.${word(random)}@${host(random, size)}`,
    misfits: ['no-at-sign.example'],
    characters: /[\w.!#$%&'*+/=?^`{|}~@-]/,
  },
  'idn-email': {
    check: 'isIdnEmail',
    text: 'müller@example.com',
    sample: (random, size) => `${word(random)}.ü@${host(random, size)}`,
    characters: /[^,]/,
  },
  hostname: { check: 'isHostname', text: 'api.example.com', sample: host, characters: /[a-z\d.-]/i },
  'idn-hostname': {
    check: 'isIdnHostname',
    text: 'bücher.example',
    sample: (random, size) => `bücher.${host(random, size)}`,
    characters: /[^,%]/,
  },
  ipv4: {
    check: 'isIpv4',
    text: '192.0.2.1',
    sample: (random) => `192.0.2.${random.integer(1, 254)}`,
    misfits: ['256.0.0.1'],
    characters: /[\d.]/,
  },
  ipv6: {
    check: 'isIpv6',
    text: '2001:db8::1',
    sample: (random) => `2001:db8::${random.integer(1, 0xffff).toString(16)}`,
    misfits: ['2001:db8::g'],
    characters: /[\da-f:.]/i,
  },
  uri: { check: 'isUri', text: 'https://example.com/', sample: url, misfits: ['not a uri'] },
  url: { text: 'https://example.com/', sample: url },
  'uri-reference': { check: 'isUriReference', text: '/items/7', sample: path },
  iri: {
    check: 'isIri',
    text: 'https://example.com/ü',
    sample: (random, size) => `https://${host(random, 0)}/ü${path(random, size)}`,
  },
  'iri-reference': { check: 'isIriReference', text: '/items/ü', sample: (random, size) => `/ü${path(random, size)}` },
  'uri-template': { check: 'isUriTemplate', text: '/items/{id}', sample: (random, size) => `${path(random, size)}/{id}` },
  uuid: {
    check: 'isUuid',
    text: '6f1c2f0e-3a52-4c0f-9f53-0d6f2a3c9b10',
    sample: (random) => `${hex(random, 8)}-${hex(random, 4)}-4${hex(random, 3)}-8${hex(random, 3)}-${hex(random, 12)}`,
    misfits: ['00000000-0000-0000-0000-00000000000g'],
    characters: /[\da-f-]/i,
  },
  'json-pointer': { check: 'isJsonPointer', text: '/items/0', sample: path },
  'relative-json-pointer': { check: 'isRelativeJsonPointer', text: '0/items', sample: (random, size) => `0${path(random, size)}` },
  regex: { check: 'isRegex', text: '^[a-z]+$', sample: (random, size) => `^${joined(random, '|', size)}$` },
  'date-time-local': { text: '2026-11-21T09:30:00', sample: (random, size) => `${date(random)}T${time(random, size).slice(0, -1)}` },
  'time-local': { text: '09:30:00', sample: (random, size) => time(random, size).slice(0, -1) },
  decimal: { text: '12.50', sample: (random) => `${random.integer(1, 9999)}.${two(random.integer(0, 99))}` },
  byte: { check: 'isBase64', text: 'dGV4dA==', sample: base64, characters: /[a-z\d+/=]/i },
} satisfies Readonly<Record<string, Format>>;

export const FORMATS: ReadonlyMap<string, Format> = new Map(Object.entries(ROWS));

/** Whether a text is in a format. */
export function isInFormat(format: string, text: string): boolean {
  const check = FORMATS.get(format)?.check;
  return check === undefined || checks[check](text);
}

/** The bounds where integers may be `bigint`. */
export const wideFormats: ReadonlyMap<string, readonly [least: bigint, most: bigint]> = new Map(
  [...INTEGER_RANGES].filter(([format]) => format.endsWith('64')),
);

/** The bounds of integer formats, within what a double holds exactly. */
export const integerFormats: ReadonlyMap<string, readonly [least: number, most: number]> = new Map(
  [...INTEGER_RANGES].map(([format, [least, most]]) => [
    format,
    [Math.max(Number(least), Number.MIN_SAFE_INTEGER), Math.min(Number(most), Number.MAX_SAFE_INTEGER)],
  ]),
);
