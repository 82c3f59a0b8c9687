// The words of `@faker-js/faker`, where the project has it.
import { createRequire } from 'node:module';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { findPackage } from '../../../base/peer.ts';
import { ownWords, type Words } from './words.ts';

const NAME = '@faker-js/faker';

/**
 * The words of the package as the project has it; those of Octavo where it is not installed, or is older than 9.
 *
 * @param root the folder of the project
 */
export async function wordsFor(root: string): Promise<Words> {
  const found = findPackage(root, NAME);
  if (found === undefined) return ownWords;
  // One language: all seventy of them take a second to load.
  const place = createRequire(path.join(root, 'package.json')).resolve(`${NAME}/locale/en`);
  const loaded: unknown = await import(pathToFileURL(place).href);
  const faker = memberOf(loaded, 'faker');
  const seeded = memberOf(faker, 'seed');
  const [first, last, street, company, product, title, job] = CALLS.map(([room, name]) => textOf(faker, room, name));
  if (typeof seeded !== 'function' || !first || !last || !street || !company || !product || !title || !job) return ownWords;
  return {
    ...ownWords,
    from: `words of ${NAME} ${found.manifest.version ?? ''}`.trimEnd(),
    begin: (seed) => void Reflect.apply(seeded, faker, [seed]),
    person: () => ({ first: first(), last: last() }),
    place: (random) => ({ ...ownWords.place(random), street: street() }),
    company,
    product,
    title,
    job,
  };
}

const CALLS = [
  ['person', 'firstName'],
  ['person', 'lastName'],
  ['location', 'streetAddress'],
  ['company', 'name'],
  ['commerce', 'productName'],
  ['book', 'title'],
  ['person', 'jobTitle'],
] as const;

function textOf(faker: unknown, room: string, name: string): (() => string) | undefined {
  const holder = memberOf(faker, room);
  const make = memberOf(holder, name);
  return typeof make === 'function' ? () => String(Reflect.apply(make, holder, [])) : undefined;
}

function memberOf(holder: unknown, name: string): unknown {
  return typeof holder === 'object' && holder !== null ? Reflect.get(holder, name) : undefined;
}
