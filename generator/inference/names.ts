// Compares names of parameters, properties and path segments: `bookId`, `book_id` and the `id` of what `/books` holds mean the same.
import { singular, wordsOf } from './prose/index.ts';

/** Properties that identify what has them, the likeliest first. */
const IDENTIFIERS: readonly string[] = [
  'id',
  'uuid',
  'guid',
  'key',
  'slug',
  'code',
  'sku',
  'handle',
  'number',
  'no',
  'sid',
  'gid',
  'ref',
  'reference',
  'name',
];

/** Identifiers that other words end with: `tagId` is no `gid`. */
const WHOLE_WORDS: ReadonlySet<string> = new Set(['no', 'sid', 'gid']);

/** Identifiers that say what they identify where they stand behind the name of a thing: `productSku`. */
const REFERRING: readonly string[] = IDENTIFIERS.filter((name) => name !== 'name');

/** The name without case and separators: `Book-Id` becomes `bookid`. */
export function plain(name: string): string {
  return name.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '');
}

/** The property of an answer whose value the path parameter takes. `collection` is the segment before the parameter: `books`. */
export function identifierFor(parameter: string, collection: string, properties: Iterable<string>): string | undefined {
  const names = [...properties];
  const wanted = plain(parameter);
  const same = names.find((name) => plain(name) === wanted);
  if (same !== undefined) return same;
  const thing = plain(singular(collection));
  // `{shelf}` names the thing alone: any identifier of the answer may be meant, and a word such as `slug` only that one.
  const last = wordsOf(parameter).at(-1) ?? '';
  const ending = IDENTIFIERS.includes(last)
    ? last
    : (IDENTIFIERS.find((identifier) => !WHOLE_WORDS.has(identifier) && wanted.endsWith(identifier)) ?? '');
  const told = ending === '' ? toldBy(parameter, thing, names) : undefined;
  if (told !== undefined) return told;
  for (const identifier of IDENTIFIERS) {
    if (ending !== '' && ending !== identifier && !(ending === 'no' && identifier === 'number')) continue;
    const found = names.find((name) => plain(name) === identifier || plain(name) === thing + identifier);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** The property that a parameter names with words before it: `email` for `{userEmail}`; and `userEmail` of a user, for `{email}`. */
function toldBy(parameter: string, thing: string, names: readonly string[]): string | undefined {
  const tails = tailsOf(parameter).slice(1).map(plain);
  return names.find((name) => (tails.includes(plain(name)) && plain(name) !== thing) || plain(name) === thing + plain(parameter));
}

/** The names that identify what has them, the likeliest first. */
export function identifiersIn(names: Iterable<string>): readonly string[] {
  const all = [...names];
  return IDENTIFIERS.flatMap((identifier) => all.find((name) => plain(name) === identifier) ?? []);
}

/** Names that say nothing of the thing that they identify. */
const GENERAL = new Set(IDENTIFIERS.filter((name) => name !== 'sku'));

/** Whether a parameter says by its name alone what it identifies, wherever the name stands: `sku`, `orderId`, but not `code`. */
export function isTelling(parameter: string): boolean {
  return !GENERAL.has(plain(parameter)) && plain(parameter).length > 2;
}

/** A name and what is left of it without its first words: `from_warehouse` and `warehouse`. */
export function tailsOf(name: string): readonly string[] {
  const words = wordsOf(name);
  return words.map((_, index) => words.slice(index).join(''));
}

/** Whether a name says by itself that it is the identifier of what a collection holds: `authorId`, or `author` alone, for `authors`. */
export function refersTo(name: string, collection: string): boolean {
  return referringNames(collection).has(plain(name));
}

/** All such names, in their plain form. */
export function referringNames(collection: string): ReadonlySet<string> {
  const thing = plain(singular(collection));
  return new Set(thing === '' ? [] : [thing, ...REFERRING.map((identifier) => thing + identifier)]);
}
