// Descriptions of several files: what may be read, how much, and rules of objects whose parts stand in other files.
import { describe, expect, test } from 'vitest';
import { loadIn, project } from './support.ts';

const HEAD = "openapi: 3.1.1\ninfo: { title: T, version: '1' }\n";
const OK = 'responses: { 200: { description: d } }';
const operation = (text: string): Record<string, string> => ({
  'api.yaml': `${HEAD}paths: { /a: { get: { $ref: op.yml } } }\n`,
  'op.yml': `operationId: a\n${OK}\n${text}\n`,
});
const found = async (files: Readonly<Record<string, string>>) => {
  const { description, problems } = await loadIn(await project(files), 'api.yaml', { partial: false });
  return {
    description,
    problems: problems.filter(({ code }) => code !== 'ref-not-allowed').map(({ severity, code }) => `${severity} ${code}`),
  };
};

describe('a rule of an object whose parts stand in another file', () => {
  test('waits for them: variables of a server', async () => {
    const { description, problems } = await found(
      operation('servers: [{ url: "https://{at}.example.com", variables: { at: { default: eu } } }]'),
    );
    expect(problems).toEqual([]);
    expect(JSON.stringify(description?.root.paths)).toContain('{at}.example.com');
  });

  test('is applied all the same', async () => {
    const { problems } = await found(operation('servers: [{ url: "https://{at}.example.com", variables: { to: { default: eu } } }]'));
    expect(problems).toEqual(['warning server-variable']);
    const hidden = await found(operation('servers: [{ url: "{at}", variables: { at: { default: "https://me:secret@a.example" } } }]'));
    expect(hidden.problems).toEqual(['error server-credentials']);
  });

  test('flows of OAuth', async () => {
    const { problems } = await found({
      'api.yaml': `${HEAD}paths: {}\ncomponents: { securitySchemes: { a: { type: oauth2, flows: { $ref: flows.yml } } } }\n`,
      'flows.yml': 'clientCredentials: { tokenUrl: "https://a.example/token", scopes: {} }\n',
    });
    expect(problems).toEqual([]);
  });
});

test.each([
  ['a tag', 'tags: [{ name: t, description: { $ref: t.md } }]\npaths: {}', '"tags":[{"name":"t"}]'],
  ['an operation', `paths: { /a: { get: { summary: [a], description: { $ref: t.md }, ${OK} } } }`, '"get":{"responses"'],
  ['a response', 'paths: { /a: { get: { responses: { 200: { description: { $ref: t.md } } } } } }', '"200":{"description":""}'],
])('a description that is no text costs only itself: %s', async (_, body, kept) => {
  const { description, problems } = await found({ 'api.yaml': `${HEAD}${body}\n` });
  expect(new Set(problems)).toEqual(new Set(['warning wrong-type']));
  expect(JSON.stringify(description?.root)).toContain(kept);
});

test('a requirement whose scopes are empty asks for none', async () => {
  const { description, problems } = await found({
    'api.yaml': `${HEAD}security: [{ a: }]\npaths: { /a: { get: { security: [{ a: null }], ${OK} } } }\ncomponents: { securitySchemes: { a: { type: http, scheme: bearer } } }\n`,
  });
  expect(problems).toEqual(['warning wrong-type', 'warning wrong-type']);
  expect(description?.root.security).toEqual([{ a: [] }]);
  expect(JSON.stringify(description?.root.paths)).toContain('"security":[{"a":[]}]');
});

describe('a document outside the project', () => {
  const files = {
    'project/octavo.config.ts': '',
    'other/api.yaml': `${HEAD}paths: {}\ncomponents: { schemas: { A: { $ref: parts/a.yaml }, B: { $ref: ../outside.yaml } } }\n`,
    'other/parts/a.yaml': 'type: string\n',
    'outside.yaml': 'type: string\n',
  };

  test('refers to files of its own folder, and to no others', async () => {
    const folder = await project(files);
    const { problems } = await loadIn(folder, 'other/api.yaml', { root: `${folder}/project` });
    expect(problems.map(({ code, message }) => [code, message])).toEqual([
      ['ref-outside-project', '"../outside.yaml" is outside the project folder.'],
    ]);
  });
});

describe('many files', () => {
  const many = (count: number) => ({
    'api.yaml': `${HEAD}paths: {}\ncomponents:\n  schemas:\n${Array.from({ length: count }, (_, at) => `    S${at}: { $ref: s${at}.yaml }\n`).join('')}`,
    ...Object.fromEntries(Array.from({ length: count }, (_, at) => [`s${at}.yaml`, 'type: string\n'])),
  });

  test('more than a thousand are read', async () => {
    const { description, problems } = await found(many(1200));
    expect(problems).toEqual([]);
    expect(description?.sources).toHaveLength(1201);
  });

  test('their bytes are limited', async () => {
    const folder = await project(many(4));
    const { problems } = await loadIn(folder, 'api.yaml', { limits: { totalBytes: 30 } });
    expect(problems.map(({ code, message }) => `${code}: ${message}`)).toContain(
      'limit-total-bytes: The files of the description are longer than 30 bytes in all.',
    );
  });
});
