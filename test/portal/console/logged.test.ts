// Requests of the sandbox's log in the console's form: what the form sends comes back as it was, and what is wrong stays as it was sent.
import { expect, test } from 'vitest';
import type { Loaded } from '../../../portal/console/contract.ts';
import { prepare } from '../../../portal/console/request/exchange.ts';
import { exampleInput, type Input } from '../../../portal/console/request/input.ts';
import { decodeLogged, loggedInput } from '../../../portal/console/request/logged.ts';
import { parseRoute } from '../../../portal/console/route.ts';
import { toBase64url } from '../../../portal/shared/base64url.ts';
import { documents, serviceOf } from '../../support/documents.ts';
import { loadConsole } from './documents.ts';

async function load(id: string): Promise<Loaded> {
  const document = documents.find((one) => one.id === id);
  if (document === undefined) throw new Error(`There is no document ${id}.`);
  return loadConsole((await serviceOf(document)).service);
}

/** Bodies that the log does not hold as text are those of the example. */
const IS_TEXT: ReadonlySet<string | undefined> = new Set([undefined, 'json', 'form']);

function inputOf({ document, contract }: Loaded, id: string, target: string, body?: string, type = 'application/json'): Input {
  const operation = document.operations.find((one) => one.id === id && one.kind === 'operation');
  if (operation === undefined) throw new Error(`There is no operation ${id}.`);
  const logged = { target, headers: { 'content-type': type }, ...(body === undefined ? {} : { body }) };
  return loggedInput(contract.rowOf(operation), operation, logged, exampleInput(operation, document));
}

test.each(['a-identity', 'd-events', 'e-scheduling', 'f-instalments', 'h-email'])('%s: each example comes back as it was', async (id) => {
  const { document, contract } = await load(id);
  for (const operation of document.operations) {
    if (operation.kind !== 'operation' || !IS_TEXT.has(operation.body?.contents[0]?.kind)) continue;
    const example = exampleInput(operation, document);
    const { url, headers, body } = await prepare(contract, operation, example, { baseUrl: 'http://127.0.0.1:1/base', credentials: {} });
    const logged = {
      target: url.slice('http://127.0.0.1:1'.length),
      headers: Object.fromEntries(headers.map(([name, value]) => [name.toLowerCase(), value])),
      ...(body === undefined ? {} : { body: new TextDecoder().decode(body as Uint8Array) }),
    };
    const { contentType: _, ...got } = loggedInput(contract.rowOf(operation), operation, logged, {});
    const { contentType: __, ...want } = example;
    expect(got, operation.id).toEqual(want);
  }
});

test('what is not as declared stays as it was sent', async () => {
  const email = await load('h-email');
  expect(inputOf(email, 'searchDomain', '/v2/domain-search?domain=brightloaf.example&limit=a+b')).toEqual({
    query: { domain: 'brightloaf.example', limit: 'a b' },
  });
  const events = await load('d-events');
  expect(inputOf(events, 'triggerEvent', '/apps/60417/events', '{"name":')).toMatchObject({ path: { app_id: '60417' }, body: '{"name":' });
  expect(inputOf(events, 'triggerEvent', '/elsewhere', '{}')).toMatchObject({ path: { app_id: '60417' }, body: {} });
});

test('a link holds a request of the log', () => {
  const logged = { target: '/a?b=1', headers: { 'content-type': 'application/json' }, body: '{"é":1}' };
  const encoded = toBase64url(JSON.stringify(logged));
  expect(parseRoute(`#/h-email/searchDomain?log=${encoded}`)).toEqual({
    service: 'h-email',
    kind: 'operation',
    id: 'searchDomain',
    logged: encoded,
  });
  expect(decodeLogged(encoded)).toEqual(logged);
  for (const wrong of ['', '*', toBase64url('7'), toBase64url('{"target":1}')]) expect(decodeLogged(wrong)).toBeUndefined();
});
