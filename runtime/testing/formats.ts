// The formats of strings and integers by name: the check and a sample of each.
import {
  isBase64,
  isDate,
  isDateTime,
  isDuration,
  isEmail,
  isHostname,
  isIdnEmail,
  isIdnHostname,
  isIpv4,
  isIpv6,
  isIri,
  isIriReference,
  isJsonPointer,
  isRegex,
  isRelativeJsonPointer,
  isTime,
  isUri,
  isUriReference,
  isUriTemplate,
  isUuid,
} from '../validate/formats.ts';
import { INTEGER_RANGES } from '../validate/integer-formats.ts';
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

function hex(random: Random, length: number): string {
  return Array.from({ length }, () => random.integer(0, 15).toString(16)).join('');
}

function base64(random: Random, size: number): string {
  const bytes = Array.from({ length: 3 * (size + 1) }, () => String.fromCharCode(random.integer(0, 255)));
  return btoa(bytes.join(''));
}

interface StringFormat {
  /** Absent: the format is an annotation. */
  readonly check?: (text: string) => boolean;
  /** A text in the format; a greater `size` gives a longer one where the format has longer ones. */
  readonly sample: (random: Random, size: number) => string;
}

/** Other formats are annotations. `generator/emit/validators/plan/formats.ts` names the same checks for generated validators. */
export const stringFormats: ReadonlyMap<string, StringFormat> = new Map<string, StringFormat>([
  ['date-time', { check: isDateTime, sample: (random, size) => `${date(random)}T${time(random, size)}` }],
  ['date', { check: isDate, sample: date }],
  ['time', { check: isTime, sample: time }],
  [
    'duration',
    {
      check: isDuration,
      sample: (random, size) => `P${random.integer(1, 30)}DT${random.integer(1, 23)}H${random.integer(1, 9)}${'0'.repeat(size)}M`,
    },
  ],
  // A local part has at most 64 octets (RFC 5321 section 4.5.3.1.1).
  ['email', { check: isEmail, sample: (random, size) => `${word(random)}.${word(random)}@${host(random, size)}` }],
  ['idn-email', { check: isIdnEmail, sample: (random, size) => `${word(random)}.ü@${host(random, size)}` }],
  ['hostname', { check: isHostname, sample: host }],
  ['idn-hostname', { check: isIdnHostname, sample: (random, size) => `bücher.${host(random, size)}` }],
  ['ipv4', { check: isIpv4, sample: (random) => `192.0.2.${random.integer(1, 254)}` }],
  ['ipv6', { check: isIpv6, sample: (random) => `2001:db8::${random.integer(1, 0xffff).toString(16)}` }],
  ['uri', { check: isUri, sample: (random, size) => `https://${host(random, 0)}/${joined(random, '/', size)}` }],
  ['url', { sample: (random, size) => `https://${host(random, 0)}/${joined(random, '/', size)}` }],
  ['uri-reference', { check: isUriReference, sample: (random, size) => `/${joined(random, '/', size)}` }],
  ['iri', { check: isIri, sample: (random, size) => `https://${host(random, 0)}/ü/${joined(random, '/', size)}` }],
  ['iri-reference', { check: isIriReference, sample: (random, size) => `/ü/${joined(random, '/', size)}` }],
  ['uri-template', { check: isUriTemplate, sample: (random, size) => `/${joined(random, '/', size)}/{id}` }],
  [
    'uuid',
    { check: isUuid, sample: (random) => `${hex(random, 8)}-${hex(random, 4)}-4${hex(random, 3)}-8${hex(random, 3)}-${hex(random, 12)}` },
  ],
  ['json-pointer', { check: isJsonPointer, sample: (random, size) => `/${joined(random, '/', size)}` }],
  ['relative-json-pointer', { check: isRelativeJsonPointer, sample: (random, size) => `0/${joined(random, '/', size)}` }],
  ['regex', { check: isRegex, sample: (random, size) => `^${joined(random, '|', size)}$` }],
  ['byte', { check: isBase64, sample: base64 }],
]);

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
