// Fills the world of a living mock: with the things of the document's examples, and up to the wanted number with made ones that look real and refer
// to each other.
import { getOwn } from '@octavo/runtime/conformance';
import { createRandom, type Random } from '@octavo/runtime/testing';
import { opened } from '../../inference/lists/within.ts';
import { changedAt, valueAt } from '../../inference/pointers.ts';
import { withEnd } from '../../inference/uris.ts';
import { slugOf, titleFor } from './believable/members.ts';
import { believable, type Members } from './believable/objects.ts';
import type { Words } from './believable/words.ts';
import { examplesOf, isSentFirst, tried } from './examples.ts';
import { alignAll } from './kept/inner.ts';
import { inState } from './kept/keeping.ts';
import { alignAllMarks } from './kept/marks.ts';
import { freshId, shownBy } from './making.ts';
import { asId, identityOf } from './places.ts';
import { exampledPath } from './plan/exampled.ts';
import type { Kind } from './plan/kinds.ts';
import { record } from './plan/sent.ts';
import { type Above, collectionsFor, idIn, namedIds, withNamed } from './referring.ts';
import { wordFor } from './refusing.ts';
import type { Setting } from './setting.ts';
import { closed, inBody, sound } from './showing.ts';
import { untrashed } from './trashing.ts';
import { type Thing, TooMuch } from './world.ts';

export interface Seeding {
  /** The same number makes the same world. */
  readonly seed: number;
  /** How many things a collection begins with at least; one below another thing with three of them at most. */
  readonly things: number;
  readonly words: Words;
}

/** Things of a collection that stands below a thing. */
const MOST_BELOW = 3;
/** Samples of the schemas that things of a kind without an example are made from. */
const SAMPLES = 3;
/** Times that a thing with taken values is made again. */
const ATTEMPTS = 4;
const BEGIN = Date.parse('2025-09-01T08:00:00Z');
const STEP = 29 * 3_600_000;

/** Kinds come after those that they stand below, so that there is something to stand below. */
export function seed(setting: Setting, seeding: Seeding): void {
  const random = createRandom(seeding.seed);
  seeding.words.begin(seeding.seed);
  try {
    const kinds = setting.plan.kinds.filter(({ resource }) => resource.isSingle !== true);
    for (const kind of kinds.toSorted((a, b) => a.collection.length - b.collection.length)) seedKind(setting, kind, seeding, random);
    const things = [...setting.world.all()];
    const there = new Map(setting.plan.kinds.map((kind) => [kind, things.filter((thing) => thing.kind === kind)]));
    const isThere = new Map([...there].map(([kind, own]) => [kind, new Set(own.map(({ id }) => id))]));
    for (const thing of things) {
      const value = referring({ there, isThere }, thing.kind, thing.value, random);
      if (value !== thing.value) setting.world.keep({ ...thing, value });
    }
    alignAll(setting);
    alignAllMarks(setting);
  } catch (error) {
    // There is no room for more.
    if (!(error instanceof TooMuch)) throw error;
  }
}

function seedKind(setting: Setting, kind: Kind, seeding: Seeding, random: Random): void {
  const all = collectionsFor(setting.world, kind);
  const path = exampledPath(kind.collection, kind.exampled);
  const home = all.find(({ collection }) => collection === path) ?? all[0];
  for (const above of all) seedCollection(setting, { kind, above, isHome: above === home }, seeding, random);
}

/** Fills a collection that nobody knew of at the beginning. */
export function seedLater(setting: Setting, kind: Kind, above: Above, seeding: Seeding): void {
  try {
    seedCollection(setting, { kind, above, isHome: false }, seeding, setting.random);
  } catch (error) {
    if (!(error instanceof TooMuch)) throw error;
  }
}

interface Bed {
  readonly kind: Kind;
  readonly above: Above;
  /** Whether it has the examples, and things with the identifiers that the document gives as examples in the path. */
  readonly isHome: boolean;
}

function seedCollection(setting: Setting, { kind, above, isHome }: Bed, seeding: Seeding, random: Random): void {
  const { collection, madeAt, members, isBelow } = above;
  const { world } = setting;
  const examples = examplesOf(setting, kind);
  const keep = (value: Members): void => {
    const id = kind.id === undefined ? freshId(setting, kind, collection, undefined) : identityOf(kind, value);
    if (id === undefined || world.find(collection, String(id)) !== undefined) return;
    const place = madeAt === undefined ? {} : { madeAt };
    world.keep({ kind, collection, id: String(id), value: { ...value, ...members }, ...place });
  };
  if (isHome) for (const value of examples) keep(value);
  const bases = basesOf(setting, kind, examples, random);
  const known = isHome && seeding.things > 0 ? exampledIds(setting, kind, collection, bases[0] ?? {}) : [];
  const usual = isBelow ? Math.min(MOST_BELOW, seeding.things) : seeding.things;
  const first = isHome ? examples.length + 1 : 1;
  const wanted = known.length === 0 ? usual : Math.max(usual, examples.length + known.length);
  const taken = new Taken(kind, isHome ? examples : []);
  for (let number = first; bases.length > 0 && number <= wanted; number++) {
    const base = bases[number % bases.length] ?? {};
    const made = untaken(taken, (isNumbered) => {
      const one = make(setting, { kind, base, isAuthored: examples.length > 0, number, isNumbered }, seeding, random);
      return inState(kind, untrashed(kind, isNumbered ? withFreeIntegers(setting, kind, one, number) : one));
    });
    if (made === undefined) continue;
    const id = known[number - first];
    keep(
      kind.id === undefined
        ? made
        : { ...made, [kind.id]: id ?? idFor(setting, { kind, collection, made, example: getOwn(base, kind.id) }) },
    );
  }
}

/** What made things are like. Where the document allows none as a whole, they have an identifier at first, and else what is shown of them. */
function basesOf(setting: Setting, kind: Kind, examples: readonly Members[], random: Random): readonly Members[] {
  const found = examples.length > 0 ? examples : sampled(setting, kind, random);
  return found.length === 0 && kind.id !== undefined ? [{}] : found;
}

/** The identifiers that the document gives as examples in paths, where no thing has them, and no example of a request makes it. */
function exampledIds({ world, tools }: Setting, kind: Kind, collection: string, base: Members): readonly unknown[] {
  const { id, isUri, members, resource } = kind;
  if (id === undefined || resource.create?.method === 'PUT') return [];
  const uri = getOwn(base, id);
  return kind.exampledIds.flatMap((text) => {
    const value = isUri ? typeof uri === 'string' && withEnd(uri, text) : asId(kind, text);
    if (value === false || world.has(collection, text) || isSentFirst({ [id]: value }, kind)) return [];
    return (members.get(id) ?? []).every((schema) => tools.allows(schema, value)) ? [value] : [];
  });
}

interface Named {
  readonly kind: Kind;
  readonly collection: string;
  readonly made: Members;
  readonly example: unknown;
}

/** An identifier like that of the example: words such as `tide-clock` are those of the thing's own name. */
function idFor(setting: Setting, { kind, collection, made, example }: Named): unknown {
  const { world, tools } = setting;
  const schemas = kind.members.get(kind.id ?? '') ?? [];
  const name = [made.title, made.name].find((text) => typeof text === 'string');
  const slug = name === undefined || typeof example !== 'string' || !/^[a-z]+(?:-[a-z]+)+$/.test(example) ? '' : slugOf(name, '-');
  const isFree = slug !== '' && world.find(collection, slug) === undefined;
  return isFree && schemas.every((schema) => tools.allows(schema, slug)) ? slug : freshId(setting, kind, collection, example);
}

/** The values of unique members that things of a collection have. */
class Taken {
  readonly #values: ReadonlyMap<string, Set<string>>;

  constructor({ unique, id }: Kind, things: readonly Members[]) {
    const members = [...unique.keys()].filter((member) => member !== id);
    this.#values = new Map(members.map((member) => [member, new Set(things.map((thing) => comparable(thing[member])))]));
  }

  /** Whether none of the values was taken; they are now. */
  take(thing: Members): boolean {
    const all = [...this.#values].map(([member, values]) => [values, comparable(thing[member])] as const);
    if (all.some(([values, value]) => value !== '' && values.has(value))) return false;
    for (const [values, value] of all) values.add(value);
    return true;
  }
}

function comparable(value: unknown): string {
  // 64-bit integers are `bigint`, which JSON cannot express.
  const text = JSON.stringify(value, (_, one: unknown) => (typeof one === 'bigint' ? `${one}n` : one));
  return value === undefined || value === null ? '' : text.toLowerCase();
}

/** With other integers in the unique members, where the document allows them. Texts were made with the number already. */
function withFreeIntegers({ tools }: Setting, { unique, members, id }: Kind, made: Members, number: number): Members {
  const next = (value: unknown): unknown => {
    if (typeof value === 'bigint') return value + BigInt(number);
    return Number.isSafeInteger(value) ? Number(value) + number : value;
  };
  const changed = [...unique.keys()].flatMap((member) => {
    const value = next(getOwn(made, member));
    const isAllowed = member !== id && value !== undefined && (members.get(member) ?? []).every((schema) => tools.allows(schema, value));
    return isAllowed ? [[member, value]] : [];
  });
  return { ...made, ...Object.fromEntries(changed) };
}

function untaken(taken: Taken, makeOne: (isNumbered: boolean) => Members): Members | undefined {
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    const made = makeOne(attempt > 0);
    if (taken.take(made)) return made;
  }
  return undefined;
}

interface Making {
  readonly kind: Kind;
  readonly base: Members;
  readonly isAuthored: boolean;
  readonly number: number;
  readonly isNumbered: boolean;
}

/** A thing like the base, with other values; where the document allows one of them not, it is that of the base. */
function make(setting: Setting, { kind, base, ...of }: Making, { words }: Seeding, random: Random): Members {
  const holder = wordFor(kind).toLowerCase();
  const telling = {
    ...of,
    holder,
    person: words.person(random),
    place: words.place(random),
    title: titleFor(holder, words, random),
    time: new Date(BEGIN + (of.number % 100) * STEP),
    random,
    words,
    allows: setting.tools.allows,
  };
  const value = believable(base, kind.members, telling, kind.id);
  const { operation, at } = shownBy(kind);
  if (operation === undefined || at === undefined) return value;
  return (
    tried(() => {
      const skeleton = setting.tools.example(operation, undefined);
      const place = { at, example: closed(kind, base), within: kind.within?.member };
      const result = sound(setting, operation, { ...skeleton, body: changedAt(skeleton.body, inBody(at), closed(kind, value)) }, place);
      return result && opened(kind.within?.member, record(valueAt({ body: result.body }, at)));
    }) ?? base
  );
}

/** The things that there are by kind, and their identifiers. */
interface Known {
  readonly there: ReadonlyMap<Kind, readonly Thing[]>;
  readonly isThere: ReadonlyMap<Kind, ReadonlySet<string>>;
}

/** Members that name a thing which is not there, with one that is. */
function referring(known: Known, kind: Kind, value: Members, random: Random): Members {
  return kind.references.reduce<Members>((before, { place, kind: other }) => {
    const { id } = other;
    const there = known.there.get(other) ?? [];
    const isThere = known.isThere.get(other) ?? new Set();
    if (id === undefined || there.length === 0) return before;
    if (namedIds(before, place).every((one) => isThere.has(one))) return before;
    const nameOf = (one: unknown): unknown => {
      if (isThere.has(idIn(String(one)))) return one;
      const thing = random.pick(there);
      const isInUri = !other.isUri && typeof one === 'string' && one.includes('/');
      return isInUri && thing !== undefined ? withEnd(one, thing.id) : thing?.value[id];
    };
    return record(withNamed(before, place, nameOf));
  }, value);
}

function sampled(setting: Setting, kind: Kind, random: Random): readonly Members[] {
  const { operation, at } = shownBy(kind);
  if (operation === undefined || at === undefined) return [];
  return Array.from({ length: SAMPLES }, () => {
    const own = createRandom(random.integer(1, 2 ** 31));
    const shown = record(tried(() => valueAt({ body: setting.tools.example(operation, undefined, own).body }, at)));
    return opened(kind.within?.member, shown);
  }).filter((value) => Object.keys(value).length > 0);
}
