// Makes a body small enough for a model: by the parts that it asked for, and by leaving out items, long texts and deep parts, each named.
import { pointerToken, tokenName } from '../contract/pointer.ts';

/** How many items, members, characters and levels are kept, until the body is small enough. */
const STEPS = [
  { items: 200, members: 200, characters: 4000, depth: 12 },
  { items: 100, members: 100, characters: 2000, depth: 12 },
  { items: 50, members: 100, characters: 1000, depth: 10 },
  { items: 25, members: 60, characters: 600, depth: 8 },
  { items: 12, members: 60, characters: 400, depth: 8 },
  { items: 6, members: 40, characters: 300, depth: 6 },
  { items: 3, members: 40, characters: 200, depth: 5 },
  { items: 2, members: 20, characters: 100, depth: 4 },
  { items: 1, members: 10, characters: 60, depth: 3 },
  { items: 1, members: 3, characters: 30, depth: 2 },
] as const;

type Step = (typeof STEPS)[number];

/** The most parts whose loss is named. */
const MOST_NOTES = 5;

export interface Bounded {
  readonly body: unknown;
  /** What was left out, as sentences. */
  readonly notes: readonly string[];
}

/** The body in at most `most` characters of JSON, where that can be. */
export function bounded(body: unknown, most: number): Bounded {
  if (lengthOf(body) <= most) return { body, notes: [] };
  let result: Bounded = { body, notes: [] };
  for (const step of STEPS) {
    const notes: string[] = [];
    result = { body: cut(body, '', step, 0, notes), notes };
    if (lengthOf(result.body) <= most) break;
  }
  const { notes } = result;
  const more = notes.length > MOST_NOTES ? [`${notes.length - MOST_NOTES} other parts are shortened too.`] : [];
  return { body: result.body, notes: [...notes.slice(0, MOST_NOTES), ...more] };
}

function lengthOf(value: unknown): number {
  return JSON.stringify(value, (_, member: unknown) => (typeof member === 'bigint' ? String(member) : member))?.length ?? 0;
}

function cut(value: unknown, at: string, step: Step, depth: number, notes: string[]): unknown {
  const place = at === '' ? 'The body' : `\`${at}\``;
  if (typeof value === 'string') {
    if (value.length <= step.characters) return value;
    notes.push(`${place} has ${value.length} characters; the first ${step.characters} are here.`);
    return `${value.slice(0, step.characters).replace(/[\ud800-\udbff]$/, '')}…`;
  }
  if (typeof value !== 'object' || value === null) return value;
  if (depth >= step.depth) {
    notes.push(`${place} is left out, since it is deep.`);
    return Array.isArray(value) ? ['…'] : { '…': '…' };
  }
  const inside = (name: string, member: unknown): unknown => cut(member, `${at}/${pointerToken(name)}`, step, depth + 1, notes);
  if (Array.isArray(value)) {
    if (value.length > step.items) notes.push(`${place} has ${value.length} items; the first ${step.items} are here.`);
    return value.slice(0, step.items).map((item, index) => inside(String(index), item));
  }
  const members = Object.entries(value);
  if (members.length > step.members) notes.push(`${place} has ${members.length} members; the first ${step.members} are here.`);
  return Object.fromEntries(members.slice(0, step.members).map(([name, member]) => [name, inside(name, member)]));
}

/** The parts of a body at JSON pointers, `*` for each item or member, by pointer. */
export function selected(body: unknown, pointers: readonly string[]): object {
  return Object.fromEntries(pointers.map((pointer) => [pointer, valuesAt(body, pointer.split('/').slice(1).map(tokenName))]));
}

/** One value, `null` where there is none; for a pointer with `*` all that there are. */
function valuesAt(value: unknown, [token, ...rest]: readonly string[]): unknown {
  if (token === undefined) return value;
  if (typeof value !== 'object' || value === null) return null;
  if (token === '*') {
    const values = Object.values(value).map((item) => valuesAt(item, rest));
    return rest.includes('*') ? values.flat() : values;
  }
  return Object.hasOwn(value, token) ? valuesAt((value as Record<string, unknown>)[token], rest) : null;
}
