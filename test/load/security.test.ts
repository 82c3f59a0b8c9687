// Hostile documents (cases 16 to 26): rejected within time and memory limits, without fetching anything or polluting prototypes.
import { mkdir, symlink, truncate, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { isPrivateAddress } from '../../generator/load/references/addresses.ts';
import { byEffort } from '../support/effort.ts';
import { processorTime } from '../support/processor-time.ts';
import { document, given, loadIn, loadText, project, withSchema } from './support.ts';

/** How many there are of what is designed to be slow. */
const MANY = byEffort({ quick: 8_000, deep: 20_000 });

/** Runs the function and measures its CPU seconds and the growth of the process. */
async function measured<T>(run: () => Promise<T>): Promise<{ result: T; seconds: number; megabytes: number }> {
  const before = process.memoryUsage().rss;
  const seconds = processorTime();
  const result = await run();
  return { result, seconds: seconds(), megabytes: (process.memoryUsage().rss - before) / 1e6 };
}

test('case 16: duplicate mapping keys are shown at both places, in YAML and JSON', async () => {
  const yaml = await loadText('openapi: 3.1.1\ninfo: { title: T, version: "1" }\npaths: {}\ninfo: {}\n');
  expect(yaml.lines).toEqual(['error duplicate-key 4:1']);
  expect(yaml.problems[0]?.related?.map(({ location }) => location.offset)).toEqual([15]);
  const json = await loadText('{"openapi":"3.1.1","info":{"title":"T","version":"1"},"paths":{},\n"paths":{}}', {}, 'api.json');
  expect(json.lines).toEqual(['error duplicate-key 2:1']);
  expect(json.problems[0]?.related?.map(({ location }) => location.offset)).toEqual([54]);
  expect([yaml.description, json.description]).toEqual([undefined, undefined]);
});

function aliasBomb(levels: number): string {
  const lines = ['openapi: 3.1.1', 'a0: &a0 [x]'];
  for (let level = 1; level <= levels; level++)
    lines.push(
      `a${level}: &a${level} [${Array(9)
        .fill(`*a${level - 1}`)
        .join(',')}]`,
    );
  return lines.join('\n');
}

test('case 17: an alias bomb is rejected quickly and under 200 MB', async () => {
  const bomb = aliasBomb(9);
  expect(bomb.length).toBeLessThan(600);
  const { result, seconds, megabytes } = await measured(() => loadText(bomb));
  expect(result.lines).toEqual(['error limit-alias-nodes 8:10']);
  expect(seconds).toBeLessThan(3);
  expect(megabytes).toBeLessThan(200);
});

test('case 17: aliases within the limit are expanded', async () => {
  const description = given(await loadText(withSchema('{ properties: { a: &a { type: string }, b: *a } }')));
  expect(description.root.components).toEqual({ schemas: { S: { properties: { a: { type: 'string' }, b: { type: 'string' } } } } });
});

test('case 17: an alias inside its own anchor', async () => {
  expect((await loadText('openapi: 3.1.1\nx: &a [1, *a]\n')).lines).toEqual(['error yaml-alias-cycle 2:11']);
  expect((await loadText('openapi: 3.1.1\nx: &a { b: { c: *a } }\n')).lines).toEqual(['error yaml-alias-cycle 2:17']);
});

test('case 17: aliases that nest deeper than the limit when expanded', async () => {
  const lines = ['openapi: 3.1.1', 'a0: &a0 x'];
  for (let level = 1; level <= 600; level++) lines.push(`a${level}: &a${level} [*a${level - 1}]`);
  expect((await loadText(lines.join('\n'))).lines).toEqual(['error limit-depth 252:14']);
});

describe('case 18', () => {
  test.each<[title: string, text: string, count: number, code: string]>([
    [
      '20,000 merges of 20 members',
      `a: &a { ${Array.from({ length: 20 }, (_, index) => `b${index}: 1`).join(', ')} }\n${Array.from({ length: 20_000 }, (_, index) => `k${index}: { <<: *a }`).join('\n')}\n`,
      1,
      'limit-alias-nodes',
    ],
    [
      'merges that double at each level',
      `a0: &a0 { b: 1 }\n${Array.from({ length: 40 }, (_, index) => `a${index + 1}: &a${index + 1} { <<: *a${index}, c${index}: *a${index} }`).join('\n')}\n`,
      1,
      'limit-alias-nodes',
    ],
    ['a merge of itself', 'a: &a { <<: *a }\n', 1, 'yaml-alias-cycle'],
    [
      `${MANY} merge keys of text`,
      `${Array.from({ length: MANY }, (_, index) => `k${index}: { <<: b }`).join('\n')}\n`,
      MANY,
      'yaml-merge-key',
    ],
    ['!!omap', 'a: !!omap [{ b: 1 }]\n', 1, 'yaml-tag'],
    ['!!set', 'a: !!set { b }\n', 1, 'yaml-tag'],
    ['!!binary', 'a: !!binary aGk=\n', 1, 'yaml-tag'],
    ['!!timestamp', 'a: !!timestamp 2016-07-20\n', 1, 'yaml-tag'],
    ['!!merge', '!!merge <<: 1\n', 1, 'yaml-merge-key'],
    ['!!js/function', 'a: !!js/function "function () {}"\n', 1, 'yaml-tag'],
    ['!!python/object', 'a: !!python/object/apply:os.system [id]\n', 1, 'yaml-tag'],
    ['a verbatim tag', 'a: !<tag:example.com,2000:x> b\n', 1, 'yaml-tag'],
  ])('%s is rejected quickly', async (_title, text, count, code) => {
    const { result, seconds } = await measured(() => loadText(`openapi: 3.1.1\ninfo: { title: T, version: "1" }\npaths: {}\n${text}`));
    expect(result.problems.filter((problem) => problem.code === code)).toHaveLength(count);
    expect(result.description).toBeUndefined();
    expect(seconds).toBeLessThan(3);
  });
});

test('case 18: merges of 20,000 empty mappings, and a chain of 400 merges, are read quickly', async () => {
  const chain = Array.from({ length: 400 }, (_, index) => `  a${index + 1}: &a${index + 1} { <<: *a${index}, c: ${index} }`);
  const text = document(
    '3.1.1',
    'paths: {}',
    'x-a:',
    '  a0: &a0 { b: 1 }',
    ...chain,
    `  e: &e {}`,
    `  m: { <<: [${Array(20_000).fill('*e').join(',')}] }`,
  );
  const { result, seconds } = await measured(() => loadText(text));
  expect(result.lines).toEqual([]);
  expect(result.description?.root['x-a']).toMatchObject({ a400: { b: 1, c: 399 }, m: {} });
  expect(seconds).toBeLessThan(3);
});

describe('case 19: prototypes', () => {
  test('a merge of `__proto__` adds a member of that name', async () => {
    const { lines, description } = await loadText(document('3.1.1', 'paths: {}', 'x-a: { <<: { __proto__: { polluted: 1 } } }'));
    expect(lines).toEqual([]);
    expect(Object.keys(description?.root['x-a'] as object)).toEqual(['__proto__']);
    expect(({} as { polluted?: unknown }).polluted).toBeUndefined();
  });

  test.each([
    '#/__proto__/x',
    '#/components/__proto__',
    '#/components/schemas/constructor',
    '#/components/schemas/S/toString',
    '#/components/schemas/S/__proto__/polluted',
    '#/components/schemas/S/required/length',
  ])('the pointer %s has no target', async (ref) => {
    expect(
      (await loadText(withSchema(`{ required: [], properties: { a: { $ref: "${ref}" } } }`))).lines.map((line) => line.split(' ')[1]),
    ).toEqual(['ref-not-found']);
  });

  test('a property `__proto__` is an ordinary property of the schema', async () => {
    const description = given(
      await loadText(
        withSchema('{ properties: { __proto__: { type: string } , a: { $ref: "#/components/schemas/S/properties/__proto__" } } }'),
      ),
    );
    const place = { source: description.entry, pointer: '/components/schemas/S/properties/a/$ref' };
    expect(description.resolve('#/components/schemas/S/properties/__proto__', place).value).toEqual({ type: 'string' });
    expect(({} as { type?: unknown }).type).toBeUndefined();
  });
});

describe('case 20: remote references', () => {
  let server: Server;
  let connections = 0;
  let port = 0;
  beforeAll(async () => {
    server = createServer((_request, response) => response.end('{}')).on('connection', () => connections++);
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    port = (server.address() as AddressInfo).port;
  });
  afterAll(() => server.close());

  test.each([
    'http://127.0.0.1:PORT/s.json',
    'http://localhost:PORT/s.json',
    'http://localhost.:PORT/s.json',
    'http://0x7f000001:PORT/s.json',
    'http://2130706433:PORT/s.json',
    'http://0177.0.0.1:PORT/s.json',
    'http://127.1:PORT/s.json',
    'http://[::1]:PORT/s.json',
    'http://[::ffff:127.0.0.1]:PORT/s.json',
    'http://169.254.169.254/latest/meta-data',
    'https://schemas.example.com/s.json',
    'HTTP://127.0.0.1:PORT/s.json',
  ])('%s is not fetched', async (ref) => {
    const { problems } = await loadText(withSchema(`{ $ref: "${ref.replace('PORT', String(port))}" }`));
    expect(problems.map((problem) => problem.code)).toEqual(['ref-remote']);
    expect(problems[0]?.fix).toMatch(/suggested config: `allowRemote: \['[^']+'\]`/);
    expect(connections).toBe(0);
  });

  test.each(['//127.0.0.1:PORT/s.json', 'ftp://127.0.0.1/s.json', 'data:application/json,{}', 'gopher://127.0.0.1:PORT/'])(
    '%s is not fetched either',
    async (ref) => {
      const { problems, description } = await loadText(withSchema(`{ $ref: "${ref.replace('PORT', String(port))}" }`));
      expect(problems.map(({ code }) => code)).toEqual([ref.startsWith('//') ? 'ref-invalid' : 'ref-scheme']);
      expect(description?.sources ?? []).not.toContainEqual(expect.objectContaining({ path: expect.stringContaining('127.0.0.1') }));
      expect(connections).toBe(0);
    },
  );

  test('a reference with a password is rejected even if its host is allowed', async () => {
    const { lines } = await loadText(withSchema(`{ $ref: "http://u:p@127.0.0.1:${port}/s.json" }`), {
      allowRemote: [`http://127.0.0.1:${port}`],
    });
    expect(lines).toEqual(['error ref-credentials 8:16']);
    expect(connections).toBe(0);
  });

  test('a host allowed by name is requested over https only', async () => {
    const { lines } = await loadText(withSchema('{ $ref: "http://schemas.example.com/s.json" }'), { allowRemote: ['schemas.example.com'] });
    expect(lines).toEqual(['error ref-remote 8:16']);
  });

  test.each<[address: string, want: boolean]>([
    ['127.0.0.1', true],
    ['10.1.2.3', true],
    ['172.16.0.1', true],
    ['172.32.0.1', false],
    ['192.168.1.1', true],
    ['169.254.169.254', true],
    ['100.64.0.1', true],
    ['0.0.0.0', true],
    ['224.0.0.1', true],
    ['255.255.255.255', true],
    ['8.8.8.8', false],
    ['::1', true],
    ['::', true],
    ['::ffff:10.0.0.1', true],
    ['::ffff:8.8.8.8', true],
    ['64:ff9b::a00:1', true],
    ['fe80::1%eth0', true],
    ['fd00::1', true],
    ['ff02::1', true],
    ['2002:a00:1::', true],
    ['[::1]', true],
    ['2606:4700:4700::1111', false],
    ['no address', true],
  ])('%s is private: %s', (address, want) => {
    expect(isPrivateAddress(address)).toBe(want);
  });
});

describe('case 21: references to files', () => {
  test.each<[ref: string, code: string]>([
    ['file:///etc/passwd', 'ref-absolute'],
    ['FILE:///etc/passwd', 'ref-absolute'],
    ['file:other.yaml', 'ref-absolute'],
    ['/etc/passwd', 'ref-absolute'],
    ['//server/share/a.json', 'ref-absolute'],
    ['../../secret.json', 'ref-outside-project'],
    ['..', 'ref-outside-project'],
    ['.', 'ref-outside-project'],
    ['a/../../../etc/passwd', 'ref-outside-project'],
    ['%2e%2e/%2e%2e/etc/passwd', 'ref-outside-project'],
    ['..%2f..%2fetc/passwd', 'ref-path'],
    ['a%00.json', 'ref-path'],
    ['C:\\\\secret.json', 'ref-absolute'],
    ['C:/secret.json', 'ref-absolute'],
    ['\\\\\\\\server\\\\share\\\\a.json', 'ref-absolute'],
    ['..\\\\secret.json', 'ref-absolute'],
    ['link.json', 'ref-outside-project'],
    ['folder/passwd', 'ref-outside-project'],
  ])('%s is rejected: %s', async (ref, code) => {
    const outer = await project({ 'secret.json': '{}', 'project/api.yaml': withSchema(`{ $ref: "${ref}" }`) });
    const folder = join(outer, 'project');
    await mkdir(join(folder, 'inside'));
    await symlink(join(outer, 'secret.json'), join(folder, 'link.json'));
    await symlink('/etc', join(folder, 'folder'));
    const { lines, description } = await loadIn(folder, 'api.yaml');
    expect(lines).toEqual([`error ${code} 8:16`]);
    expect(description).toBeUndefined();
  });

  test.each([
    ['none.json', 'file-not-found'],
    ['inside', 'file-is-folder'],
  ])('%s costs only the schema that refers to it: %s', async (ref, code) => {
    const folder = await project({ 'api.yaml': withSchema(`{ $ref: "${ref}" }`), 'inside/a.json': '{}' });
    const { lines, description } = await loadIn(folder, 'api.yaml');
    expect(lines).toEqual([`unsupported ${code} 8:16`]);
    expect(description?.root.components).toEqual({ schemas: {} });
  });

  test('a link that stays in the project is followed', async () => {
    const folder = await project({ 'api.yaml': withSchema('{ $ref: "link.json" }'), 'real.json': '{"type":"string"}' });
    await symlink('real.json', join(folder, 'link.json'));
    const description = given(await loadIn(folder, 'api.yaml'));
    expect(description.resolve('link.json', { source: description.entry, pointer: '/components/schemas/S/$ref' }).value).toEqual({
      type: 'string',
    });
  });

  test('a project that is itself behind a symbolic link', async () => {
    const outer = await project({ 'real/api.yaml': withSchema('{ $ref: "s.json" }'), 'real/s.json': '{}' });
    await symlink(join(outer, 'real'), join(outer, 'link'));
    expect((await loadIn(join(outer, 'link'), 'api.yaml')).lines).toEqual([]);
  });

  test('a text without a file yet, in a project behind a symbolic link', async () => {
    const outer = await project({ 'real/s.json': '{}' });
    await symlink(join(outer, 'real'), join(outer, 'link'));
    expect((await loadIn(join(outer, 'link'), 'new.yaml', { text: withSchema('{ $ref: "s.json" }') })).lines).toEqual([]);
  });

  test('a referenced file cannot refer outside the project either', async () => {
    const folder = await project({
      'api.yaml': withSchema('{ $ref: "a/s.yaml" }'),
      'a/s.yaml': 'properties:\n  b: { $ref: "../../x.yaml" }\n',
    });
    expect((await loadIn(folder, 'api.yaml')).lines).toEqual(['error ref-outside-project s.yaml:2:14']);
  });
});

describe('case 25: cycles', () => {
  test.each<[title: string, schemas: string, want: RegExp[]]>([
    ['A → A', 'A: { $ref: "#/components/schemas/A" }', [/^Circular reference: A → A\. /]],
    [
      'A → B → A',
      'A: { $ref: "#/components/schemas/B" }\n    B: { $ref: "#/components/schemas/A" }',
      [/^Circular reference: (?:A → B → A|B → A → B)\. /],
    ],
    ['self allOf', 'A: { allOf: [{ $ref: "#/components/schemas/A" }] }', [/^Circular reference: A → A\. /]],
    [
      'a loop through oneOf',
      'A: { oneOf: [{ $ref: "#/components/schemas/B" }] }\n    B: { oneOf: [{ type: string }, { $ref: "#/components/schemas/A" }] }',
      [/^Circular reference: (?:A → B → A|B → A → B)\. /],
    ],
    ['not', 'A: { not: { $ref: "#/components/schemas/A" } }', [/^Circular reference: A → A\. /]],
    ['if', 'A: { if: { $ref: "#/components/schemas/A" } }', [/^Circular reference: A → A\. /]],
    ['dependentSchemas', 'A: { dependentSchemas: { x: { $ref: "#/components/schemas/A" } } }', [/^Circular reference: A → A\. /]],
    [
      'a pointer through references that lead to themselves',
      'A: { $ref: "#/components/schemas/A/x" }',
      [/references that refer to each other/],
    ],
    [
      'two cycles',
      'A: { $ref: "#/components/schemas/A" }\n    B: { $ref: "#/components/schemas/B" }',
      [/^Circular reference: A → A\. /, /^Circular reference: B → B\. /],
    ],
    [
      'a tree is fine',
      'A: { properties: { left: { $ref: "#/components/schemas/A" }, right: { allOf: [{ $ref: "#/components/schemas/A" }] } } }',
      [],
    ],
    ['a list of itself is fine', 'A: { items: { $ref: "#/components/schemas/A" } }', []],
    [
      'a diamond is fine',
      'A: { allOf: [{ $ref: "#/components/schemas/B" }, { $ref: "#/components/schemas/C" }] }\n    B: { allOf: [{ $ref: "#/components/schemas/C" }] }\n    C: {}',
      [],
    ],
  ])('%s', async (_title, schemas, want) => {
    const { problems } = await loadText(document('3.1.1', 'paths: {}', 'components:', '  schemas:', `    ${schemas}`));
    expect(problems.map((problem) => problem.message)).toEqual(want.map((pattern) => expect.stringMatching(pattern)));
    expect(problems.every((problem) => problem.code === 'reference-cycle')).toBe(true);
  });

  test('responses and path items that refer only to each other', async () => {
    const { problems } = await loadText(
      document(
        '3.1.1',
        'paths: { /a: { $ref: "#/components/pathItems/P" } }',
        'components:',
        '  responses: { A: { $ref: "#/components/responses/B" }, B: { $ref: "#/components/responses/A" } }',
        '  pathItems: { P: { $ref: "#/paths/~1a" } }',
      ),
    );
    expect(problems.map((problem) => problem.code)).toEqual(['reference-cycle', 'reference-cycle']);
  });

  test('a chain of 20,000 references is neither a cycle nor a stack overflow', async () => {
    const schemas = Array.from({ length: 20_000 }, (_, index) => `"S${index}":{"allOf":[{"$ref":"#/components/schemas/S${index + 1}"}]}`);
    const text = `{"openapi":"3.1.1","info":{"title":"T","version":"1"},"paths":{},"components":{"schemas":{${schemas.join(',')},"S20000":{}}}}`;
    expect((await loadText(text, { limits: { referenceDepth: Number.POSITIVE_INFINITY } }, 'api.json')).lines).toEqual([]);
  });
});

describe('references that lead deep', () => {
  const schemasText = (schemas: object) =>
    JSON.stringify({ openapi: '3.1.1', info: { title: 'T', version: '1' }, paths: {}, components: { schemas } });
  const ref = (index: number) => ({ $ref: `#/components/schemas/S${index}` });
  const chain = (length: number, link: (to: object) => object, last: object = { type: 'string' }) =>
    schemasText(
      Object.fromEntries(Array.from({ length: length + 1 }, (_, index) => [`S${index}`, index === length ? last : link(ref(index + 1))])),
    );

  test.each<[title: string, link: (to: object) => object, most: number]>([
    ['references', (to) => to, 1000],
    ['allOf', (to) => ({ allOf: [to] }), 333],
    ['unions', (to) => ({ anyOf: [{ type: 'integer' }, to] }), 333],
    ['arrays', (to) => ({ type: 'array', items: to }), 500],
    ['properties', (to) => ({ type: 'object', properties: { next: to } }), 333],
    ['branches with several schemas in them', (to) => ({ oneOf: [{ allOf: [{ not: to }] }, {}] }), 166],
  ])('a chain of 10,000 %s is refused where it becomes too deep', async (_title, link, most) => {
    const { problems, marked } = await loadText(chain(10_000, link), {}, 'api.json');
    expect(problems.map(({ code, location }) => [code, location.pointer.split('/', 4)])).toEqual([
      ['limit-reference-depth', ['', 'components', 'schemas', `S${9_999 - most}`]],
    ]);
    expect(problems[0]?.fix).toBe('Nest fewer levels, or raise `limits.referenceDepth` in the configuration.');
    expect(marked).toEqual([`error limit-reference-depth "#/components/schemas/S${10_000 - most}"`]);
    expect((await loadText(chain(most, link), {}, 'api.json')).lines).toEqual([]);
  });

  test('what leads back to itself counts once, but not the schemas of one value', async () => {
    const cycle = chain(3000, (to) => ({ properties: { next: to } }), { properties: { next: ref(0) } });
    expect((await loadText(cycle, {}, 'api.json')).lines).toEqual([]);
    const sameValue = chain(3000, (to) => ({ allOf: [to] }), { properties: { next: ref(0) } });
    expect((await loadText(sameValue, {}, 'api.json')).problems.map(({ code }) => code)).toEqual(['limit-reference-depth']);
  });

  test('a target inside another target counts from there', async () => {
    const inner = Object.fromEntries(
      Array.from({ length: 3000 }, (_, index) => [
        `S${index}`,
        { properties: { a: index === 0 ? { type: 'string' } : { $ref: `#/components/schemas/S${index - 1}/properties/a` } } },
      ]),
    );
    const { problems } = await loadText(schemasText(inner), {}, 'api.json');
    expect(problems.map(({ code, location }) => `${code} ${location.pointer}`)).toEqual([
      'limit-reference-depth /components/schemas/S1001/properties/a/$ref',
    ]);
  });
});

describe('case 26: sizes', () => {
  test.each<[title: string, text: string, file: string]>([
    ['3,000 levels of YAML', `openapi: 3.1.1\nx: ${'['.repeat(3000)}${']'.repeat(3000)}\n`, 'api.yaml'],
    ['3,000 levels of JSON', `{"openapi":"3.1.1","x":${'['.repeat(3000)}${']'.repeat(3000)}}`, 'api.json'],
    ['3,000 levels of schemas', `{"openapi":"3.1.1","x":${'{"items":'.repeat(3000)}{}${'}'.repeat(3000)}}`, 'api.json'],
    ['a million levels of JSON', `{"openapi":"3.1.1","x":${'['.repeat(1e6)}${']'.repeat(1e6)}}`, 'api.json'],
    ['a million levels of YAML', `openapi: 3.1.1\nx: ${'['.repeat(1e6)}${']'.repeat(1e6)}\n`, 'api.yaml'],
  ])('%s: the error names the limit', async (_title, text, file) => {
    const { problems } = await loadText(text, {}, file);
    expect(problems.map((problem) => [problem.code, problem.fix])).toEqual([['limit-depth', expect.stringContaining('`limits.depth`')]]);
  });

  test('200 levels are read', async () => {
    const schema = `${'{"items":'.repeat(200)}{}${'}'.repeat(200)}`;
    expect(
      (
        await loadText(
          `{"openapi":"3.1.1","info":{"title":"T","version":"1"},"paths":{},"components":{"schemas":{"S":${schema}}}}`,
          {},
          'api.json',
        )
      ).lines,
    ).toEqual([]);
  });

  test('a file of more than 50 MB is not read, and the error names the limit', async () => {
    const folder = await project({ 'api.yaml': '' });
    await truncate(join(folder, 'api.yaml'), 50_000_001);
    const { result, megabytes } = await measured(() => loadIn(folder, 'api.yaml'));
    expect(result.problems.map((problem) => [problem.code, problem.fix])).toEqual([
      ['limit-file-bytes', expect.stringContaining('`limits.fileBytes`')],
    ]);
    expect(megabytes).toBeLessThan(40);
  });

  test(`${MANY} operations and an enum of ${5 * MANY} values load within seconds`, async () => {
    const paths = Array.from(
      { length: MANY },
      (_, index) =>
        `"/p${index}":{"get":{"responses":{"200":{"description":"d","content":{"application/json":{"schema":{"$ref":"#/components/schemas/S"}}}}}}}`,
    );
    const values = Array.from({ length: 5 * MANY }, (_, index) => `"v${index}"`);
    const text = `{"openapi":"3.1.1","info":{"title":"T","version":"1"},"paths":{${paths.join(',')}},"components":{"schemas":{"S":{"enum":[${values.join(',')}]}}}}`;
    const { result, seconds } = await measured(() => loadText(text, {}, 'api.json'));
    expect(result.lines).toEqual([]);
    expect(seconds).toBeLessThan(20);
  });

  test('more files or references than the limits', async () => {
    const files: Record<string, string> = { 'api.yaml': withSchema('{ $ref: "s0.yaml" }') };
    for (let index = 0; index < 6; index++) files[`s${index}.yaml`] = `items: { $ref: s${index + 1}.yaml }\n`;
    const folder = await project(files);
    const few = await loadIn(folder, 'api.yaml', { limits: { sources: 4 } });
    expect(few.problems.map((problem) => [problem.code, problem.fix])).toEqual([
      ['limit-sources', expect.stringContaining('`limits.sources`')],
    ]);
    const fewer = await loadIn(folder, 'api.yaml', { limits: { references: 3 } });
    expect(fewer.problems.map((problem) => [problem.code, problem.fix])).toEqual([
      ['limit-references', expect.stringContaining('`limits.references`')],
    ]);
  });

  test('the limits can be raised and lowered', async () => {
    const folder = await project({});
    await writeFile(join(folder, 'api.json'), '{"openapi":"3.1.1","info":{"title":"T","version":"1"},"paths":{}}');
    expect((await loadIn(folder, 'api.json', { limits: { fileBytes: 10 } })).lines).toEqual([
      'error limit-file-bytes api.json:1:1'.replace('api.json:', ''),
    ]);
    expect((await loadIn(folder, 'api.json', { limits: { depth: 1 } })).lines).toEqual(['error limit-depth 1:27']);
    expect((await loadIn(folder, 'api.json', { limits: { depth: 2 } })).lines).toEqual([]);
  });
});
