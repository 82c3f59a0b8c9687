// A request as code, its servers and its credentials, and the completion of its JSON.
import { spawnSync } from 'node:child_process';
import { parser } from '@lezer/json';
import { beforeAll, describe, expect, test } from 'vitest';
import type { ConsoleOperation, ConsoleScheme, JsonSchema } from '../../../generator/docs/console/data.ts';
import type { Loaded } from '../../../portal/console/contract.ts';
import { nameSuggestions, schemaAt, valueSuggestions } from '../../../portal/console/editor/complete.ts';
import { positionAt, rangeOf } from '../../../portal/console/editor/places.ts';
import {
  firstAlternative,
  initialCredentials,
  knownCredentials,
  placeholders,
  schemesOf,
  usedCredentials,
} from '../../../portal/console/request/credentials.ts';
import { prepare } from '../../../portal/console/request/exchange.ts';
import { exampleInput } from '../../../portal/console/request/input.ts';
import { serverChoices } from '../../../portal/console/request/servers.ts';
import { clientSample } from '../../../portal/console/samples/client-sample.ts';
import { type SnippetLanguage, snippetOf, withPlaceholders } from '../../../portal/console/samples/snippets.ts';
import { documents, serviceOf } from '../../support/documents.ts';
import { loadConsole } from './documents.ts';

const loaded = new Map<string, Loaded>();
beforeAll(async () => {
  for (const document of documents.filter(({ id }) => ['c-controller', 'd-events', 'h-email'].includes(id)))
    loaded.set(document.id, await loadConsole((await serviceOf(document)).service));
});

function of(id: string, operation: string): Loaded & { readonly operation: ConsoleOperation } {
  const one = loaded.get(id);
  const found = one?.document.operations.find((candidate) => candidate.id === operation);
  if (one === undefined || found === undefined) throw new Error(`There is no ${id} ${operation}.`);
  return { ...one, operation: found };
}

test('the typed client', () => {
  const { document, operation } = of('c-controller', 'writeInt64Var');
  const schemes = schemesOf(document, operation, 0);
  const sample = clientSample({
    document: { ...document, client: { ...document.client, int64: 'bigint' } },
    operation,
    input: exampleInput(operation, document),
    baseUrl: 'http://127.0.0.1:1',
    schemes,
  });
  expect(sample).toBe(`import { createControllerClient } from './c-controller';
import { unwrap } from '@octavo/runtime';

const client = createControllerClient({
  baseUrl: 'http://127.0.0.1:1',
  credentials: { key: { username: process.env.KEY_USERNAME ?? '', password: process.env.KEY_PASSWORD ?? '' } },
});
const result = await client.variables.writeInt64Var({
  path: { int64Name: 'TotalPulses' },
  body: { value: 48219007311n },
});
console.log(unwrap(result, 200));`);
});

test.each<readonly [SnippetLanguage, string]>([
  ['curl', 'curl'],
  ['fetch', 'fetch('],
  ['python', 'requests.post('],
  ['go', 'http.NewRequest("POST"'],
  ['java', 'HttpRequest.newBuilder()'],
  ['php', 'curl_init('],
  ['csharp', 'HttpMethod.Post'],
])('%s keeps long integers and quotes', async (language, start) => {
  const body = new TextEncoder().encode('{"n":9007199254740993,"list":[-9007199254740995],"text":"9007199254740993 it\'s `q`"}');
  const headers = [['content-type', 'application/json']] as const;
  const text = await snippetOf(language, { method: 'POST', url: 'http://127.0.0.1:1/a?b=c%2Cd', headers, body });
  expect(text).toContain(start);
  expect(text).toContain('b=c%2Cd');
  expect(text.match(/9007199254740993/g)).toHaveLength(2);
  expect(text).toContain('-9007199254740995');
});

describe('credentials and servers', () => {
  const key: ConsoleScheme = { name: 'key', kind: 'apiKey', sent: '', takes: true, variable: 'KEY' };
  const pair: ConsoleScheme = { name: 'pair', kind: 'basic', sent: '', takes: true, variable: 'PAIR', fields: ['username', 'password'] };

  const DEV = { ready: true, url: 'http://127.0.0.1:4000', documented: true, mocks: [] };

  test('only complete credentials are used', () => {
    const schemes = [key, pair];
    expect(usedCredentials(schemes, { key: 'k', pair: { username: 'u' }, other: 'x' })).toEqual({ key: 'k' });
    expect(usedCredentials(schemes, { key: '', pair: { username: 'u', password: 'p' } })).toEqual({
      pair: { username: 'u', password: 'p' },
    });
    expect(usedCredentials(schemes, { key: { a: 'b' }, pair: 'p' })).toEqual({});
  });

  test('placeholders say what to put there; in curl they are variables of the shell, which it reads', () => {
    const given = placeholders([key, pair]);
    expect(given).toEqual({ key: 'YOUR_KEY', pair: { username: 'YOUR_PAIR_USERNAME', password: 'YOUR_PAIR_PASSWORD' } });
    const basic = `Basic ${btoa('YOUR_PAIR_USERNAME:YOUR_PAIR_PASSWORD')}`;
    const curl = `curl 'http://127.0.0.1:1/notes?key=YOUR_KEY&all=true' \\\n  --header 'x-key: YOUR_KEY' \\\n  --header 'Authorization: ${basic}'`;
    const text = withPlaceholders(curl, given, true);
    expect(text).toBe(
      `curl 'http://127.0.0.1:1/notes?key='"$KEY"'&all=true' \\\n  --header 'x-key: '"$KEY" \\\n  --user "$PAIR_USERNAME:$PAIR_PASSWORD"`,
    );
    const env = { KEY: 'a b', PAIR_USERNAME: 'mira', PAIR_PASSWORD: '$x' };
    const printed = spawnSync('sh', ['-c', text.replace('curl', 'printf "%s\\n"')], { env, encoding: 'utf8' }).stdout;
    expect(printed).toBe('http://127.0.0.1:1/notes?key=a b&all=true\n--header\nx-key: a b\n--user\nmira:$x\n');
    expect(withPlaceholders(`fetch({ authorization: '${basic}' })`, given, false)).toBe(
      "fetch({ authorization: 'Basic BASE64_OF_YOUR_PAIR_USERNAME:YOUR_PAIR_PASSWORD' })",
    );
  });

  test('the first credential of each scheme that the live service gives out, and the first alternative that it is for', () => {
    const known = [
      { scheme: 'bearer', value: 'b1' },
      { scheme: 'bearer', value: 'b2' },
    ];
    const { document, operation } = of('h-email', 'findEmail');
    const services = [{ id: 'h-email', url: 'http://127.0.0.1:4019/v2', credentials: known }];
    const credentials = initialCredentials(document, { ...DEV, live: { state: 'running', services } });
    expect(credentials).toEqual({ bearer: 'b1' });
    expect(firstAlternative(document, operation, credentials)).toBe(operation.security.findIndex(([one]) => one?.scheme === 'bearer'));
  });

  test('where only a mock runs, which takes any credential, the fields have one', () => {
    const { document } = of('d-events', 'triggerEvent');
    const mocks = [{ id: 'd-events', url: 'http://127.0.0.1:4001/mock/d-events', operations: 6, by: 'prism' as const }];
    expect(initialCredentials(document, { ...DEV, mocks })).toMatchObject({
      signedQuery: { key: 'any-credential', secret: 'any-credential' },
    });
    expect(initialCredentials(document, DEV)).toEqual({});
  });

  test('a key and its secret in one text become the parts of the credential', () => {
    const { document } = of('d-events', 'triggerEvent');
    const credentials = [{ scheme: 'signedQuery', value: 'the-key:the:secret', note: 'n' }];
    const services = [{ id: 'd-events', url: 'http://127.0.0.1:4014', credentials }];
    const status = { ready: true, url: '', documented: true, mocks: [], live: { state: 'running' as const, services } };
    expect(knownCredentials(document, status)).toEqual([
      { scheme: 'signedQuery', value: { key: 'the-key', secret: 'the:secret' }, note: 'n' },
    ]);
  });

  test('live and mock come before the servers of the document, which are asked for first', () => {
    const { document, operation } = of('h-email', 'findEmail');
    const status = {
      ready: true,
      url: 'http://127.0.0.1:4000',
      documented: true,
      mocks: [{ id: 'h-email', url: 'http://127.0.0.1:4001/mock/h-email/v2', operations: 4, by: 'prism' as const }],
      live: { state: 'running' as const, services: [{ id: 'h-email', url: 'http://127.0.0.1:4019/v2' }] },
    };
    const choices = serverChoices(document, operation, status);
    expect(choices.slice(0, 2)).toEqual([
      { id: 'live', label: 'Live', url: 'http://127.0.0.1:4019/v2', isRemote: false },
      { id: 'mock', label: 'Mock', url: 'http://127.0.0.1:4001/mock/h-email/v2', isRemote: false },
    ]);
    expect(choices.slice(2).every(({ isRemote }) => isRemote)).toBe(true);
    expect(choices.length).toBe(2 + document.servers.length);
  });
});

test('a signed request has its signature, and one without credentials goes without', async () => {
  const { document, contract, operation } = of('d-events', 'triggerEvent');
  const input = exampleInput(operation, document);
  const signed = await prepare(contract, operation, input, {
    baseUrl: 'http://127.0.0.1:1',
    credentials: { signedQuery: { key: 'k', secret: 's' } },
  });
  expect(new URL(signed.url).searchParams.get('auth_signature')).toMatch(/^[0-9a-f]{64}$/);
  const bare = await prepare(contract, operation, input, { baseUrl: 'http://127.0.0.1:1', credentials: {} });
  expect(new URL(bare.url).search).toBe('');
});

test('a value that cannot be written is named', async () => {
  const { contract, operation } = of('d-events', 'getChannel');
  await expect(
    prepare(contract, operation, { path: { app_id: '', channel_name: 'a' } }, { baseUrl: 'http://127.0.0.1:1', credentials: {} }),
  ).rejects.toThrow(/path\.app_id/);
});

describe('completion', () => {
  const schema: JsonSchema = {
    type: ['object'],
    required: ['kind'],
    properties: {
      name: { type: ['string'], description: 'A name.' },
      kind: { enum: ['cat', 'dog'] },
      list: { type: ['array'], items: { type: ['object'], properties: { on: { type: ['boolean', 'null'] } } } },
    },
  };
  /** `|` is the cursor. */
  const at = (marked: string) => {
    const text = marked.replace('|', '');
    const textOf = (from: number, to: number): string => text.slice(from, to);
    return positionAt(parser.parse(text), marked.indexOf('|'), textOf);
  };

  test.each<readonly [string, object]>([
    ['{|}', { writes: 'name', place: [] }],
    ['{"na|', { writes: 'name', place: [] }],
    ['{"na|": 1}', { writes: 'name', place: [] }],
    ['{"name": |}', { writes: 'value', place: ['name'] }],
    ['{"name": "a|b"}', { writes: 'value', place: ['name'], from: 9, to: 13 }],
    ['{"name": "x", |}', { writes: 'name', place: [] }],
    ['{"list": [|]}', { writes: 'value', place: ['list', 0] }],
    ['{"list": [{"on": true}, {|}]}', { writes: 'name', place: ['list', 1] }],
    ['{"list": [{"on": tr|}]}', { writes: 'value', place: ['list', 0, 'on'] }],
    ['|', { writes: 'value', place: [] }],
  ])('%s', (marked, want) => {
    expect(at(marked)).toMatchObject(want);
  });

  test('names that are not there yet, the required first, and values', () => {
    expect(nameSuggestions(schema, { list: [] }, {})).toEqual([
      { label: 'kind', text: '"kind"', detail: 'value, required' },
      { label: 'name', text: '"name"', detail: 'string', about: 'A name.' },
    ]);
    expect(valueSuggestions(schemaAt(schema, ['kind'], undefined, {}) ?? true, {}).map(({ text }) => text)).toEqual(['"cat"', '"dog"']);
    expect(valueSuggestions(schemaAt(schema, ['list', 3, 'on'], undefined, {}) ?? true, {}).map(({ text }) => text)).toEqual([
      'true',
      'false',
      'null',
    ]);
    expect(schemaAt(schema, ['toString'], undefined, {})).toBeUndefined();
  });

  test('the range of a pointer', () => {
    const text = '{ "a": [1, {"b/c": "x"}] }';
    const textOf = (from: number, to: number): string => text.slice(from, to);
    const ranges = ['/a/0', '/a/1/b~1c', '/a/1/missing', ''].map((pointer) => rangeOf(parser.parse(text), pointer, textOf));
    expect(ranges.map(({ from, to }) => text.slice(from, to))).toEqual(['1', '"x"', '{', '{']);
  });
});
