// Runs hostile documents through the pipeline: the output must parse, contain none of their code, type-check and do nothing on import.
import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, expect, test } from 'vitest';
import { OPTIONS, readService, serviceOf } from '../emit/service.ts';
import { sampleOf } from '../support/effort.ts';
import { emit } from '../support/emit.ts';
import { typeCheck } from '../support/type-check.ts';
import { faultsOf, hostileDocument, PAYLOADS } from './hostile.ts';

const folder = resolve(import.meta.dirname, '../../.octavo/tmp/injection');

async function emitted(document: Readonly<Record<string, unknown>>): Promise<Map<string, string>> {
  return emit(await serviceOf(document, 'hostile'), OPTIONS);
}

function allFaults(files: ReadonlyMap<string, string>): string[] {
  return [...files].flatMap(([name, text]) => faultsOf(name, text));
}

/** Severity and code of each problem in a document, `[]` for none. */
async function codesOf(document: Readonly<Record<string, unknown>>): Promise<string[]> {
  const { problems } = await readService(document, 'hostile');
  return problems.list.map((problem) => `${problem.severity} ${problem.code}`);
}

describe('cases 1 to 7: hostile text wherever free text is allowed', () => {
  test.each(PAYLOADS.map((payload) => [payload]))('%j is inert', async (payload) => {
    const files = await emitted(hostileDocument(payload));
    for (const name of ['webhooks.ts', 'callbacks.ts', 'links.ts']) expect(files.get(name)).toBeDefined();
    expect(allFaults(files)).toEqual([]);
  });

  test('case 1: the text stays readable', async () => {
    const files = await emitted(hostileDocument('*/ globalThis.PWNED=1; /*'));
    expect(files.get('client.ts')).toContain('*\\/ globalThis.PWNED=1; /*');
  });

  test('the check itself detects code', () => {
    expect(faultsOf('a.ts', '/** *' + '/ globalThis.PWNED=1; /* */')).toEqual(['a.ts: PWNED is code']);
    expect(faultsOf('a.ts', 'const a = ;')).toHaveLength(1);
    expect(faultsOf('a.ts', '/**\n * @ts-expect-error\n */')).toHaveLength(1);
  });

  test('output type-checks in strict mode, and importing it has no side effect', async () => {
    const payloads = sampleOf(PAYLOADS, 4);
    const files = new Map<string, string>();
    for (const [index, payload] of payloads.entries()) {
      for (const [name, text] of await emitted(hostileDocument(payload))) files.set(`${index}/${name}`, text);
    }
    expect(typeCheck(folder, files)).toBe('');
    expect(importAll(payloads.map((_, index) => `./${index}/index.ts`))).toBe('quiet');
  });
});

/** Imports modules in a separate process, which reports any access to the canary. */
function importAll(modules: readonly string[]): string {
  const trap = [
    'let touched = false;',
    "Object.defineProperty(globalThis, 'PWNED', { get() { touched = true; }, set() { touched = true; } });",
    ...modules.map((module) => `await import(${JSON.stringify(module)});`),
    "process.stdout.write(touched || ({}).polluted !== undefined ? 'touched' : 'quiet');",
  ];
  const file = join(folder, 'trap.mjs');
  writeFileSync(file, trap.join('\n'));
  const { stdout, stderr } = spawnSync(process.execPath, ['--disable-warning=ExperimentalWarning', file], { encoding: 'utf8' });
  return stdout + stderr;
}

const ok = { 200: { description: 'Done.' } };
const schemas = (components: Readonly<Record<string, unknown>>): Record<string, unknown> => ({ components: { schemas: components } });

describe('case 4: paths', () => {
  test('quotes, backticks and backslashes stay literal, and {id} stays a parameter', async () => {
    const parameters = [{ name: 'id', in: 'path', required: true, schema: { type: 'string' } }];
    const files = await emitted({ paths: { "/a'b`c\\d/{id}": { get: { operationId: 'read', parameters, responses: ok } } } });
    expect(files.get('operations.ts')).toContain("path: '/a\\'b`c\\\\d/{id}'");
    expect(allFaults(files)).toEqual([]);
  });

  test('a JavaScript template expression stays text', async () => {
    // biome-ignore lint/suspicious/noTemplateCurlyInString: the text itself is the bad input
    const path = '/a/${globalThis.PWNED=1}';
    const parameters = [{ name: 'globalThis.PWNED=1', in: 'path', required: true, schema: { type: 'string' } }];
    const files = await emitted({ paths: { [path]: { get: { operationId: 'read', parameters, responses: ok } } } });
    expect(files.get('operations.ts')).toContain(`path: '${path}'`);
    expect(allFaults(files)).toEqual([]);
  });
});

describe('case 5: server addresses', () => {
  test.each([
    ['alone: as if none was declared', [], '/'],
    ['beside another', [{ url: 'https://example.com' }], 'https://example.com'],
  ])('a server URL with a scheme other than http(s) is left out, %s', async (_, others, kept) => {
    const urls = ['javascript:globalThis.PWNED=1', 'wss://example.com', 'mqtt://example.com'];
    const servers = [...urls.map((url) => ({ url })), ...others];
    const get = { operationId: 'get', servers, responses: { 204: { description: 'Done.' } } };
    const { service, problems } = await readService({ servers, paths: { '/a': { get } } }, 'hostile');
    expect(problems.list.map(({ code, severity }) => `${severity} ${code}`)).toEqual(Array(6).fill('warning server-scheme'));
    expect(service?.servers.map(({ url }) => url)).toEqual([kept]);
    expect(service?.operations[0]?.servers?.map(({ url }) => url)).toEqual(others.length === 0 ? undefined : [kept]);
    const files = service === undefined ? new Map<string, string>() : emit(service, OPTIONS);
    expect([...files.values()].some((text) => text.includes('PWNED') || text.includes('wss:'))).toBe(false);
  });

  test('a server variable that contains code is rejected or inert', async () => {
    // biome-ignore lint/suspicious/noTemplateCurlyInString: the text itself is the bad input
    const payload = '`${globalThis.PWNED=1}`';
    const servers = [{ url: 'https://{host}.example.com', variables: { host: { default: payload, enum: [payload] } } }];
    const { service, problems } = await readService({ servers }, 'hostile');
    const faults = service === undefined ? [] : allFaults(emit(service, OPTIONS));
    expect(faults).toEqual([]);
    expect(service !== undefined || problems.failed).toBe(true);
  });
});

describe('cases 10, 11 and 14: names with a meaning in JavaScript', () => {
  const members = ['constructor', 'toString', 'hasOwnProperty', 'prototype', '__proto__', 'valueOf', 'then'];
  const types = [
    'Array',
    'Promise',
    'Record',
    'Blob',
    'string',
    'Object',
    'Operation',
    'Issue',
    'HeaderFields',
    'P-1',
    'P.1',
    'P_1',
    'constructor',
  ];

  test('they are emitted, and no name is shadowed or merged', async () => {
    const properties = Object.fromEntries(members.map((name) => [name, { type: 'string', default: 'a' }]));
    const named = Object.fromEntries(
      types.map((name, index) => [name, { type: 'object', properties: { [`p${index}`]: { type: 'object' } } }]),
    );
    const user = { type: 'object', properties: Object.fromEntries(types.map((name) => [name, { $ref: `#/components/schemas/${name}` }])) };
    const content = { 'application/json': { schema: { $ref: '#/components/schemas/User' } } };
    const post = { operationId: 'use', requestBody: { content }, responses: { 200: { description: 'Done.', content } } };
    const files = await emitted({
      ...schemas({
        Members: { type: 'object', properties: JSON.parse(JSON.stringify(properties)), required: members },
        ...named,
        User: user,
      }),
      paths: { '/use': { post } },
    });
    expect(allFaults(files)).toEqual([]);
    const text = files.get('types.ts') ?? '';
    for (const index of types.keys()) expect(text).toContain(`p${index}?: `);
    expect(text).toContain("['__proto__']: string;");
    expect(new Set([...text.matchAll(/^export (?:interface|type) (\S+)/gm)].map(([, name]) => name)).size).toBe(types.length + 2);
    expect(typeCheck(join(folder, 'names'), files)).toBe('');
  });
});

describe('cases 12 and 13: operation ids', () => {
  const paths = (...ids: readonly string[]): Record<string, unknown> => ({
    paths: Object.fromEntries(ids.map((operationId, index) => [`/${index}`, { get: { operationId, responses: ok } }])),
  });
  const ODD = [
    'delete',
    'class',
    'await',
    'default',
    'eval',
    '1a',
    'a b',
    '',
    '😀',
    'constructor',
    'then',
    'call',
    'json',
    'raw',
    'createHostileClient',
  ];

  test('case 12: every operation id gives a valid name, the same in every run', async () => {
    const files = await emitted(paths(...ODD));
    expect(allFaults(files)).toEqual([]);
    expect([...files]).toEqual([...(await emitted(paths(...ODD)))]);
    expect(typeCheck(join(folder, 'ids'), files)).toBe('');
  });

  test('case 13: two operation ids with the same name are named apart, with a warning that points at both', async () => {
    for (const [first, second] of [
      ['a-b', 'a_b'],
      ['findEmail', 'findemail'],
    ] as const) {
      const { problems } = await readService(paths(first, second), 'hostile');
      const [problem] = problems.list.filter((found) => found.code === 'operation-id-alike');
      expect([problem?.location.pointer, ...(problem?.related ?? []).map((place) => place.location.pointer)].sort()).toEqual([
        '/paths/~10/get/operationId',
        '/paths/~11/get/operationId',
      ]);
    }
  });
});

test.each([
  ['numbers as text', schemas({ A: { type: 'number', minimum: '0;globalThis.PWNED=1' } })],
  ['lengths as text', schemas({ A: { type: 'string', maxLength: 'globalThis.PWNED=1' } })],
  ['a step of nothing', schemas({ A: { type: 'number', multipleOf: 0 } })],
])('case 8: %s is left out', async (_, document) => {
  expect(await codesOf(document)).toEqual(['unsupported wrong-type']);
  const files = await emitted(document);
  expect([...files.values()].join()).not.toContain('PWNED');
  expect(allFaults(files)).toEqual([]);
});

test('case 8: a default of another type, which the meta-schema allows, stays text', async () => {
  const values = {
    type: 'object',
    properties: { a: { type: 'boolean', default: 'globalThis.PWNED=1' }, b: { type: 'integer', default: '*/PWNED' } },
  };
  const parameters = [{ name: 'a', in: 'query', schema: values.properties.a }];
  const get = { operationId: 'read', parameters, responses: ok };
  const files = await emitted({ ...schemas({ Values: values }), paths: { '/a': { get } } });
  expect(files.get('types.ts')).toContain("@default 'globalThis.PWNED=1'");
  expect(allFaults(files)).toEqual([]);
  expect(typeCheck(join(folder, 'defaults'), files)).toBe('');
});

test.each([
  ['a media type with a line break', { content: { 'application/json\r\nX-Evil: 1': { schema: {} } } }],
  ['a media type with quotes', { content: { 'application/"json"': { schema: {} } } }],
  ['a header with a line break', { headers: { 'X-A\r\nX-Evil': { schema: {} } } }],
])('case 9: %s is left out', async (_, response) => {
  const document = { paths: { '/a': { get: { operationId: 'read', responses: { 200: { description: 'Done.', ...response } } } } } };
  expect(await codesOf(document)).toContainEqual(expect.stringMatching(/^(?:unsupported media-type|warning header-name)$/));
  const files = await emitted(document);
  expect([...files.values()].join()).not.toMatch(/X-Evil|"json"/);
  expect(allFaults(files)).toEqual([]);
});
