// What the author of a document got wrong refuses it; under `partial`, the rest of it is read. One table says which faults these are.
import { describe, expect, test } from 'vitest';
import { loadIn, loadText, project } from './support.ts';

const HEAD = "info: { title: T, version: '1' }\n";
const GOOD = '/good: { get: { operationId: good, responses: { 200: { description: d } } } }';
const OK = 'responses: { 200: { description: d } }';

const paths = (item: string, version = '3.1.1'): string => `openapi: ${version}\n${HEAD}paths:\n  ${GOOD}\n  ${item}\n`;
const answer = (schema: string): string => `responses: { 200: { description: d, content: { application/json: { schema: ${schema} } } } }`;
const query = (more = ''): string => `{ name: q, in: query, schema: { type: string }${more} }`;

interface Row {
  readonly document: string;
  /** The fault, and under `partial` how it is read. */
  readonly fault: string;
  readonly reading: string;
  readonly partial: 'unsupported' | 'warning';
  /** The paths under `partial`. */
  readonly paths: Readonly<Record<string, readonly string[]>>;
  readonly version?: string;
}

const LEFT_OUT = { reading: ' GET /a is left out.', partial: 'unsupported', paths: { '/good': ['get'], '/a': [] } } as const;

const rows: Readonly<Record<string, Row>> = {
  'a reference to nothing': {
    document: paths(`/a: { get: { ${answer("{ $ref: '#/components/schemas/Pte' }")} } }\ncomponents: { schemas: { Pet: {} } }`),
    fault: 'ref-not-found: Cannot resolve "#/components/schemas/Pte": `/components/schemas` of `api.yaml` has no `Pte`.',
    ...LEFT_OUT,
  },
  'a reference to another kind': {
    document: paths(`/a: { get: { responses: { 200: { $ref: '#/components/schemas/Pet' } } } }\ncomponents: { schemas: { Pet: {} } }`),
    fault: 'ref-wrong-kind: "#/components/schemas/Pet" refers to a component in `schemas`; expected a response.',
    ...LEFT_OUT,
  },
  'a reference to text': {
    document: paths(`/a: { get: { ${answer("{ $ref: '#/info/title' }")} } }`),
    fault: 'ref-target: "#/info/title" refers to the value "T"; expected a schema.',
    ...LEFT_OUT,
  },
  'a reference to a file that is not there': {
    document: paths(`/a: { get: { ${answer('{ $ref: pets.yml }')} } }`),
    fault: 'file-not-found: Cannot find the file `pets.yml`.',
    ...LEFT_OUT,
  },
  'a reference to itself': {
    document: paths(`/a: { get: { ${OK} } }\ncomponents: { schemas: { Pet: { $ref: '#/components/schemas/Pet' } } }`),
    fault: 'reference-cycle: Circular reference: Pet → Pet.',
    reading: ' The schema Pet is left out.',
    partial: 'unsupported',
    paths: { '/good': ['get'], '/a': ['get'] },
  },
  'one operationId twice': {
    document: paths(`/a: { head: { operationId: good, ${OK} } }`),
    fault: "operation-id-duplicate: The operationId 'good' is there twice.",
    reading: ' This operation is named after its method and path.',
    partial: 'warning',
    paths: { '/good': ['get'], '/a': ['head'] },
  },
  'one operationId for an operation and a webhook': {
    document: `${paths('/a: {}')}webhooks: { it: { post: { operationId: good, ${OK} } } }`,
    fault: "operation-id-duplicate: The operationId 'good' is there twice.",
    reading: ' This operation is named after its method and path.',
    partial: 'warning',
    paths: { '/good': ['get'], '/a': [] },
  },
  'one parameter twice': {
    document: paths(`/a: { get: { parameters: [${query()}, ${query(', required: true')}], ${OK} } }`),
    fault: "parameter-duplicate: The query parameter 'q' is declared twice.",
    reading: ' The first declaration is used.',
    partial: 'warning',
    paths: { '/good': ['get'], '/a': ['get'] },
  },
  'one parameter of a path twice, once by a reference': {
    document: paths(
      `/a: { parameters: [{ $ref: '#/components/parameters/Trace' }, { name: TRACE, in: header, schema: {} }], get: { ${OK} } }\ncomponents: { parameters: { Trace: { name: trace, in: header, schema: {} } } }`,
    ),
    fault: "parameter-duplicate: The header parameter 'TRACE' is declared twice.",
    reading: ' The first declaration is used.',
    partial: 'warning',
    paths: { '/good': ['get'], '/a': ['parameters', 'get'] },
  },
  'no response in `responses`': {
    document: paths('/a: { get: { responses: {} } }'),
    fault: 'responses-empty: `responses` is empty.',
    reading: ' Each response is unexpected.',
    partial: 'warning',
    paths: { '/good': ['get'], '/a': ['get'] },
  },
  'no `responses` in 3.0': {
    document: paths('/a: { get: { summary: a } }', '3.0.3'),
    fault: 'responses-missing: The operation lacks `responses`, which OpenAPI 3.0 requires.',
    reading: ' Each response is unexpected.',
    partial: 'warning',
    paths: { '/good': ['get'], '/a': ['get'] },
  },
};

describe.each(Object.entries(rows))('%s', (_, { document, fault, reading, partial, paths: wanted }) => {
  const texts = (found: Awaited<ReturnType<typeof loadText>>): string[] =>
    found.problems.map(
      ({ severity, code, message }) => `${severity} ${code}: ${message.replaceAll(/(?<=`)[^` ]*\/(?=(?:api|pets)\.ya?ml`)/g, '')}`,
    );

  test('refuses the document', async () => {
    const found = await loadText(document, { partial: false });
    expect(texts(found)).toEqual([`error ${fault}`]);
    expect(found.description).toBeUndefined();
  });

  test('is left out or read under `partial`', async () => {
    const found = await loadText(document, { partial: true });
    expect(texts(found)).toEqual([`${partial} ${fault}${reading}`]);
    const items = Object.entries((found.description?.root.paths ?? {}) as Record<string, object>);
    expect(Object.fromEntries(items.map(([path, item]) => [path, Object.keys(item)]))).toEqual(wanted);
  });
});

test('what Octavo leaves out is no error of a document that its author got wrong', async () => {
  const found = await loadText(paths(`/a: { get: { parameters: [{ in: query, schema: {} }, ${query()}, ${query()}], ${OK} } }`), {
    partial: false,
  });
  expect(found.problems.map(({ severity, code, leftOut }) => [severity, code, leftOut])).toEqual([
    ['unsupported', 'missing-field', undefined],
    ['error', 'parameter-duplicate', undefined],
  ]);
});

test('`partial` opens nothing that is unsafe', async () => {
  const folder = await project({ 'in/api.yaml': paths(`/a: { get: { ${answer('{ $ref: ../out.yaml }')} } }`), 'out.yaml': 'type: string' });
  const found = await loadIn(`${folder}/in`, 'api.yaml', { partial: true });
  expect(found.problems.map(({ severity, code }) => `${severity} ${code}`)).toEqual(['error ref-outside-project']);
  expect(found.description).toBeUndefined();
});

test.each([
  ['no `responses` from 3.1 on', paths('/a: { get: { summary: a } }')],
  ['the same parameter in two places', paths(`/a: { get: { parameters: [${query()}, { name: q, in: header, schema: {} }], ${OK} } }`)],
  [
    'a parameter of the path that an operation declares anew',
    paths(`/a: { parameters: [${query()}], get: { parameters: [${query()}], ${OK} } }`),
  ],
  [
    'a path item that two paths share',
    `${paths("/a: { $ref: '#/components/pathItems/It' }\n  /b: { $ref: '#/components/pathItems/It' }")}components: { pathItems: { It: { get: { operationId: it, ${OK} } } } }`,
  ],
])('%s is no fault', async (_, document) => {
  const found = await loadText(document, { partial: false });
  expect(found.problems).toEqual([]);
  expect(found.description).toBeDefined();
});
