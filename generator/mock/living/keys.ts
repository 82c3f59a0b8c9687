// Chooses the identifier of a new thing: of the form that the document's values have, and one that no other thing has.
import type { Random } from '@octavo/runtime/testing';
import type { Members } from './compose.ts';
import { settledValue } from './compose.ts';
import type { Place } from './places.ts';
import type { Ground } from './results.ts';
import type { Kept, Unit } from './store.ts';
import type { LivingThing } from './things.ts';

interface Setting {
  readonly ground: Ground;
  readonly thing: LivingThing;
  readonly unit: Unit;
  readonly place: Pick<Place, 'collection'>;
  readonly random: Random;
}

/** The value with its identifier. The caller chooses it in the body, or in the path as `key`. */
export function newKey(
  { ground, thing, unit, place, random }: Setting,
  value: Members,
  body: Members,
  key?: string,
): Omit<Kept, 'version'> {
  const { id } = thing;
  if (id === undefined) return { key: key ?? String(value.id ?? unit.list(place.collection).length + 1), value };
  if (key !== undefined) return { key, value: { ...value, [id]: typeof value[id] === 'number' ? Number(key) : key } };
  if (body[id] !== undefined) return { key: String(body[id]), value };
  const candidates = typeof value[id] === 'number' ? [nextNumber(unit, place.collection, id)] : textsLike(String(value[id] ?? ''), random);
  for (const candidate of candidates) {
    const settled = settledValue(ground, thing, { ...value, [id]: candidate });
    if (settled[id] === candidate && unit.find(place.collection, String(candidate)) === undefined)
      return { key: String(candidate), value: settled };
  }
  return { key: String(value[id]), value };
}

function nextNumber(unit: Unit, collection: string, id: string): number {
  return unit.list(collection).reduce((most, { value }) => Math.max(most, Number(value[id]) || 0), 0) + 1;
}

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/** Texts of the same form: each letter and digit after the prefix is another one of its kind. The text itself is the first choice where it is no example. */
function textsLike(text: string, random: Random): readonly string[] {
  if (UUID.test(text) || text === '') return [uuid(random), uuid(random)];
  const [prefix = ''] = /^\p{L}+[_-](?=.)/u.exec(text) ?? [];
  const alike = (): string => prefix + text.slice(prefix.length).replace(/\p{L}|\d/gu, (one) => otherOf(one, random));
  return [...Array.from({ length: 5 }, alike), text, uuid(random)];
}

function otherOf(character: string, random: Random): string {
  const all = /\d/.test(character)
    ? '0123456789'
    : /\p{Lu}/u.test(character)
      ? 'ABCDEFGHIJKLMNOPQRSTUVWXYZ'
      : /[a-f]/.test(character)
        ? 'abcdef'
        : 'abcdefghijklmnopqrstuvwxyz';
  return all[digit(random, all.length)] ?? character;
}

/** Version 4 (RFC 9562 section 5.4). */
function uuid(random: Random): string {
  return 'xxxxxxxx-xxxx-4xxx-8xxx-xxxxxxxxxxxx'.replaceAll('x', () => digit(random, 16).toString(16));
}

function digit(random: Random, most: number): number {
  return random.integer(0, most - 1);
}
