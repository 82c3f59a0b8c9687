// `schema.ts`, which openapi-typescript generates in a thread from the checked bundle; hostile text stays inert in it too (cases 1 to 7).
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { bundle } from '../../generator/load/bundle.ts';
import { describeForTypes, type SchemaWorker, startSchemaWorker } from '../../generator/raw/schema.ts';
import { generate } from '../../generator/run/generate.ts';
import { read } from '../../generator/run/pipeline.ts';
import { faultsOf, hostileDocument, PAYLOADS } from '../security/hostile.ts';
import { serviceOf, someDocuments } from '../support/documents.ts';
import { sampleOf } from '../support/effort.ts';
import { typeCheck } from '../support/type-check.ts';
import { notes, scratch } from './project.ts';

let worker: SchemaWorker;
beforeAll(() => {
  worker = startSchemaWorker();
});
afterAll(() => worker.close());

async function typesOf(description: object): Promise<string> {
  const outcome = await worker.run(JSON.stringify(description));
  if ('failure' in outcome) throw new Error(outcome.failure);
  return outcome.text;
}

describe('cases 1 to 7 in schema.ts', () => {
  test.each(PAYLOADS.map((payload) => [payload]))('%j is inert', async (payload) => {
    expect(faultsOf('schema.ts', await typesOf(hostileDocument(payload)))).toEqual([]);
  });
});

test('openapi-typescript gets a document without references to other files', async () => {
  const project = scratch();
  try {
    project.put('note.yaml', 'type: object\nproperties: { text: { type: string }, next: { $ref: "#" } }\n');
    const file = project.put('a.yaml', notes().replace('#/components/schemas/Note', './note.yaml'));
    const { description, service } = await read({ root: project.root, allowRemote: [], strict: false }, { file });
    if (description === undefined || service === undefined) throw new Error('does not load');
    const refs = [...describeForTypes(bundle(description), service).matchAll(/"\$ref":"([^"]*)"/g)].map(([, ref]) => ref);
    expect(refs.length).toBeGreaterThan(0);
    for (const ref of refs) expect(ref).toMatch(/^#\//);
  } finally {
    project.remove();
  }
});

// The command line is a process for each document; the other tests of this file look at what documents may have.
test.each(sampleOf(someDocuments, 1).map((document) => [document.id, document] as const))(
  '%s: it says what the command line of openapi-typescript says, on the same bundle',
  async (_, document) => {
    const { description, service } = await serviceOf(document);
    const text = describeForTypes(bundle(description), service);
    const project = scratch();
    try {
      const cli = path.resolve('generator/node_modules/openapi-typescript/bin/cli.js');
      const theirs = execFileSync(
        process.execPath,
        [cli, project.put('bundle.json', text), '--empty-objects-unknown', '--default-non-nullable=false'],
        { cwd: project.root, encoding: 'utf8' },
      );
      const outcome = await worker.run(text);
      expect(theirs.slice(theirs.indexOf('export interface'))).toBe('text' in outcome ? outcome.text : outcome.failure);
    } finally {
      project.remove();
    }
  },
);

test('targets of references below paths or deep in components become components', async () => {
  const project = scratch();
  const BODY = '#/paths/~1a~1%7Bid%7D/post/requestBody/content/application~1json/schema';
  try {
    const file = project.put(
      'a.yaml',
      `openapi: 3.1.0
info: { title: A, version: '1' }
paths:
  /a/{id}:
    parameters: [{ name: id, in: path, required: true, schema: { type: string } }]
    post:
      requestBody: { content: { application/json: { schema: { type: object, properties: { it: { type: integer }, next: { $ref: '${BODY}' } } } } } }
      responses: { '200': { description: Yes., content: { application/json: { schema: { $ref: '${BODY}/properties/it' } } } } }
    get: { responses: { '200': { $ref: '#/paths/~1a~1%7Bid%7D/post/responses/200' } } }
    put: { requestBody: { content: { application/json: { schema: { type: array, items: { $ref: '${BODY}' } } } } }, responses: { '204': { description: Done. } } }
components:
  schemas:
    AIdPostRequestBodyApplicationJson: { type: string }
    Deep: { allOf: [{ type: object, properties: { word: { type: string } } }], $defs: { kind: { enum: [a, b] } } }
    User: { type: object, properties: { deep: { $ref: '#/components/schemas/Deep/allOf/0' }, kind: { $ref: '#/components/schemas/Deep/$defs/kind' }, word: { $ref: '#/components/schemas/Deep/allOf/0/properties/word' }, same: { $ref: '#/components/schemas/User/properties/kind' } } }
`,
    );
    const { description, service } = await read({ root: project.root, allowRemote: [], strict: false }, { file });
    if (description === undefined || service === undefined) throw new Error('does not load');
    const outcome = await worker.run(describeForTypes(bundle(description), service));
    const text = 'text' in outcome ? outcome.text : outcome.failure;
    const use = `import type { components, operations, paths } from './schema.ts';
export const body: components['schemas']['AIdPostRequestBodyApplicationJson2'] = { it: 1, next: { next: {} } };
export const list: NonNullable<paths['/a/{id}']['put']['requestBody']>['content']['application/json'] = [body];
export const answer: paths['/a/{id}']['get']['responses'][200]['content']['application/json'] = 1;
// @ts-expect-error
export const wrong: components['schemas']['AIdPostRequestBodyApplicationJson2'] = { it: 'a' };
export const user: components['schemas']['User'] = { deep: { word: 'a' }, kind: 'a', word: 'b', same: 'b' };
// @ts-expect-error
user.kind = 'c';
export type None = operations;
`;
    const files = new Map([
      ['schema.ts', text],
      ['use.ts', use],
    ]);
    expect(typeCheck(path.resolve('.octavo/tmp/schema-paths'), files)).toBe('');
  } finally {
    project.remove();
  }
});

test('schemas that contain themselves only through arrays and unions compile, unlike in the library’s own output', async () => {
  const to = (name: string) => ({ $ref: `#/components/schemas/${name}` });
  const schemas = {
    Tree: { description: 'A tree.', oneOf: [{ type: 'string' }, { type: 'array', items: to('Tree') }] },
    Pair: { type: 'array', prefixItems: [{ type: 'string' }, to('Pair')] },
    Alias: { type: 'array', items: to('Other') },
    Other: { anyOf: [to('Alias'), { type: 'number' }] },
    // Names that collide as identifiers.
    'a-b': { type: 'array', items: to('a_b') },
    a_b: { type: 'array', items: to('a-b') },
    Object: { type: 'object', properties: { children: { type: 'array', items: to('Object') }, tree: to('Tree') } },
    Map: { oneOf: [{ type: 'string' }, { type: 'object', additionalProperties: to('Map') }] },
  };
  const text = await typesOf({ openapi: '3.1.0', info: { title: 'A', version: '1' }, paths: {}, components: { schemas } });
  expect(text).toContain('/** @description A tree. */\n        Tree: RecursiveTree;');
  expect(text).toContain('type RecursiveTree = string | RecursiveTree[];');
  expect(text).toContain('children?: components["schemas"]["Object"][];');
  const values = `import type { components } from './schema.ts';
type Schemas = components['schemas'];
export const trees: Schemas['Tree'][] = ['a', ['b', ['c', []]]];
// @ts-expect-error
trees.push([1]);
export const pair: Schemas['Pair'] | Schemas['Object'] = { children: [{ tree: ['a'] }] };
export const others: Schemas['Other'][] = [1, [2, [3]]];
// @ts-expect-error
others.push(['a']);
export const empty: Schemas['a-b'] = [[[]]];
// @ts-expect-error
export const full: Schemas['a_b'] = [[1]];
`;
  const files = new Map([
    ['schema.ts', text],
    ['values.ts', values],
  ]);
  expect(typeCheck(path.resolve('.octavo/tmp/schema-cycles'), files)).toBe('');
});

describe('where the library’s own output does not compile, or it throws', () => {
  const compile = (name: string, text: string, use: string): string =>
    typeCheck(
      path.resolve('.octavo/tmp', name),
      new Map([
        ['schema.ts', text],
        [
          'use.ts',
          `import type { components, paths } from './schema.ts';\nexport type Schemas = components['schemas'];\nexport type Paths = paths;\n${use}`,
        ],
      ]),
    );
  const typesOfSchemas = (schemas: object): Promise<string> =>
    typesOf({ openapi: '3.0.3', info: { title: 'A', version: '1' }, paths: {}, components: { schemas } });

  test('`required` beside a base that may be null, or that has branches', async () => {
    const text = await typesOfSchemas({
      Base: { type: 'object', nullable: true, additionalProperties: true, properties: { a: { type: 'string' } } },
      Child: { allOf: [{ $ref: '#/components/schemas/Base' }, { type: 'object' }], required: ['a'] },
      Either: { properties: { a: { type: 'string' } }, oneOf: [{ properties: { b: { type: 'string' } } }, { type: 'object' }] },
      Strict: { allOf: [{ $ref: '#/components/schemas/Either' }], required: ['a'] },
    });
    const use = `export const child: Schemas['Child'] = { a: 'x' };
export const a: string = child.a;
// @ts-expect-error
export const none: Schemas['Child'] = {};
export const strict: Schemas['Strict'] = { a: 'x', b: 'y' };
`;
    expect(compile('schema-required', text, use)).toBe('');
  });

  test('a discriminator’s property that the schema declares too', async () => {
    const text = await typesOfSchemas({
      Base: { type: 'object', required: ['kind'], properties: { kind: { type: 'string' } }, discriminator: { propertyName: 'kind' } },
      Child: {
        type: 'object',
        allOf: [{ $ref: '#/components/schemas/Base' }],
        properties: { kind: { type: 'string' }, a: { type: 'string' } },
      },
    });
    expect(compile('schema-repeated', text, "export const child: Schemas['Child'] = { kind: 'Child', a: 'x' };\n")).toBe('');
  });

  test('the value that a schema gives itself for the discriminator of its base, and the bare name of a component in a mapping', async () => {
    const allOf = [{ $ref: '#/components/schemas/Base' }];
    const text = await typesOfSchemas({
      Base: {
        type: 'object',
        required: ['kind'],
        properties: { kind: { type: 'string' } },
        discriminator: { propertyName: 'kind', mapping: { dog: 'Dog' } },
      },
      Cat: { 'x-ms-discriminator-value': '#My.Cat', allOf },
      Dog: { 'x-ms-discriminator-value': '#My.Dog', allOf },
    });
    const use = "export const cat: Schemas['Cat'] = { kind: '#My.Cat' };\nexport const dog: Schemas['Dog'] = { kind: 'dog' };\n";
    expect(compile('schema-values', text, use)).toBe('');
  });

  test('an `enum` of an object', async () => {
    const text = await typesOfSchemas({
      Group: { type: 'object', enum: ['A', 'B'], required: ['name'], properties: { name: { type: 'string' } } },
    });
    expect(compile('schema-enum', text, "export const group: Schemas['Group'] = { name: 'x' };\n")).toBe('');
  });

  test('`true` and `false` in an `allOf`', async () => {
    const some = { type: 'object', properties: { a: { type: 'string' } } };
    const text = await typesOfSchemas({ Some: { allOf: [true, some] }, None: { allOf: [some, false] } });
    const use = `export const some: Schemas['Some'] = { a: 'x' };
// @ts-expect-error
export const none: Schemas['None'] = { a: 'x' };
`;
    expect(compile('schema-booleans', text, use)).toBe('');
  });

  test('references to a parameter of another operation, also of one that is left out', async () => {
    const at = (pointer: string): { $ref: string } => ({ $ref: `#/paths/${pointer}` });
    const list = { name: 'field[]', in: 'query', schema: { type: 'array', items: { type: 'string' } } };
    const description = {
      openapi: '3.1.0',
      info: { title: 'A', version: '1' },
      paths: {
        '/a': {
          get: {
            parameters: [list],
            responses: { 200: { description: 'Yes.', content: { 'text/plain': { schema: { type: 'string' } } } } },
          },
        },
        '/b': { get: { parameters: [at('~1a/get/parameters/0')], responses: { 200: at('~1a/get/responses/200') } } },
      },
    };
    const service = { operations: [{ method: 'GET', path: '/b' }] } as unknown as Parameters<typeof describeForTypes>[1];
    const outcome = await worker.run(describeForTypes(description, service));
    const use = `type Get = paths['/b']['get'];
export const query: Get['parameters']['query'] = { 'field[]': ['x'] };
export const body: Get['responses'][200]['content']['text/plain'] = 'x';
`;
    expect(compile('schema-parts', 'text' in outcome ? outcome.text : outcome.failure, use)).toBe('');
  });
});

test('when openapi-typescript fails, the run fails and the rest is generated; with --strict, nothing is generated', async () => {
  const project = scratch();
  const failing: SchemaWorker = { run: async () => ({ failure: 'it cannot' }), close: async () => {} };
  try {
    project.put('.git/HEAD', '');
    project.put('openapi.yaml', notes());
    const report = await generate(await project.load(), { worker: failing });
    expect(report.failed).toBe(true);
    expect(report.documents[0]).toMatchObject({ status: 'failed', problems: [{ code: 'raw-types-failed', severity: 'error' }] });
    expect(report.documents[0]?.files?.written).not.toContain('schema.ts');
    expect(readFileSync(path.join(project.root, 'generated/openapi/client.ts'), 'utf8')).not.toContain('schema');
    const strict = await generate(await project.load({ strict: true }), { worker: failing, cache: false });
    expect([strict.documents[0]?.status, strict.documents[0]?.files]).toEqual(['failed', undefined]);
  } finally {
    project.remove();
  }
});

test('a schema.ts that cannot be made stays as it was, and the next run makes it', async () => {
  const project = scratch();
  const failing: SchemaWorker = { run: async () => ({ failure: 'EMFILE' }), close: async () => {} };
  try {
    project.put('.git/HEAD', '');
    project.put('openapi.yaml', notes());
    const schema = path.join(project.root, 'generated/openapi/schema.ts');
    await generate(await project.load(), { worker });
    const before = readFileSync(schema, 'utf8');
    project.put('openapi.yaml', notes('After').replace('/tags:', '/labels:'));
    const failed = await generate(await project.load(), { worker: failing });
    expect([failed.failed, failed.documents[0]?.files?.removed]).toEqual([true, []]);
    expect(readFileSync(schema, 'utf8')).toBe(before);
    // A check finds no difference that it could not name; it fails with the problem.
    expect((await generate(await project.load(), { worker: failing, check: true })).documents[0]?.status).toBe('failed');
    const healthy = await generate(await project.load(), { worker });
    expect([healthy.failed, healthy.documents[0]?.files?.written]).toEqual([false, ['schema.ts']]);
    expect(readFileSync(schema, 'utf8')).toContain('/labels');
    expect((await generate(await project.load(), { worker })).documents[0]?.status).toBe('unchanged');
  } finally {
    project.remove();
  }
});

test('controls of the writing direction are escaped, in comments and strings', async () => {
  const schema = { type: 'string', description: 'a\u202eb', enum: ['x\u2066y'] };
  const text = await typesOf({ openapi: '3.1.1', paths: {}, components: { schemas: { A: schema } } });
  expect(text).toContain('@description a\\u202eb');
  expect(text).toContain('"x\\u2066y"');
  expect(text).not.toMatch(/[\u202a-\u202e\u2066-\u2069]/);
});

test('a closed thread answers with a failure', async () => {
  const own = startSchemaWorker();
  try {
    const first = own.run(JSON.stringify({ openapi: '3.1.1', paths: {} }));
    expect(await first).toHaveProperty('text');
  } finally {
    await own.close();
  }
  expect(await own.run('{}')).toEqual({ failure: 'its thread ended' });
});

test('a document that makes openapi-typescript throw does not end the thread', async () => {
  const outcome = await worker.run(JSON.stringify({ openapi: '3.1.1', paths: { '/a': { get: { parameters: 3 } } } }));
  expect(outcome).toHaveProperty('failure');
  expect(await typesOf({ openapi: '3.1.1', paths: {} })).toContain('export type paths');
});

test('with `ahead`, types, client and server are written before the worker runs; old files stay meanwhile, and stale files are removed at the end', async () => {
  const project = scratch();
  try {
    const config = (examples: boolean): string =>
      `export default { documents: ['api.yaml'], importExtension: '.ts', examples: ${examples} };\n`;
    project.put('octavo.config.mjs', config(true));
    project.put('api.yaml', notes('Before'));
    await generate(await project.load(), { worker, cache: false });
    const folder = path.join(project.root, 'generated/api');
    const textOf = (file: string): string => readFileSync(path.join(folder, file), 'utf8');
    const [schema, examples] = ['schema.ts', 'examples.ts'].map(textOf);

    project.put('octavo.config.mjs', config(false));
    project.put('api.yaml', notes('After').replace('/tags:', '/labels:'));
    const seen: Record<string, string> = {};
    const slow: SchemaWorker = {
      close: async () => {},
      run: async (description) => {
        for (const file of ['operations.ts', 'schema.ts', 'examples.ts']) seen[file] = textOf(file);
        return worker.run(description);
      },
    };
    const loaded = { ...(await project.load()), examples: false };
    const report = await generate(loaded, { worker: slow, cache: false, ahead: true });
    expect(seen['operations.ts']).toContain('/labels');
    expect([seen['schema.ts'], seen['examples.ts']]).toEqual([schema, examples]);
    expect(textOf('schema.ts')).toContain('/labels');
    expect(existsSync(path.join(folder, 'examples.ts'))).toBe(false);
    expect(report.documents[0]?.files?.written).toEqual(expect.arrayContaining(['operations.ts', 'schema.ts']));
    expect(report.documents[0]?.files?.removed).toEqual(['examples.ts']);
  } finally {
    project.remove();
  }
});
