// The faultless service of the benchmark of `octavo conform`: examples/recipe-box, with a few notebooks in it.
import { spawnSync } from 'node:child_process';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { ConformSettings } from '../../generator/conform/contract/settings.ts';
import { end, start, until } from '../processes.ts';

export type Box = (request: Request) => Promise<Response>;

const root = resolve(import.meta.dirname, '../..');
const example = join(root, 'examples/recipe-box');

export const DOCUMENT = join(example, 'recipe-box.yaml');

/** Tokens of the two cooks. Mira may read statistics. */
export const MIRA = 'saffron';
export const JONAS = 'nutmeg';

/** What `octavo conform` is to know of the service: tokens, and what exists. What the cases delete, no other case reads. */
export const settings: ConformSettings = {
  credentials: { given: { cook: MIRA }, other: { cook: JONAS }, unscoped: { cook: JONAS } },
  overrides: {
    parameters: { notebookId: 1, recipeId: 2 },
    operations: {
      // Any other value would be refused with 412, whatever else is wrong with the request.
      changeNotebook: { header: { 'If-Match': '*' } },
      deleteNotebook: { path: { notebookId: 5 } },
      removeRecipe: { path: { recipeId: 4 } },
    },
  },
};

interface Modules {
  createRecipeBox(cooks: unknown): Box;
  readonly cooks: unknown;
}

/** Generates the example's code, and returns a function that makes a new service at each call. */
export async function loadService(): Promise<() => Promise<Box>> {
  const { status, stderr } = spawnSync(process.execPath, [join(root, 'generator/bin/octavo.js'), 'generate'], {
    cwd: example,
    encoding: 'utf8',
  });
  if (status !== 0) throw new Error(`The example's code is not generated:\n${stderr}`);
  const load = (file: string): Promise<Modules> => import(pathToFileURL(join(example, 'src', file)).href);
  const [{ createRecipeBox }, { cooks }] = await Promise.all([load('recipe-box.ts'), load('cooks.ts')]);
  return async () => {
    const box = createRecipeBox(cooks);
    await fill(box);
    return box;
  };
}

/** The service in a process of its own, as a user would test it. Generate the example's code first, by `loadService`. */
export async function startService(): Promise<{ readonly url: string; stop(): Promise<void> }> {
  const child = start([join(example, 'src/server.ts')], { stdio: ['ignore', 'pipe', 'inherit'], env: { ...process.env, PORT: '0' } });
  let printed = '';
  child.stdout?.on('data', (chunk) => {
    printed += chunk;
  });
  await until(() => printed.includes('\n'), child);
  const [url = ''] = /http:\S+/.exec(printed) ?? [];
  await fill(async (request) => fetch(new Request(request.url.replace('http://localhost', url), request)));
  return { url, stop: () => end(child) };
}

const SOUP = {
  name: 'Onion soup',
  difficulty: 'fair',
  tags: ['soup', 'onion'],
  steps: [
    { kind: 'prepare', what: 'Slice the onions.' },
    { kind: 'heat', degrees: 180, minutes: 50 },
  ],
};

/** Adds, in the order of their ids, the things that `settings` names. */
async function fill(box: Box): Promise<void> {
  const recipes = '/notebooks/1/recipes';
  const posts: readonly (readonly [token: string, path: string, body: unknown])[] = [
    [MIRA, '/notebooks', { title: 'Soups', season: 'winter', servings: 4 }],
    [MIRA, recipes, SOUP],
    [MIRA, recipes, { ...SOUP, name: 'Miso soup', difficulty: 'easy' }],
    [MIRA, recipes, { ...SOUP, name: 'Cold soup' }],
    [MIRA, '/notebooks', { title: 'Breads' }],
    [JONAS, '/notebooks', { title: 'Salads' }],
    [JONAS, '/notebooks/6/recipes', { ...SOUP, name: 'Bread salad' }],
  ];
  for (const [token, path, body] of posts) {
    const response = await box(requestOf('POST', path, token, body));
    if (response.status !== 201) throw new Error(`POST ${path} is answered with ${response.status}: ${await response.text()}`);
  }
}

/** A request as one of the cooks. */
export function requestOf(method: string, path: string, token: string, body?: unknown): Request {
  const headers: Record<string, string> = { authorization: `Bearer ${token}` };
  if (body === undefined) return new Request(`http://localhost/v1${path}`, { method, headers });
  headers['content-type'] = 'application/json';
  return new Request(`http://localhost/v1${path}`, { method, headers, body: JSON.stringify(body) });
}
