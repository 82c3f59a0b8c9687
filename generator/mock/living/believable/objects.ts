// Makes an object that looks real from one of the same form: each member gets another value that the document allows, by its name and its schema.
import type { Random } from '@octavo/runtime/testing';
import { singular, wordsOf } from '../../../inference/prose/index.ts';
import { conjuncts, itemsOf, propertiesOf } from '../../../model/schema/conjuncts.ts';
import type { JsonValue, Schema } from '../../../model/schema/schema.ts';
import { like, said, timeOf, written } from '../values.ts';
import { type About, candidatesFor, PEOPLE, titleFor } from './members.ts';

export type Members = Readonly<Record<string, unknown>>;
type Schemas = ReadonlyMap<string, readonly Schema[]>;

export interface Telling extends About {
  /** When the thing was made. */
  readonly time: Date;
  /** Whether the object that it is made from is the author's example, not a sample of the schemas. */
  readonly isAuthored: boolean;
  allows(schema: Schema, value: unknown): boolean;
}

/** @param kept a member that stays as it is, such as the identifier */
export function believable(base: Members, schemas: Schemas, telling: Telling, kept?: string): Members {
  const entries = Object.entries(base).map(([member, value]): [string, unknown] => {
    const own = conjuncts(schemas.get(member) ?? []);
    if (member === kept || own.length === 0) return [member, value];
    const other = valueFor(member, own, value, telling);
    return [member, fits(own, other, telling) ? other : value];
  });
  return Object.fromEntries(entries);
}

function fits(schemas: readonly Schema[], value: unknown, { allows }: Telling): boolean {
  return value !== undefined && schemas.every((schema) => allows(schema, value));
}

function valueFor(member: string, schemas: readonly Schema[], base: unknown, telling: Telling): unknown {
  const { random } = telling;
  if (base === null || said(schemas, 'const') !== undefined) return base;
  if (typeof base === 'boolean') return random.chance(0.5);
  if (Array.isArray(base)) return base.map((item: unknown) => itemFor(member, itemsOf(schemas), item, telling));
  if (typeof base === 'object') return believable(base as Members, propertiesOf(schemas), tellingOf(member, telling));
  return scalarFor(member, schemas, base, telling);
}

function itemFor(member: string, schemas: readonly Schema[], item: unknown, telling: Telling): unknown {
  const other = valueFor(member, conjuncts(schemas), item, tellingOf(member, telling));
  return fits(schemas, other, telling) ? other : item;
}

/** What is told of an object inside of another one: another person where it is about one, and the same place. */
function tellingOf(member: string, telling: Telling): Telling {
  const { random, words } = telling;
  const holder = wordsOf(singular(member)).join(' ');
  return {
    ...telling,
    holder,
    title: titleFor(holder, words, random),
    person: PEOPLE.test(holder) ? words.person(random) : telling.person,
  };
}

function scalarFor(member: string, schemas: readonly Schema[], base: unknown, telling: Telling): unknown {
  const { random, isAuthored } = telling;
  const listed = said(schemas, 'enum') ?? manyOf(said(schemas, 'examples'));
  if (listed !== undefined) return random.pick(listed);
  const time = timeFor(member, schemas, base, telling);
  if (time !== undefined) return time;
  const format = FORMATS.get(said(schemas, 'format') ?? '');
  const found = [...candidatesFor(member, telling), ...(format === undefined ? [] : candidatesFor(format, telling))].find(
    (candidate) => typeof candidate === typeof base && fits(schemas, candidate, telling),
  );
  if (found !== undefined) return found;
  if (typeof base === 'number') return isAuthored ? near(base, random) : random.integer(1, 100);
  if (typeof base !== 'string') return base;
  const hasForm = said(schemas, 'format') !== undefined || said(schemas, 'pattern') !== undefined || /\d/.test(base);
  if (isAuthored || hasForm) return /\d/.test(base) ? like(base, random) : base;
  return [telling.title, telling.words.word(random)].find((text) => fits(schemas, text, telling));
}

/** Members whose names say of what form their text is. */
const FORMATS: ReadonlyMap<string, string> = new Map([
  ['email', 'email'],
  ['uri', 'url'],
  ['uri-reference', 'url'],
  ['ipv4', 'ip'],
  ['hostname', 'host'],
]);

/** One example alone would make all things the same. */
function manyOf(examples: readonly JsonValue[] | undefined): readonly JsonValue[] | undefined {
  return examples !== undefined && examples.length > 1 ? examples : undefined;
}

/** A number of the same size, with as many decimals. */
function near(base: number, random: Random): number {
  const [, decimals = ''] = String(base).split('.');
  const scale = 10 ** decimals.length;
  const whole = Math.round(Math.abs(base) * scale);
  const other = random.integer(Math.ceil(whole / 2), Math.max(1, Math.floor(whole * 1.5))) / scale;
  return base < 0 ? -other : other;
}

const HOUR = 3_600_000;

/** A time after the thing was made, but the birthdays of people. */
function timeFor(member: string, schemas: readonly Schema[], base: unknown, { time, random }: Telling): unknown {
  const set = timeOf(member);
  const isText = typeof base === 'string' && /^\d{4}-\d\d-\d\d/.test(base);
  if (set === undefined && !isText) return undefined;
  const words = wordsOf(member).join(' ');
  const hours = set === 'made' ? 0 : set === 'changed' ? random.integer(1, 24) : hoursOf(words, random);
  return written(new Date(time.getTime() + hours * HOUR), schemas, base);
}

function hoursOf(words: string, random: Random): number {
  if (/\bbirth/.test(words) || words === 'dob') return -24 * random.integer(365 * 20, 365 * 70);
  if (/\b(?:end|ends|until|to|due|expir\w*|deadline|arriv\w*|deliver\w*)\b/.test(words)) return random.integer(24 * 10, 24 * 30);
  return random.integer(25, 24 * 9);
}
