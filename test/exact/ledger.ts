// A small service with 64-bit integers and times in every position, generated in each configurable form.
import { join, resolve } from 'node:path';
import { byRequest, type FetchHandler } from '@octavo/runtime';
import { type ShortForms, shortForms } from '../../generator/emit/held/forms.ts';
import { OPTIONS, serviceOf } from '../emit/service.ts';
import { emit } from '../support/emit.ts';
import { typeCheck } from '../support/type-check.ts';

const root = resolve(import.meta.dirname, '../..');
const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` });
const json = (schema: object) => ({ content: { 'application/json': { schema } } });
const id = { type: 'integer', format: 'int64' };
const when = { type: 'string', format: 'date-time' };

const DOCUMENT = {
  paths: {
    '/entries/{id}': {
      put: {
        operationId: 'putEntry',
        parameters: [
          { name: 'id', in: 'path', required: true, schema: ref('Id') },
          { name: 'ids', in: 'query', schema: { type: 'array', items: id } },
          { name: 'since', in: 'query', schema: when },
          { name: 'filter', in: 'query', content: { 'application/json': { schema: { type: 'object', properties: { id } } } } },
          { name: 'X-Trace', in: 'header', schema: { type: 'integer', format: 'uint64' } },
          { name: 'last', in: 'cookie', schema: id },
        ],
        requestBody: { required: true, ...json(ref('Entry')) },
        responses: {
          200: { description: 'The entry.', headers: { 'X-Next': { schema: id } }, ...json(ref('Entry')) },
          default: { description: 'A fault.', ...json({ type: 'object', properties: { code: { type: 'integer' } } }) },
        },
      },
    },
    '/forms': {
      post: {
        operationId: 'postForm',
        requestBody: {
          content: {
            'application/x-www-form-urlencoded': { schema: { type: 'object', properties: { id, list: { type: 'array', items: id } } } },
            'application/json': { schema: ref('Node') },
          },
        },
        responses: { 204: { description: 'Taken.' } },
      },
    },
    '/log': {
      get: {
        operationId: 'readLog',
        responses: { 200: { description: 'Entries.', content: { 'application/x-ndjson': { schema: ref('Node') } } } },
      },
    },
    '/plain': { get: { operationId: 'readPlain', responses: { 200: { description: 'Text.', ...json({ type: 'string' }) } } } },
  },
  webhooks: {
    changed: { post: { operationId: 'changed', requestBody: json(ref('Node')), responses: { 204: { description: 'Taken.' } } } },
  },
  components: {
    schemas: {
      Id: { ...id, minimum: -(2 ** 63) },
      Even: { ...id, multipleOf: 2 },
      Level: { ...id, enum: [1, 2, 3] },
      Node: {
        type: 'object',
        required: ['id'],
        properties: { id: ref('Id'), children: { type: 'array', items: ref('Node') }, at: when },
      },
      // A list whose item schema the referring schema supplies, by `$dynamicRef`.
      List: {
        $id: 'https://example.com/list',
        type: 'object',
        properties: { items: { type: 'array', items: { $dynamicRef: '#item' } } },
        $defs: { item: { $dynamicAnchor: 'item' } },
      },
      Orders: {
        $id: 'https://example.com/orders',
        $ref: 'list',
        $defs: { item: { $dynamicAnchor: 'item', type: 'object', required: ['id'], properties: { id, at: when } } },
      },
      Times: { $id: 'https://example.com/times', $ref: 'list', $defs: { item: { $dynamicAnchor: 'item', ...when } } },
      Labels: { $id: 'https://example.com/labels', $ref: 'list', $defs: { item: { $dynamicAnchor: 'item', type: 'string' } } },
      Money: { type: 'object', required: ['kind', 'cents'], properties: { kind: { const: 'money' }, cents: id } },
      Note: { type: 'object', required: ['kind', 'cents'], properties: { kind: { const: 'note' }, cents: { type: 'string' } } },
      Entry: {
        allOf: [
          ref('Node'),
          {
            type: 'object',
            properties: {
              even: ref('Even'),
              level: ref('Level'),
              none: { type: ['integer', 'null'], format: 'int64' },
              maybe: { anyOf: [id, { type: 'null' }] },
              counts: { type: 'object', properties: { total: { type: 'string' } }, additionalProperties: id },
              matrix: { type: 'array', items: { type: 'array', items: id } },
              pair: { type: 'array', prefixItems: [{ type: 'string' }, id], items: false },
              amount: {
                oneOf: [ref('Money'), ref('Note')],
                discriminator: { propertyName: 'kind', mapping: { money: 'Money', note: 'Note' } },
              },
              tagged: { oneOf: [ref('Money'), ref('Note')] },
              tried: {
                anyOf: [
                  { type: 'object', required: ['a'], properties: { a: id, x: { type: 'string' } }, additionalProperties: false },
                  { type: 'object', required: ['x'], properties: { a: { type: 'number' }, x: id } },
                ],
              },
              day: { type: 'string', format: 'date' },
              named: {
                type: 'object',
                properties: { total: { type: 'number' } },
                patternProperties: { '^x-': { type: 'number' }, '^i-': id },
                additionalProperties: id,
              },
              orders: ref('Orders'),
              times: ref('Times'),
              labels: ref('Labels'),
              price: { type: 'number' },
              ['__proto__']: id,
              'a/b': id,
            },
          },
        ],
      },
    },
  },
};

export interface Ledger {
  readonly text: ReadonlyMap<string, string>;
  readonly folder: string;
  readonly complaints: string;
  readonly module: Readonly<Record<string, unknown>>;
}

/** Emits the service in one form and compiles it, together with a file that uses it. */
export async function ledger(name: string, forms: ShortForms, uses = 'export {};\n'): Promise<Ledger> {
  const text = emit(await serviceOf(DOCUMENT), { ...OPTIONS, examples: true, held: shortForms(forms) });
  const folder = join(root, '.octavo/tmp/exact', name);
  const complaints = typeCheck(folder, new Map([...text, ['uses.ts', uses]]));
  return { text, folder, complaints, module: (await import(join(folder, 'index.ts'))) as Record<string, unknown> };
}

export type Method = (input: unknown) => Promise<{ status: number; body?: unknown; headers?: Readonly<Record<string, unknown>> }>;

/** Client and server of the service, connected in memory; `sent` records the URLs and bodies exchanged. */
export function joined({ module }: Ledger, handlers: object, options: object = {}, clientOptions: object = {}) {
  const create = (wanted: string) => module[wanted] as (...args: readonly unknown[]) => unknown;
  const server = create('createPetsServer')(handlers, options) as FetchHandler;
  const sent: { url: string; body: string; answer: string }[] = [];
  const fetch = byRequest(async (request) => {
    const body = await request.clone().text();
    const response = await server(request);
    sent.push({ url: request.url, body, answer: await response.clone().text() });
    return response;
  });
  const client = create('createPetsClient')({ fetch, baseUrl: 'https://example.com', ...clientOptions }) as Readonly<
    Record<string, Method>
  >;
  return { server, client, sent };
}

/** A handler that appends its input to `seen` and returns `result`. */
export function keeping(seen: unknown[], result: object): (input: unknown) => object {
  return (input) => {
    seen.push(input);
    return result;
  };
}
