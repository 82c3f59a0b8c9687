// The values that services lose or change: other scripts, signs of markup, spaces, empty and false ones, edges of dates and numbers, lists out of
// order.
import { integerFormats, matches } from '@octavo/runtime/conformance';
import { isDecimalText } from '../../inference/lists/filter-facts.ts';
import { isObject, pointerTo } from '../../inference/pointers.ts';
import type { Schema } from '../../model/schema/schema.ts';
import { chanceLetters } from '../contract/chance.ts';
import { childrenOf, sameValue } from '../judge/index.ts';

/** A place of an input, and the values that are tried there, one in each round. */
export interface RichPlace {
  /** JSON pointer into the input. */
  readonly at: string;
  readonly schemas: readonly Schema[];
  readonly values: readonly unknown[];
}

const TEXTS: readonly string[] = [
  'a 🐙 z 🦑 𝒳',
  'e\u0301 a\u0308 o\u0302 n\u0303',
  'שלום 日本語 ÿĀ',
  'Q&A "x" \'y\' 1 < 2',
  '',
  '  two  spaces  ',
  'one\r\ntwo\n\tthree',
  'old mill lane of odd ends',
  'OLD Mill LANE mcDonald',
  'a\\b\\n "c" %s {{d}}',
  'a\u200bb\u200dc\u00adz',
];

/** A text longer than columns often are, where the document allows it. */
const LONG = 5000;

const DATES: readonly string[] = ['2028-02-29', '2026-01-01', '2024-12-31', '2031-12-31'];
const TIMES: readonly string[] = [
  '2031-12-31T23:59:59Z',
  '2032-02-29T00:30:00+02:00',
  '2031-01-01T00:00:00Z',
  '2032-02-29T12:00:00-05:30',
  '2024-12-31T23:59:59Z',
  '2024-02-29T00:30:00+05:45',
];

/** The first whole number that a number of single precision cannot hold. */
const BEYOND_SINGLE = 16_777_217;

/** Numbers of which binary fractions are not exact. */
const DECIMALS: readonly number[] = [0.29, 123_456.78, 4.35, 2.75, 1.15, 19.99];

/** Amounts as texts, such as prices: those of which binary fractions are not exact, and those that are grouped or written with an exponent. */
const AMOUNTS: readonly string[] = ['1.15', '1000.00', '0.29', '9999.99', '4.35', '0.07', '99999999.99', '19.99', '1.005', '0.00'];

/** Names that readers of maps may take for something else. */
const KEYS: readonly string[] = ['a.b', 'a/b', 'Ä ö', 'constructor', 'a[0]', '0', 'sizeA'];

/** The places of a value that may be rich, itself included. `isFixed` says which ones stay as they are. */
export function* richPlaces(
  value: unknown,
  schemas: readonly Schema[],
  at: string,
  isFixed: (at: string) => boolean,
): Generator<RichPlace> {
  if (
    isFixed(at) ||
    schemas.some((one) => one.readOnly === true || one.writeOnly === true || one.enum !== undefined || one.const !== undefined)
  )
    return;
  if (Array.isArray(value)) {
    const items = sameValue(schemas.flatMap((schema) => childrenOf(schema, '0')));
    yield { at, schemas, values: listValues(value, schemas, items) };
    if (value.length > 0) yield* richPlaces(value[0], items, `${at}/0`, isFixed);
  } else if (isObject(value)) {
    const declared = schemas.some(({ properties }) => properties !== undefined);
    if (!declared) yield { at, schemas, values: mapValues(value, schemas) };
    for (const [index, [name, member]] of Object.entries(value).entries()) {
      const inside = richPlaces(member, sameValue(schemas.flatMap((schema) => childrenOf(schema, name))), at + pointerTo(name), isFixed);
      for (const place of inside) yield declared ? place : { ...place, values: turned(place.values, index * TURN) };
    }
  } else if (typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean')
    yield { at, schemas, values: scalarValues(value, schemas) };
}

function scalarValues(value: string | number | boolean, schemas: readonly Schema[]): readonly unknown[] {
  const types = new Set(schemas.flatMap(({ type = [] }) => type));
  const formats = schemas.flatMap(({ format }) => format ?? []);
  const isText = types.has('string') || typeof value === 'string';
  const texts = !isText
    ? []
    : formats.includes('date')
      ? DATES
      : formats.includes('date-time')
        ? [...timesNear(value), ...TIMES]
        : textValues(String(value), schemas, formats);
  const numbers = types.has('integer') || types.has('number') || typeof value === 'number' ? numberValues(schemas) : [];
  const truths = types.has('boolean') || typeof value === 'boolean' ? [value !== true, value === true] : [];
  return interleaved([texts, numbers, truths]);
}

/** Instants beside one that the service accepts, where others may be refused: with a part of a second, and with an offset. */
function timesNear(value: unknown): readonly string[] {
  const time = typeof value === 'string' && value.includes('T') ? Date.parse(value) : Number.NaN;
  if (Number.isNaN(time)) return [];
  return [new Date(time + 123).toISOString(), new Date(time + 7_200_000).toISOString().replace(/\.\d+Z$/, '+02:00')];
}

function textValues(value: string, schemas: readonly Schema[], formats: readonly string[]): readonly string[] {
  if (formats.includes('email')) return [value.replace(/^[^@]+/, (local) => `${local.slice(0, 1).toUpperCase()}${local.slice(1)}.Xy`)];
  if (formats.length > 0) return [];
  if (isDecimalText(schemas)) return AMOUNTS;
  const least = Math.max(0, ...schemas.map(({ minLength = 0 }) => minLength));
  const most = Math.min(LONG, ...schemas.map(({ maxLength = LONG }) => maxLength));
  const fitted = TEXTS.map((text) => {
    const characters = [...text].slice(0, most);
    return characters.length === 0 && least > 0 ? undefined : characters.join('').padEnd(least, 'x');
  });
  return [...fitted.filter((text) => text !== undefined), ...(most > 0 ? [chanceLetters(most)] : [])];
}

function numberValues(schemas: readonly Schema[]): readonly number[] {
  const isWhole = schemas.some(({ type }) => type?.includes('integer') === true && !type.includes('number'));
  const step = schemas.find(({ multipleOf }) => multipleOf !== undefined)?.multipleOf ?? (isWhole ? 1 : undefined);
  const [, widest = Number.MAX_SAFE_INTEGER] = integerFormats.get(schemas.find(({ format }) => format !== undefined)?.format ?? '') ?? [];
  const most = Math.min(Number.MAX_SAFE_INTEGER, widest, ...schemas.map(({ maximum }) => Number(maximum ?? Number.MAX_SAFE_INTEGER)));
  const stepped = (count: number): number => Number((count * (step ?? 1)).toPrecision(15));
  const isStep = (value: number): boolean => step === undefined || Math.abs(value / step - Math.round(value / step)) < 1e-9;
  const largest = isWhole ? Math.floor(most / (step ?? 1)) * (step ?? 1) : undefined;
  const all = [0, ...(step === undefined ? [] : [stepped(7), stepped(BEYOND_SINGLE)]), ...(isWhole ? [] : DECIMALS), BEYOND_SINGLE];
  return [...new Set([...all.filter(isStep), ...(largest === undefined ? [] : [largest])])];
}

function listValues(value: readonly unknown[], schemas: readonly Schema[], items: readonly Schema[]): readonly unknown[] {
  const isSet = schemas.some(({ uniqueItems }) => uniqueItems === true);
  const [first] = value;
  const others = first === undefined ? [] : someOf(first, items, 3);
  const most = Math.min(MOST_ITEMS + 1, ...schemas.map(({ maxItems = MOST_ITEMS + 1 }) => maxItems));
  const all = first === undefined || most <= 3 || most > MOST_ITEMS ? [] : someOf(first, items, most);
  return [
    [],
    ...(others.length > 1 ? [others] : []),
    ...(isSet || first === undefined ? [] : [[first, first]]),
    ...(all.length === most ? [all] : []),
  ];
}

/** A list with its most items, each another one, is written where these are no more. */
const MOST_ITEMS = 30;

/** So many items or fewer that are in no order: neither up nor down. */
function someOf(item: unknown, schemas: readonly Schema[], count: number): readonly unknown[] {
  const listed = schemas.flatMap(({ enum: values = [] }) => values).filter((one) => typeof one === 'string');
  if (listed.length > 0) {
    const [a, ...others] = [...new Set(listed)].sort();
    return (others.length > 1 ? [...others.slice(0, count - 1), a] : [...others, a]).filter((one) => one !== undefined);
  }
  if (typeof item === 'string') return textsLike(item, count);
  if (typeof item === 'number') return [...Array.from({ length: count - 1 }, (_, index) => item + index + 1), item];
  if (!isObject(item)) return [];
  const names = Object.keys(item).filter((name) => typeof item[name] === 'string' && isFree(schemas, name));
  if (names.length === 0) return [];
  const words = Array.from({ length: count }, (_, index) => `${WORDS[index % WORDS.length]}${index < WORDS.length ? '' : letterOf(index)}`);
  return words.map((word) => ({ ...item, ...Object.fromEntries(names.map((name) => [name, word])) }));
}

const WORDS = ['Moss', 'Wren', 'Clay'];
const letterOf = (index: number): string => String.fromCharCode(97 + (index % 26));

/** Texts like one, each with another letter or digit in one place: no more than there are of these. */
function textsLike(item: string, count: number): readonly string[] {
  const kinds = [
    { place: /[a-z]/, letters: [...'mwcfrkbthsdgnplv'] },
    { place: /[A-Z]/, letters: [...'MWCFRKBTHSDGNPLV'] },
    { place: /[2-9](?=\D*$)|\d(?=\D*$)/, letters: [...'58294763'] },
  ];
  const kind = kinds.find(({ place }) => place.test(item));
  return kind === undefined ? [] : kind.letters.slice(0, count).map((letter) => item.replace(kind.place, letter));
}

function isFree(schemas: readonly Schema[], name: string): boolean {
  const own = sameValue(schemas.flatMap((schema) => childrenOf(schema, name)));
  return own.every((one) => one.format === undefined && one.pattern === undefined && one.enum === undefined && one.const === undefined);
}

/** Maps with names that are easily lost, each as large as the schemas allow. */
function mapValues(value: Readonly<Record<string, unknown>>, schemas: readonly Schema[]): readonly unknown[] {
  const [first] = Object.entries(value);
  if (first === undefined) return [];
  const [name, member] = first;
  const most = Math.min(KEYS.length, ...schemas.map(({ maxProperties = KEYS.length }) => maxProperties));
  const names = KEYS.filter((key) => schemas.every(({ propertyNames }) => propertyNames === undefined || isName(key, propertyNames)));
  const maps: readonly (readonly (readonly [name: string, member: unknown])[])[] = [
    ...(most === 0 ? [] : chunksOf(names, most).map((some) => some.map((key) => [key, member] as const))),
    [
      [`${name}a`, 0],
      [`${name}b`, false],
      [`${name}c`, ''],
      [`${name}d`, 123_456.78],
    ],
    [
      [`${name}z`, member],
      [`${name}m`, member],
      [`${name}a`, member],
    ],
  ];
  return maps.filter(({ length }) => length > 0).map((members) => Object.fromEntries(members.slice(0, most)));
}

function isName(text: string, { pattern, minLength, maxLength }: Schema): boolean {
  const rules = Object.entries({ pattern, minLength, maxLength }).filter(([, rule]) => rule !== undefined);
  return matches({}, Object.fromEntries(rules), text);
}

function chunksOf<T>(items: readonly T[], size: number): readonly (readonly T[])[] {
  return Array.from({ length: Math.ceil(items.length / size) }, (_, index) => items.slice(index * size, (index + 1) * size));
}

/** Members of a map are alike: each begins with other values, so that few requests have all of them. */
const TURN = 7;

function turned(values: readonly unknown[], by: number): readonly unknown[] {
  const start = values.length === 0 ? 0 : by % values.length;
  return [...values.slice(start), ...values.slice(0, start)];
}

/** One of each list by turns. */
function interleaved(lists: readonly (readonly unknown[])[]): readonly unknown[] {
  const most = Math.max(0, ...lists.map(({ length }) => length));
  return Array.from({ length: most }, (_, index) => lists.flatMap((list) => (index < list.length ? [list[index]] : []))).flat();
}
