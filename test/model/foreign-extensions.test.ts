// Other tools have extensions of the same names: one whose form is not Octavo's is ignored with a warning, wherever Octavo would read it.
import { describe, expect, test } from 'vitest';
import { ownExtensions } from '../../generator/load/check/own-extensions.ts';
import { readService } from '../emit/service.ts';

/** Forms that no extension of ours has. A list of texts is one for some. */
const FOREIGN: readonly unknown[] = [
  null,
  1,
  'something else',
  [1],
  [null],
  { vendor: { a: 1 } },
  { scheme: 'rsa', style: 'numbers' },
  [['a'], 1, { b: 2 }],
];

/** The forms of `FOREIGN` that an extension of ours may have, with faults that the model explains. */
const OURS: Readonly<Record<string, (value: unknown, row: string) => boolean>> = {
  'x-aliases': (value, row) => row === 'Operation' && Array.isArray(value) && value.length === 3,
  'x-any-of-parameters': (value) => Array.isArray(value) && value.length === 3,
  // No other tool has an extension with our name in its own.
  'x-octavo-name': () => true,
};

const OK = { 200: { description: 'Yes.', content: { 'application/json': { schema: { type: 'boolean' } } } } };

/** A document with the extension on an object of the kind, and where that is. */
const HOLDERS: Readonly<Record<string, (extension: object) => { readonly document: Record<string, unknown>; readonly at: string }>> = {
  OpenAPI: (extension) => ({
    document: { paths: { '/it': { get: { responses: OK } } }, webhooks: { on: { post: { responses: OK } } }, ...extension },
    at: '',
  }),
  PathItem: (extension) => ({ document: { paths: { '/it': { get: { responses: OK }, ...extension } } }, at: '/paths/~1it' }),
  Operation: (extension) => ({ document: { paths: { '/it': { get: { responses: OK, ...extension } } } }, at: '/paths/~1it/get' }),
  Parameter: (extension) => {
    const schema = { type: 'array', items: { type: 'string' } };
    const parameters = [{ name: 'a', in: 'query', explode: false, schema, ...extension }];
    return { document: { paths: { '/it': { get: { parameters, responses: OK } } } }, at: '/paths/~1it/get/parameters/0' };
  },
  Schema: (extension) => ({
    document: { paths: { '/it': { get: { responses: OK } } }, components: { schemas: { A: { type: 'boolean', ...extension } } } },
    at: '/components/schemas/A',
  }),
  MediaType: (extension) => {
    const content = { 'application/json': { schema: { type: 'array' }, ...extension } };
    return {
      document: { paths: { '/it': { get: { responses: { 200: { description: 'Yes.', content } } } } } },
      at: '/paths/~1it/get/responses/200/content/application~1json',
    };
  },
  Response: (extension) => ({
    document: { paths: { '/it': { get: { responses: { 200: { ...OK[200], ...extension } } } } } },
    at: '/paths/~1it/get/responses/200',
  }),
  SecurityScheme: (extension) => ({
    document: {
      security: [{ key: [] }],
      paths: { '/it': { get: { responses: OK } } },
      components: { securitySchemes: { key: { type: 'apiKey', in: 'header', name: 'X-Key', ...extension } } },
    },
    at: '/components/securitySchemes/key',
  }),
};

const places = Object.entries(ownExtensions).flatMap(([name, { rows }]) => rows.map((row) => [name, row] as const));

describe.each(places)('%s on %s', (name, row) => {
  const foreign = FOREIGN.filter((value) => OURS[name]?.(value, row) !== true);

  test.each(foreign.map((value) => [value]))('%j', async (value) => {
    const holder = HOLDERS[row];
    if (holder === undefined) throw new Error(`The test has no document with an extension on ${row}.`);
    const { document, at } = holder({ [name]: value });
    const { service, problems } = await readService(document);
    const found = problems.list.map(({ code, severity, location }) => `${severity} ${code} ${location.pointer}`);
    expect(found).toEqual([`warning extension-foreign ${at}/${name}`]);
    expect(service?.operations).toHaveLength(1);
  });

  test('a form of Octavo’s is not taken for foreign', async () => {
    const { isOurs } = ownExtensions[name] ?? {};
    const forms = [
      true,
      'encoded',
      'ndjson',
      'stated',
      [],
      {},
      ['a'],
      { body: '/a', parameters: {}, style: 'cursor', direction: 'newest-first', true: ['t'], 401: { body: {} } },
      { changes: { path: '/a' } },
    ];
    expect(forms.some((form) => isOurs?.(form as never, row as never) === true)).toBe(true);
  });
});
