// What a watch takes over of the reading before and of its files gives what all made anew gives, after any edits of JSON documents: of words for
// people, which are not read again, and of all else.
import path from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { jsonText } from '../../generator/base/exact.ts';
import type { Problem } from '../../generator/base/problem.ts';
import { compareServices } from '../../generator/diff/index.ts';
import { createKeptTexts, type KeptTexts } from '../../generator/emit/files/kept.ts';
import { position } from '../../generator/load/frame.ts';
import type { Service } from '../../generator/model/service.ts';
import { type Reading, read } from '../../generator/run/pipeline.ts';
import { createReadings } from '../../generator/run/readings.ts';
import { project, serviceOf, someDocuments } from '../support/documents.ts';
import { byEffort } from '../support/effort.ts';
import { emit } from '../support/emit.ts';
import { numbers } from '../support/numbers.ts';
import { type Scratch, scratch } from './project.ts';

let files: Scratch;
afterEach(() => files.remove());

type Node = Record<string, unknown>;
type Next = (below: number) => number;

/** A member of an object, or an item of a list. */
interface Place {
  readonly holder: Node;
  readonly key: string;
}

/** The places below a value that are meant. */
function placesIn(value: unknown, isMeant: (value: unknown, key: string) => boolean): readonly Place[] {
  if (typeof value !== 'object' || value === null) return [];
  const holder = value as Node;
  return Object.keys(holder).flatMap((key) => {
    const inner = placesIn(holder[key], isMeant);
    return isMeant(holder[key], key) ? [{ holder, key }, ...inner] : inner;
  });
}

function oneOf<T>(items: readonly T[], next: Next): T | undefined {
  return items[next(Math.max(items.length, 1))];
}

const isText = (value: unknown): boolean => typeof value === 'string';
const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null && !Array.isArray(value);

function changeAt(root: Node, isMeant: (value: unknown, key: string) => boolean, next: Next, change: (value: unknown) => unknown): void {
  const place = oneOf(placesIn(root, isMeant), next);
  if (place !== undefined) place.holder[place.key] = change(place.holder[place.key]);
}

const METHODS = ['get', 'put', 'post', 'patch', 'delete'];

/** Each changes one place, at random. Some results are not valid. */
const EDITS: Readonly<Record<string, (root: Node, next: Next, word: string) => void>> = {
  words: (root, next, word) =>
    changeAt(
      root,
      (value, key) => isText(value) && (key === 'description' || key === 'summary'),
      next,
      (text) => `${text} ${word} "\\`,
    ),
  'all words': (root, next) =>
    changeAt(
      root,
      (value, key) => isText(value) && key === 'description',
      next,
      () => '',
    ),
  'equal words': (root, next) => {
    const meant = placesIn(root, (value, key) => isText(value) && key === 'description');
    const [one, other] = [oneOf(meant, next), oneOf(meant, next)];
    if (one !== undefined && other !== undefined) one.holder[one.key] = other.holder[other.key];
  },
  text: (root, next, word) => changeAt(root, isText, next, (text) => `${text}${word}`),
  property: (root, next, word) =>
    changeAt(
      root,
      (value, key) => key === 'properties' && isNode(value),
      next,
      (all) => ({ [word]: { type: 'string' }, ...(all as Node) }),
    ),
  'no property': (root, next) =>
    changeAt(
      root,
      (value, key) => key === 'properties' && isNode(value),
      next,
      (all) => Object.fromEntries(Object.entries(all as Node).slice(1)),
    ),
  type: (root, next) =>
    changeAt(
      root,
      (value, key) => key === 'type' && isText(value),
      next,
      (type) => (type === 'string' ? 'integer' : 'string'),
    ),
  parameter: (root, next, word) =>
    changeAt(
      root,
      (value, key) => METHODS.includes(key) && isNode(value),
      next,
      (operation) => {
        const { parameters, ...rest } = operation as Node;
        const added = { in: 'query', name: word, description: `Words of ${word}.`, schema: { type: 'integer' } };
        return { ...rest, parameters: [...(Array.isArray(parameters) ? parameters : []), added] };
      },
    ),
  security: (root, next) =>
    changeAt(
      root,
      (_, key) => key === 'security',
      next,
      () => [],
    ),
  server: (root, next, word) =>
    changeAt(
      root,
      (value, key) => key === 'url' && isText(value),
      next,
      () => `https://${word}.example.com`,
    ),
  tag: (root, next, word) =>
    changeAt(
      root,
      (value, key) => key === 'tags' && Array.isArray(value),
      next,
      (tags) => [word, ...(tags as string[]).filter(isText)],
    ),
  'an operation removed': (root, next) => {
    const place = oneOf(
      placesIn(root.paths, (value, key) => METHODS.includes(key) && isNode(value)),
      next,
    );
    if (place !== undefined) delete place.holder[place.key];
  },
  'an operation added': (root, _, word) => {
    const { paths } = root;
    if (isNode(paths))
      paths[`/${word}`] = { get: { operationId: word, summary: word, responses: { 204: { description: `Words of ${word}.` } } } };
  },
  'a component renamed': (root, next, word) => {
    const { schemas } = isNode(root.components) ? root.components : {};
    const name = oneOf(Object.keys(isNode(schemas) ? schemas : {}), next);
    if (name === undefined || !isNode(schemas)) return;
    for (const { holder, key } of placesIn(root, (value) => value === `#/components/schemas/${name}`))
      holder[key] = `#/components/schemas/${word}`;
    schemas[word] = schemas[name];
    delete schemas[name];
  },
};

const OPTIONS = {
  importExtension: '.ts',
  formats: 'assert',
  schema: true,
  examples: true,
  query: true,
  zod: true,
  valibot: true,
  jsonSchema: true,
  mcp: true,
} as const;

function filesOf(service: Service, kept?: KeptTexts): ReadonlyMap<string, string> {
  return emit(service, { ...OPTIONS, runtime: project.runtime, kept });
}

function shown(problems: readonly Problem[]): readonly unknown[] {
  return problems.map(({ code, message, location }) => ({ code, message, ...position(location) }));
}

const EDITS_OF_EACH = byEffort({ quick: 9, deep: 200 });
const SEED = Number(process.env.SEED ?? 1);

test.each(someDocuments.map((document) => [document.id, document] as const))('%s, edited at random', async (_, { id, ...rest }) => {
  files = scratch();
  const { description } = await serviceOf({ id, ...rest } as (typeof someDocuments)[number]);
  const document = { ...rest, id, file: path.join(files.root, 'document.json'), overlays: [] };
  const save = (root: unknown): string => files.put('document.json', jsonText(root, 2));
  const take = createReadings();
  const kept = createKeptTexts();
  const next = numbers(SEED);
  let root = structuredClone(description.root) as Node;
  save(root);
  let last = await take(project, document);
  let fresh: Reading = await read(project, document);
  const taken = { reworded: 0, valid: 0 };
  for (let edit = 0; edit < EDITS_OF_EACH; edit++) {
    // Words are half of what people edit.
    const kinds = Object.keys(EDITS);
    const kind = next(2) === 0 ? 'words' : (kinds[next(kinds.length)] ?? 'words');
    const edited = structuredClone(root);
    EDITS[kind]?.(edited, next, `word${edit}`);
    save(edited);
    const own = await take(project, document);
    const now = await read(project, document);
    const label = `edit ${edit} (${kind}) with SEED=${SEED}`;
    expect(shown(own.problems), label).toEqual(shown(now.problems));
    expect(own.service === undefined, label).toBe(now.service === undefined);
    if (own.service === undefined || now.service === undefined || last.service === undefined || fresh.service === undefined) continue;
    taken.valid++;
    if (own.description === last.description && own !== last) taken.reworded++;
    expect(filesOf(own.service, kept), label).toEqual(filesOf(now.service));
    const changes = compareServices(last.service, own.service).map(({ location, ...change }) => change);
    expect(changes, label).toEqual(compareServices(fresh.service, now.service).map(({ location, ...change }) => change));
    [root, last, fresh] = [edited, own, now];
  }
  expect(taken.valid).toBeGreaterThan(EDITS_OF_EACH / 3);
  expect(taken.reworded).toBeGreaterThan(0);
});

test('words of headers decide which responses share a name, so they are read again', async () => {
  files = scratch();
  const [first] = someDocuments;
  if (first === undefined) throw new Error('no document');
  const document = { ...first, file: path.join(files.root, 'document.json'), overlays: [] };
  const operation = (words: string): Node => {
    const headers = { 'X-Count': { schema: { type: 'integer', description: words } } };
    return { get: { responses: { 200: { description: 'Done.', headers } } } };
  };
  const save = (words: string): string => {
    const paths = { '/one': operation('How many.'), '/other': operation(words) };
    return files.put('document.json', jsonText({ openapi: '3.1.0', info: { title: 'Headers', version: '1' }, paths }, 2));
  };
  const take = createReadings();
  const kept = createKeptTexts();
  const names: number[] = [];
  for (const words of ['How many.', 'The number.', 'How many.']) {
    save(words);
    const [own, now] = [await take(project, document), await read(project, document)];
    if (own.service === undefined || now.service === undefined) throw new Error('no service');
    expect(filesOf(own.service, kept)).toEqual(filesOf(now.service));
    names.push(new Set(own.service.operations.flatMap(({ responses }) => responses.map(({ headersName }) => headersName))).size);
  }
  expect(names).toEqual([1, 2, 1]);
});
