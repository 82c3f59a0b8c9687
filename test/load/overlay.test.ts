// Overlays: what their actions change, where problems of changed documents are shown, and how faults and limits of overlays are reported.
import { describe, expect, test } from 'vitest';
import type { Description, Json } from '../../generator/load/description.ts';
import type { LoadOptions } from '../../generator/load/index.ts';
import { document, given, type Loaded, loadIn, project } from './support.ts';

const PETS = document(
  '3.1.1',
  'paths:',
  '  /pets:',
  '    get:',
  '      parameters:',
  '        - { name: a, in: query, schema: { type: string } }',
  '        - { name: b, in: query, schema: { type: string } }',
  '        - { name: c, in: query, schema: { type: string } }',
  "      responses: { '200': { description: Pets. } }",
  'x-list: [1, 2]',
);

/** An overlay with these actions, each a flow mapping on a line of its own, the first on line 4. */
const overlay = (...actions: readonly string[]): string =>
  ['overlay: 1.0.0', "info: { title: T, version: '1' }", 'actions:', ...actions.map((action) => `  - ${action}`), ''].join('\n');

async function overlaid(text: string, overlays: readonly string[], options: Partial<LoadOptions> = {}): Promise<Loaded> {
  const names = overlays.map((_, index) => `o${index}.yaml`);
  const folder = await project({ 'api.yaml': text, ...Object.fromEntries(names.map((name, index) => [name, overlays[index] ?? ''])) });
  return loadIn(folder, 'api.yaml', { overlays: names.map((name) => `${folder}/${name}`), ...options });
}

/** The changed document, without the head of four lines. */
async function changed(...overlays: readonly string[]): Promise<unknown> {
  const loaded = await overlaid(PETS, overlays);
  expect(loaded.lines).toEqual([]);
  return given(loaded).root;
}

const names = (root: unknown): unknown =>
  (root as { paths: { '/pets': { get: { parameters: { name: string }[] } } } }).paths['/pets'].get.parameters.map(({ name }) => name);

describe('changes', () => {
  test('`update` merges objects, joins arrays and replaces other values', async () => {
    const update = '{ title: New, x-a: { b: 1 }, x-list: [3], contact: { name: C } }';
    const root = await changed(
      overlay(`{ target: $.info, update: ${update} }`, '{ target: $, update: { x-list: [3], info: { x-a: { c: [2] } } } }'),
    );
    expect(root).toMatchObject({
      info: { title: 'New', version: '1', 'x-a': { b: 1, c: [2] }, 'x-list': [3], contact: { name: 'C' } },
      'x-list': [1, 2, 3],
    });
  });

  test('`update` of an array appends one item, in every array that is selected', async () => {
    const root = await changed(overlay('{ target: $.paths.*.get.parameters, update: { name: d, in: query, schema: { type: string } } }'));
    expect(names(root)).toEqual(['a', 'b', 'c', 'd']);
    expect(await changed(overlay('{ target: "$[\'x-list\']", update: [3] }'))).toMatchObject({
      'x-list': [1, 2, [3]],
    });
  });

  test('`remove` removes members and items, and comes before `update`', async () => {
    expect(names(await changed(overlay('{ target: \'$.paths..parameters[?@.name != "b"]\', remove: true, update: {} }')))).toEqual(['b']);
    const root = await changed(overlay('{ target: \'$["x-list"]\', remove: true }', '{ target: $.info, remove: false, update: {} }'));
    expect(Object.keys(root as object)).toEqual(['openapi', 'info', 'paths']);
  });

  test('actions and overlays follow one another', async () => {
    const first = overlay('{ target: $.info, update: { x-a: { b: 1 } } }', '{ target: "$.info[\'x-a\']", update: { c: 2 } }');
    const second = overlay('{ target: "$.info[\'x-a\'].b", remove: true }', '{ target: $.info, update: { title: Last } }');
    expect(await changed(first, second)).toMatchObject({ info: { title: 'Last', 'x-a': { c: 2 } } });
    expect(((await changed(first, second)) as { info: { 'x-a': Json } }).info['x-a']).toEqual({ c: 2 });
  });

  test('what an alias shares is changed in the selected place only, and so is what one action adds to several', async () => {
    const text = document('3.1.1', 'paths: {}', 'x-a: &a { b: 1 }', 'x-c: *a');
    const loaded = await overlaid(text, [
      overlay(
        '{ target: "$[\'x-c\']", update: { b: 2 } }',
        "{ target: \"$['x-a','x-c']\", update: { n: {} } }",
        '{ target: "$[\'x-a\'].n", update: { d: 1 } }',
      ),
    ]);
    expect(given(loaded).root).toMatchObject({ 'x-a': { b: 1, n: { d: 1 } }, 'x-c': { b: 2, n: {} } });
    expect((given(loaded).root as { 'x-c': { n: Json } })['x-c'].n).toEqual({});
  });

  test('a member called `__proto__` is a member like any other', async () => {
    const root = (await changed(overlay('{ target: $, update: { x-p: { __proto__: { polluted: 1 } } } }'))) as { 'x-p': object };
    expect(Object.keys(root['x-p'])).toEqual(['__proto__']);
    expect(({} as { polluted?: number }).polluted).toBeUndefined();
  });

  test('an overlay may be JSON, corrects the version, and is among the sources', async () => {
    const text = JSON.stringify({
      overlay: '1.0.1',
      info: { title: 'T', version: '1' },
      actions: [{ target: '$', update: { openapi: '3.1.1' } }],
    });
    const folder = await project({ 'api.yaml': PETS.replace('3.1.1', '4.0'), 'o.json': text });
    const description: Description = given(await loadIn(folder, 'api.yaml', { overlays: [`${folder}/o.json`] }));
    expect(description.version).toBe('3.1');
    expect(description.sources.map(({ path }) => path)).toEqual([`${folder}/api.yaml`, `${folder}/o.json`]);
  });
});

describe('places of problems', () => {
  test('what an overlay has put there is shown in the overlay', async () => {
    const added = overlay(
      '{ target: "$.paths[\'/pets\'].get", update: { operationId: 7 } }',
      '{ target: $.paths..parameters, update: { name: d, in: nowhere, schema: {} } }',
    );
    expect((await overlaid(PETS, [added])).lines).toEqual(['warning wrong-type o0.yaml:4:62', 'unsupported parameter-in o0.yaml:5:59']);
  });

  test('items behind a removed one are shown where they stand in the document', async () => {
    const text = PETS.replace('{ name: c, in: query', '{ name: c, in: nowhere');
    const [want] = (await overlaid(text, [overlay('{ target: $.info, update: { x-a: 1 } }')])).lines;
    expect(want).toMatch(/ 11:\d+$/);
    const removed = overlay("{ target: '$.paths..parameters[0]', remove: true }", "{ target: '$.paths..parameters[0]', remove: true }");
    expect((await overlaid(text, [removed])).lines).toEqual([want]);
  });

  test('a reference in an overlay is relative to the document, and shown in the overlay where it leads nowhere', async () => {
    const lost = overlay('{ target: $, update: { components: { schemas: { A: { $ref: "#/components/schemas/B" } } } } }');
    expect((await overlaid(PETS, [lost])).lines).toEqual([expect.stringMatching(/^unsupported ref-not-found o0\.yaml:4:\d+$/)]);
  });
});

describe('faults of overlays', () => {
  const head = "overlay: 1.0.0\ninfo: { title: T, version: '1' }\n";
  test.each<[what: string, text: string, want: readonly string[], isRefused?: boolean]>([
    ['a list', '- 1\n', ['error overlay-shape o0.yaml:1:1']],
    ['no version', 'actions: []\n', ['error overlay-version o0.yaml:1:1']],
    ['another version', 'overlay: 2.0.0\n', ['error overlay-version o0.yaml:1:10']],
    ['a version that is a number', 'overlay: 1.0\n', ['error overlay-version o0.yaml:1:10']],
    ['no actions', head, ['error overlay-shape o0.yaml:1:1']],
    ['an empty list of actions', `${head}actions: []\n`, ['error overlay-shape o0.yaml:3:10']],
    ['an action that is text', overlay('remove'), ['error overlay-shape o0.yaml:4:5']],
    ['an action without a target', overlay('{ update: {} }'), ['error overlay-shape o0.yaml:4:5']],
    ['a target that is a number', overlay('{ target: 1, update: {} }'), ['error overlay-shape o0.yaml:4:15']],
    ['a `remove` that is text', overlay('{ target: $, remove: yes }'), ['error overlay-shape o0.yaml:4:26']],
    ['an action that does nothing', overlay('{ target: $ }'), ['warning overlay-shape o0.yaml:4:5'], false],
    ['a misspelt field', overlay('{ target: $, update: {}, remov: true }'), ['warning overlay-field o0.yaml:4:37'], false],
    ['a target that is no query', overlay('{ target: paths, remove: true }'), ['error overlay-path o0.yaml:4:15']],
    ['an unknown function', overlay('{ target: "$[?eval(@)]", remove: true }'), ['error overlay-path o0.yaml:4:15']],
    ['a target without a match', overlay('{ target: $.nothing, remove: true }'), ['warning overlay-no-match o0.yaml:4:15'], false],
    ['a target that is text', overlay('{ target: $.info.title, update: New }'), ['error overlay-target o0.yaml:4:15']],
    ['an update of an object by text', overlay('{ target: $.info, update: New }'), ['error overlay-target o0.yaml:4:15']],
    ['removing everything', overlay('{ target: $, remove: true }'), ['error overlay-target o0.yaml:4:15']],
    [
      'another document',
      `extends: https://example.com/api.yaml\n${overlay('{ target: $, update: {} }')}`,
      ['warning overlay-extends o0.yaml:1:10'],
      false,
    ],
    ['its own document', `extends: ./api.yaml\n${overlay('{ target: $, update: {} }')}`, [], false],
    ['invalid YAML', 'overlay: [\n', [expect.stringMatching(/^error yaml-syntax o0\.yaml/)]],
  ])('%s', async (_, text, want, isRefused = true) => {
    const { lines, description } = await overlaid(PETS, [text]);
    expect(lines).toEqual(want);
    expect(description === undefined).toBe(isRefused);
  });

  test('messages say what to write instead', async () => {
    const { problems } = await overlaid(PETS, [overlay('{ target: $.info, updat: {}, update: 1 }')]);
    expect(problems.map(({ message, fix }) => `${message} | ${fix}`)).toEqual([
      'The target selects an object, and `update` is the number 1; expected an object to merge into it. | Write the members to change as an object.',
      'An overlay has no field "updat" here; it is ignored. | Did you mean `update`?',
    ]);
    const path = await overlaid(PETS, [overlay('{ target: "$.info[", update: {} }')]);
    expect(path.problems[0]?.message).toBe('The target is not a JSONPath query (RFC 9535): unclosed bracketed selection.');
  });

  test('an overlay that does not exist', async () => {
    const folder = await project({ 'api.yaml': PETS });
    expect((await loadIn(folder, 'api.yaml', { overlays: [`${folder}/none.yaml`] })).lines).toEqual(['error file-not-found none.yaml:1:1']);
  });

  test('a document with an error keeps its own places, and overlays are not applied to it', async () => {
    expect((await overlaid('openapi: 3.1.1\nopenapi: 3.1.1\n', [overlay('{ target: paths, remove: true }')])).lines).toEqual([
      'error duplicate-key 2:1',
    ]);
  });
});

describe('hostile overlays', () => {
  const few = { overlayNodes: 1_000, overlayMilliseconds: 300 };
  const within = async (text: string, limits: LoadOptions['limits'] = few): Promise<readonly string[]> =>
    (await overlaid(PETS, [text], { limits })).lines;

  test.each<[what: string, text: string, code: string]>([
    [
      'a query that selects a value again and again',
      overlay(`{ target: "$${'[*,*,*,*]'.repeat(6)}", remove: true }`),
      'limit-overlay-nodes',
    ],
    ['a large update of everything', overlay(`{ target: "$..[?@.name]", update: { x-a: [${'1,'.repeat(900)}] } }`), 'limit-overlay-nodes'],
    [
      'many actions',
      overlay(...Array<string>(30).fill(`{ target: $.info, update: { x-a: [${'1,'.repeat(40)}] } }`)),
      'limit-overlay-nodes',
    ],
    [
      'a pattern that backtracks',
      overlay(`{ target: $, update: { x-t: ${'a'.repeat(60)}! } }`, '{ target: "$[?search(@, \'(a+)+$\')]", remove: true }'),
      'limit-overlay-milliseconds',
    ],
    [
      'queries in queries',
      overlay(`{ target: "$..[?count(${'$..*[?count('.repeat(3)}$..*${') > 0]'.repeat(3)}) > 0]", remove: true }`),
      'limit-overlay-milliseconds',
    ],
    ['a query nested too deep', overlay(`{ target: "$${'[?@'.repeat(3_000)}${']'.repeat(3_000)}", remove: true }`), 'overlay-path'],
  ])('%s ends at a limit', async (_, text, code) => {
    const start = performance.now();
    const lines = await within(text);
    expect(lines.at(-1)).toMatch(new RegExp(`^error ${code} o0\\.yaml:`));
    expect(performance.now() - start).toBeLessThan(4_000);
  });

  test('updates that nest deeper and deeper end at the limit of depth', async () => {
    const deeper = Array<string>(40).fill('{ target: "$..[?@.deep == 1]", update: { x: { deep: 1 }, deep: 0 } }');
    const lines = await within(overlay('{ target: $, update: { x-a: { deep: 1 } } }', ...deeper), { depth: 30 });
    expect(lines.at(-1)).toMatch(/^error limit-depth o0\.yaml:/);
  });

  test('overlays of a large document take time in proportion to it', async () => {
    const paths = Array.from(
      { length: 5_000 },
      (_, index) => `  /p${index}: { get: { parameters: [], responses: { '200': { description: A } } } }`,
    );
    const start = performance.now();
    const loaded = await overlaid(document('3.1.1', 'paths:', ...paths), [
      overlay('{ target: $.paths.*.get, update: { x-a: { b: 1 } } }', '{ target: $.paths.*.get.parameters, remove: true }'),
    ]);
    expect(loaded.lines).toEqual([]);
    expect(performance.now() - start).toBeLessThan(10_000);
  });
});
