// Overlays of the versions 1.1 and 1.2: what they change otherwise than 1.0, where it is shown, and how their faults are reported.
import { describe, expect, test } from 'vitest';
import type { LoadOptions } from '../../generator/load/index.ts';
import { document, given, type Loaded, loadIn, project } from './support.ts';

const PATHS = document(
  '3.2.0',
  'paths:',
  '  /items:',
  '    get:',
  '      tags: [a, b]',
  "      responses: { '200': { description: OK } }",
  '  /some-items:',
  '    delete:',
  "      responses: { '200': { description: OK } }",
  'x-list: [1, two]',
);

const overlay = (version: string, actions: readonly string[], ...rest: readonly string[]): string =>
  [
    `overlay: ${version}`,
    "info: { title: T, version: '1', description: D }",
    'actions:',
    ...actions.map((action) => `  - ${action}`),
    ...rest,
    '',
  ].join('\n');

async function overlaid(overlays: string, text = PATHS, options: Partial<LoadOptions> = {}): Promise<Loaded> {
  const folder = await project({ 'api.yaml': text, 'o.yaml': overlays });
  return loadIn(folder, 'api.yaml', { overlays: [`${folder}/o.yaml`], ...options });
}

async function changed(overlays: string, lines: readonly unknown[] = []): Promise<unknown> {
  const loaded = await overlaid(overlays);
  expect(loaded.lines).toEqual(lines);
  return given(loaded).root;
}

const operation = (root: unknown, path: string) => (root as { paths: Record<string, object> }).paths[path];

describe('1.1', () => {
  test('`update` replaces primitive values, and joins an array to an array', async () => {
    const actions = [
      '{ target: $.info.title, update: New }',
      '{ target: "$[\'x-list\']", update: [3, [4]] }',
      '{ target: "$[\'x-list\'][1]", update: null }',
    ];
    expect(await changed(overlay('1.1.0', actions))).toMatchObject({ info: { title: 'New' }, 'x-list': [1, null, 3, [4]] });
    const item = overlay('1.1.7', [
      '{ target: "$[\'x-list\']", update: { a: 1 } }',
      '{ target: "$.paths.*.get.tags[?@ == \'a\']", remove: true }',
    ]);
    const root = await changed(item);
    expect(root).toMatchObject({ 'x-list': [1, 'two', { a: 1 }] });
    expect(operation(root, '/items')).toMatchObject({ get: { tags: ['b'] } });
  });

  test('`copy` merges a value of the document: into one that is there, into a new one, and as half of a move', async () => {
    const simple = await changed(overlay('1.1.0', ['{ target: "$.paths[\'/some-items\']", copy: "$.paths[\'/items\']" }']));
    expect(Object.keys(operation(simple, '/some-items') ?? {})).toEqual(['delete', 'get']);
    const move = await changed(
      overlay('1.1.0', [
        '{ target: $.paths, update: { /new-items: {} } }',
        '{ target: "$.paths[\'/new-items\']", copy: "$.paths[\'/items\']" }',
        '{ target: "$.paths[\'/items\']", remove: true }',
        '{ target: "$.paths[\'/new-items\'].get.tags", update: c }',
      ]),
    );
    expect(Object.keys((move as { paths: object }).paths)).toEqual(['/some-items', '/new-items']);
    expect(operation(move, '/new-items')).toMatchObject({ get: { tags: ['a', 'b', 'c'] } });
  });

  test('`copy` takes the value as it was before the action, also where the target holds it or stands in it', async () => {
    const root = await changed(
      overlay('1.1.0', ['{ target: $.info, update: { x-a: { b: {} } } }', '{ target: "$.info[\'x-a\'].b", copy: "$.info[\'x-a\']" }']),
    );
    expect(root).toMatchObject({ info: { 'x-a': { b: { b: {} } } } });
  });

  test('what was copied is shown where it stands in the document, or in the overlay that had put it there', async () => {
    const text = PATHS.replace('tags: [a, b]', 'tags: [a, 7]');
    const actions = [
      '{ target: "$.paths[\'/items\'].get", update: { operationId: 8 } }',
      '{ target: $.paths, update: { /new: {} } }',
      '{ target: "$.paths[\'/new\']", copy: "$.paths[\'/items\']" }',
      '{ target: "$.paths[\'/items\']", remove: true }',
    ];
    const { lines } = await overlaid(overlay('1.1.0', actions), text);
    expect(lines).toEqual(['warning wrong-type 8:17', 'warning wrong-type o.yaml:4:63']);
  });
});

describe('1.2', () => {
  const reusable = (fields: string): string[] => ['components:', `  actions: { 'not/found': { description: D, fields: ${fields} } }`];
  const responses = '$.paths.*[?@.responses].responses';

  test('an action has the fields of a reusable action, and its own before them', async () => {
    const refer = (more: string) => `{ $ref: '#/components/actions/not~1found', target: '${responses}'${more} }`;
    const update = "{ update: { '404': { description: Not found } } }";
    const added = await changed(overlay('1.2.0', [refer('')], ...reusable(update)));
    for (const [path, method] of [
      ['/items', 'get'],
      ['/some-items', 'delete'],
    ])
      expect(operation(added, path ?? '')).toMatchObject({ [method ?? '']: { responses: { 404: { description: 'Not found' } } } });
    const own = await changed(overlay('1.2.0', [refer(", update: { '500': { description: Ours } }")], ...reusable(update)));
    expect(operation(own, '/items')).toMatchObject({ get: { responses: { 500: { description: 'Ours' } } } });
    expect(JSON.stringify(own)).not.toContain('404');
  });

  test('what a reusable action adds is shown there', async () => {
    const { lines } = await overlaid(
      overlay(
        '1.2.0',
        ["{ $ref: '#/components/actions/not~1found', target: \"$.paths['/items'].get\" }"],
        ...reusable('{ update: { operationId: 7 } }'),
      ),
    );
    expect(lines).toEqual([expect.stringMatching(/^warning wrong-type o\.yaml:6:\d+$/)]);
  });

  test('`extends` is resolved by `$self`, and names the document by its address or its `$self`', async () => {
    const action = ['{ target: $, update: {} }'];
    const own = `$self: https://example.com/overlays/o.yaml\nextends: ../api.yaml\n${overlay('1.2.0', action)}`;
    expect((await overlaid(own)).lines).toEqual(['warning overlay-extends o.yaml:2:10']);
    expect((await overlaid(own, `$self: https://example.com/api.yaml\n${PATHS}`)).lines).toEqual([]);
    expect((await overlaid(`$self: sub/o.yaml\nextends: ../api.yaml\n${overlay('1.2.0', action)}`)).lines).toEqual([]);
  });

  test.each<[string, string, readonly string[], boolean?]>([
    ['a version to come', overlay('1.3.0', ['{ target: $, update: {} }']), ['error overlay-version o.yaml:1:10']],
    [
      'a `copy` in 1.0',
      overlay('1.0.0', ['{ target: $.info, copy: $.paths }']),
      ['warning overlay-shape o.yaml:4:5', 'warning overlay-field o.yaml:4:29'],
      false,
    ],
    ['components in 1.1', overlay('1.1.0', ['{ target: $, update: {} }'], 'components: {}'), ['warning overlay-field o.yaml:5:13'], false],
    ['`update` beside `copy`', overlay('1.1.0', ['{ target: $.info, update: {}, copy: $.paths }']), ['error overlay-shape o.yaml:4:41']],
    ['a `copy` that is a number', overlay('1.1.0', ['{ target: $.info, copy: 1 }']), ['error overlay-shape o.yaml:4:29']],
    ['a `copy` that is no query', overlay('1.1.0', ['{ target: $.info, copy: paths }']), ['error overlay-path o.yaml:4:29']],
    [
      'a name with a hyphen that is not quoted',
      overlay('1.1.0', ['{ target: $.info.x-a, remove: true }']),
      ['error overlay-path o.yaml:4:15'],
    ],
    ['such a name in 1.0', overlay('1.0.0', ['{ target: $.x-list, update: 3 }']), [], false],
    ['a `copy` of nothing', overlay('1.1.0', ['{ target: $.info, copy: $.none }']), ['error overlay-copy o.yaml:4:29']],
    ['a `copy` of several values', overlay('1.1.0', ['{ target: $.info, copy: $.paths.* }']), ['error overlay-copy o.yaml:4:29']],
    ['a copy that does not fit', overlay('1.1.0', ['{ target: $.info, copy: $.openapi }']), ['error overlay-target o.yaml:4:15']],
    ['an object for a primitive value', overlay('1.1.0', ['{ target: $.info.title, update: {} }']), ['error overlay-target o.yaml:4:15']],
    ['targets of two kinds', overlay('1.1.0', ['{ target: $.paths.*.get.*, update: {} }']), ['error overlay-target o.yaml:4:15']],
    [
      'a member of another kind',
      overlay('1.1.0', ['{ target: $, update: { info: { title: [T] } } }']),
      ['error overlay-merge o.yaml:4:43'],
    ],
    [
      'a member of another kind in 1.0',
      overlay('1.0.0', ['{ target: $.info, update: { x-a: {} } }', '{ target: $.info, update: { x-a: [] } }']),
      [],
      false,
    ],
    [
      'a `$self` with a fragment',
      `$self: o.yaml#a\n${overlay('1.2.0', ['{ target: $, update: {} }'])}`,
      ['error overlay-shape o.yaml:1:8'],
    ],
    [
      'a reference to nothing',
      overlay('1.2.0', ["{ $ref: '#/components/actions/not~1fuond', target: $ }"], ...reusable('{ update: {} }')),
      ['error overlay-ref o.yaml:4:13'],
    ],
    [
      'a reference to elsewhere',
      overlay('1.2.0', ["{ $ref: 'other.yaml#/components/actions/a', target: $ }"]),
      ['error overlay-ref o.yaml:4:13'],
    ],
    [
      'a reference without a target',
      overlay('1.2.0', ["{ $ref: '#/components/actions/not~1found' }"], ...reusable('{ update: {} }')),
      ['error overlay-shape o.yaml:4:5'],
    ],
    [
      'a reusable action with a target',
      overlay('1.2.0', ['{ target: $, update: {} }'], ...reusable('{ target: $, update: {} }')),
      [expect.stringMatching(/^error overlay-shape o\.yaml:6:\d+$/)],
    ],
  ])('%s', async (_, text, want, isRefused = true) => {
    const { lines, description } = await overlaid(text);
    expect(lines).toEqual(want);
    expect(description === undefined).toBe(isRefused);
  });

  test('messages say what to write instead', async () => {
    const messages = async (text: string) => (await overlaid(text)).problems.map(({ message, fix }) => `${message} | ${fix}`);
    expect(await messages(overlay('1.0.0', ['{ target: $.info.title, update: New, copy: $ }']))).toEqual([
      'The target selects the string "T"; only objects and arrays can be updated. | Select the object that holds it, and name the member in `update`; or write `overlay: 1.1.0`, which replaces such values.',
      'An overlay of version 1.0.0 has no field "copy" here; it is ignored. | Write `overlay: 1.1.0`, which has it, or remove it.',
    ]);
    expect(await messages(overlay('1.1.0', ['{ target: $, update: { info: { title: [] } } }']))).toEqual([
      'The member "info.title" is the string "T" in the document and an array in `update`; the two cannot be merged. | Remove the old member in an action before this one.',
    ]);
  });

  test('copies that double a value end at the limit of values', async () => {
    const actions = Array<string>(40).fill('{ target: "$[\'x-list\']", copy: "$[\'x-list\']" }');
    expect((await overlaid(overlay('1.1.0', actions), PATHS, { limits: { overlayNodes: 1000 } })).lines).toEqual([
      expect.stringMatching(/^error limit-overlay-nodes o\.yaml:/),
    ]);
  });
});
