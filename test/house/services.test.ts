// The rooms inside a service (docs/architecture.md): handlers translate between the wire and what the service does, so they hold no query and no
// rule; rules are pure.
import { globSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, expect, test } from 'vitest';

const root = resolve(import.meta.dirname, '../..');

/** Kysely's queries, and what prepares them. */
const QUERY = /\.(?:selectFrom|insertInto|updateTable|deleteFrom|replaceInto|mergeInto)\(|\bfrom 'kysely'|\/store\/prepare\.ts'|\bsql`/;

/** A function beside the handlers: what it decides is a rule, what it asks a query, what it shows a look. */
const FUNCTION =
  /^(?:export )?(?:async )?function\b|^(?:export )?const (?!\w*[hH]andlers\b)\w+ = (?:async )?(?:<[^>]*>)?\([^)]*\)[^=\n]*=>/m;

function holdsOf(text: string): readonly string[] {
  return [...(QUERY.test(text) ? ['query'] : []), ...(FUNCTION.test(text) ? ['rule'] : [])];
}

/** Operations whose handlers are longer than six lines. Move what they decide to `rules/` or a file of the service, and delete the line here. */
const LONG: readonly string[] = [
  'a-identity introspectToken',
  'd-events triggerBatchEvents',
  'd-events triggerEvent',
  'h-email findEmail',
  'h-email getAccount',
  'h-email searchDomain',
  'h-email verifyEmail',
];

/** The methods of a file of handlers that have more than six lines. */
function longMethods(text: string): string[] {
  const methods = text.matchAll(/^( {2}| {4})(?:async )?(?!if\b|for\b|while\b)(\w+)\(.*\{\n([\s\S]*?)^\1\},?$/gm);
  return [...methods].flatMap(([, , name = '', body = '']) => (body.split('\n').length - 1 > 6 ? [name] : []));
}

/** The imports of a file, types included. */
function importsOf(text: string): string[] {
  return [...text.matchAll(/^(?:import|export)\s[^;'"`]*?\sfrom\s+'([^']+)'/gm)].map(([, from]) => from ?? '');
}

/** A service of several documents has a folder for each. */
const HANDLERS = 'services/*/{handlers,v1,v2,main,marketing}/*.ts';

const files = (pattern: string) =>
  globSync(pattern, { cwd: root })
    .map((file) => file.replaceAll('\\', '/'))
    .filter((file) => !file.startsWith('services/platform/'))
    .sort()
    .map((file) => ({ file, text: readFileSync(join(root, file), 'utf8') }));

test.each<[string, readonly string[]]>([
  ['const rows = await store.read.selectFrom("a").execute();', ['query']],
  ["import type { Kysely } from 'kysely';", ['query']],
  ["import { prepare } from '../../platform/store/prepare.ts';", ['query']],
  ['function isOlder(body: Body): boolean {\n  return true;\n}', ['rule']],
  ['const planOf = ({ count }: Query): Plan => ({ count });', ['rule']],
  ['export const linkHandlers = ({ store }: Deps): LinksHandlers<Caller> => ({\n  async list() {},\n});', []],
  ["const ALWAYS = ['id'];\nexport const userHandlers = (deps: Deps): UsersHandlers => {\n  function own() {}\n};", []],
])('%j holds %j', (text, want) => {
  expect(holdsOf(text)).toEqual(want);
});

test.each([
  [6, []],
  [7, ['list']],
])('a handler of %i lines', (count, want) => {
  const body = '    await act();\n'.repeat(count);
  expect(
    longMethods(`export const handlers = (deps: Deps): Handlers => ({\n  async list({ query }, context) {\n${body}  },\n});\n`),
  ).toEqual(want);
});

describe('inside a service', () => {
  test('handlers hold no query and no rule', () => {
    const found = files(HANDLERS).flatMap(({ file, text }) => {
      const held = holdsOf(text);
      return held.length === 0 ? [] : [`${file}: ${held.join(', ')}`];
    });
    expect(found).toEqual([]);
  });

  test('a handler has at most six lines, but for those listed', () => {
    const found = files(HANDLERS).flatMap(({ file, text }) => longMethods(text).map((name) => `${file.split('/')[1]} ${name}`));
    expect(found.sort()).toEqual(LONG);
  });

  test('only the server imports handlers', () => {
    const wrong = files('services/*/**/*.ts').filter(
      ({ file, text }) =>
        !/^services\/[^/]+\/server(?:-v[12]|-main|-marketing)?\.ts$/.test(file) &&
        importsOf(text).some((from) => /(?:^|\/)(?:handlers|v[12]|main|marketing)\//.test(from)),
    );
    expect(wrong.map(({ file }) => file)).toEqual([]);
  });

  test('rules ask nothing: they hold no query, wait for nothing, and import no other room than the types of tables, the platform’s pure words and data', () => {
    const allowed =
      /^(?:\.\/|\.\.\/tables\.ts$|@octavo\/|node:(?:crypto|url)$|tlds$|\.\.\/\.\.\/platform\/(?:secrets|machine|limits\/limits)\.ts$)/;
    const wrong = files('services/*/{rules/*,*/rules}.ts').flatMap(({ file, text }) => [
      ...(QUERY.test(text) || /\b(?:async|await)\b/.test(text.replace(/\/\*[\s\S]*?\*\/|\/\/.*/g, '')) ? [`${file} asks`] : []),
      ...importsOf(text)
        .filter((from) => !allowed.test(from))
        .map((from) => `${file} imports ${from}`),
    ]);
    expect(wrong).toEqual([]);
  });
});
