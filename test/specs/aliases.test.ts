// Sends each alias of the documents (`x-aliases`) to the generated server: the handler gets the same input as from the declared request.
import type { FetchHandler } from '@octavo/runtime';
import { describe, expect, test } from 'vitest';
import { documents, generatedModule } from '../support/documents.ts';
import { type Document, follow, operations, type Place, readDocument } from './document.ts';

interface Alias {
  method?: string;
  path: string;
  parameters?: Record<string, string>;
}

/** A value of the operation's input, by its place: `path.id`, `query.page`, `body.payment_id`. */
type Values = ReadonlyMap<string, unknown>;

interface Options {
  security: Record<string, () => object>;
  onError: () => void;
}

type CreateServer = (handlers: Record<string, (input: object) => never>, options: Options) => FetchHandler;

/** The header `Authorization` for each document. `x-scheme-words` of f-instalments accepts this word beside its own, `Instalments-Auth`. */
const CREDENTIALS: Readonly<Record<string, string>> = {
  'e-scheduling': 'Bearer a-token',
  'f-instalments': 'Fern-And-Oak-Auth sk_test_key',
  'g-messaging': `Basic ${btoa('shop:a-password')}`,
};

/** The documents with aliases, and how many each has. */
const COUNTS: Readonly<Record<string, number>> = {
  'a-identity': 1,
  'b-microblog-v1': 1,
  'e-scheduling': 3,
  'f-instalments': 9,
  'g-messaging': 29,
};

const calls = Object.fromEntries(
  documents.map(({ id }) => {
    const document = readDocument(id);
    return [id, operations(document).flatMap((place) => aliasesOf(place).map((alias) => ({ document, place, alias })))];
  }),
);

test('the documents have as many aliases as their clients need', () => {
  const found = Object.entries(calls).flatMap(([id, { length }]) => (length === 0 ? [] : [[id, length]]));
  expect(Object.fromEntries(found)).toEqual(COUNTS);
});

describe.each(documents.filter(({ id }) => id in COUNTS).map((one) => [one.id, one] as const))('%s', (id, configured) => {
  test.each((calls[id] ?? []).map((call) => [`${call.alias.method ?? call.place.method} ${call.alias.path}`, call] as const))(
    '%s',
    async (_, { document, place, alias }) => {
      const received: unknown[] = [];
      const server = await serverOf(configured, document, (input) => received.push(input));
      const values = valuesOf(document, place, alias);
      const headers = { authorization: CREDENTIALS[id] ?? '' };

      await server(request(place.method, basePath(document) + place.path, values, {}, headers));
      await server(request(alias.method?.toUpperCase() ?? place.method, alias.path, values, alias.parameters ?? {}, headers));

      expect(received).toHaveLength(2);
      expect(received[1]).toEqual(received[0]);
      expect(received[0]).toMatchObject({ id: place.operation.operationId });
    },
  );
});

function aliasesOf({ operation }: Place): Alias[] {
  return (operation as { 'x-aliases'?: Alias[] })['x-aliases'] ?? [];
}

async function serverOf(
  configured: (typeof documents)[number],
  document: Document,
  receive: (input: object) => void,
): Promise<FetchHandler> {
  const module = await generatedModule(configured, 'index.ts');
  const create = module[`create${configured.name}Server`] as CreateServer;
  const handlers = operations(document).map(({ operation: { operationId } }) => [
    operationId,
    (input: object) => {
      receive({ id: operationId, ...input });
      throw new Error('The input is all that this test needs.');
    },
  ]);
  const schemes = Object.keys(document.components.securitySchemes ?? {}).map((name) => [name, () => ({})]);
  return create(Object.fromEntries(handlers), { security: Object.fromEntries(schemes), onError: () => {} });
}

/** The examples of the parameters that the operation requires or the alias moves, and of its body. */
function valuesOf(document: Document, place: Place, alias: Alias): Values {
  const moved = alias.parameters ?? {};
  const values = new Map<string, unknown>();
  const [choice = []] = (place.operation as { 'x-any-of-parameters'?: string[][] })['x-any-of-parameters'] ?? [];
  for (const parameter of place.parameters) {
    if (parameter.required !== true && !(parameter.name in moved) && !choice.includes(parameter.name)) continue;
    // Where the alias has one text for two parameters, both have the value of the one that it is named after.
    const source = /^path\.(.+)$/.exec(moved[parameter.name] ?? '')?.[1];
    const same = place.parameters.find(({ name }) => name === source) ?? parameter;
    values.set(`${parameter.in}.${parameter.name}`, same.example);
  }
  const [media] = Object.values(place.operation.requestBody === undefined ? {} : follow(document, place.operation.requestBody).content);
  const [example] = Object.values(media?.examples ?? {});
  for (const [name, value] of Object.entries((example?.value ?? {}) as object)) values.set(`body.${name}`, value);
  // A field that the example of the body leaves out.
  for (const target of Object.keys(moved)) if (target.startsWith('body.') && !values.has(target)) values.set(target, 'FO-2041');
  return values;
}

/** A request with each value where the template and `moved` have it, and all others where the operation has them. */
function request(
  method: string,
  path: string,
  values: Values,
  moved: Readonly<Record<string, string>>,
  headers: Record<string, string>,
): Request {
  const inPath = new Map<string, unknown>();
  const query = new URLSearchParams();
  const body: Record<string, unknown> = {};
  for (const [place, value] of values) {
    const [where, name] = split(place);
    const [toWhere, toName] = split(moved[where === 'body' ? place : name] ?? place);
    if (toWhere === 'path') inPath.set(toName, value);
    else if (toWhere === 'query') query.set(toName, String(value));
    else body[toName] = value;
  }
  const filled = path.replace(/\{([^{}]+)\}/g, (_, name: string) => encodeURIComponent(String(inPath.get(name))));
  const search = query.size === 0 ? '' : `?${query}`;
  const sent =
    Object.keys(body).length === 0 ? {} : { body: JSON.stringify(body), headers: { ...headers, 'content-type': 'application/json' } };
  return new Request(`https://service.example.com${filled}${search}`, { method, headers, ...sent });
}

function split(place: string): [where: string, name: string] {
  const dot = place.indexOf('.');
  return [place.slice(0, dot), place.slice(dot + 1)];
}

function basePath(document: Document): string {
  return new URL(document.servers[0]?.url ?? '/', 'https://service.example.com').pathname.replace(/\/$/, '');
}
