// Client and server in memory: the handler gets exactly the caller's input, or the client rejects the call before sending it.

import { inMemoryFetch } from '../../../runtime/adapters/memory.ts';
import { bytes, json, text } from '../../../runtime/body/body.ts';
import { encodeBody } from '../../../runtime/body/encode-body.ts';
import { multipart } from '../../../runtime/body/multipart.ts';
import { call } from '../../../runtime/client/call.ts';
import { createTransport } from '../../../runtime/client/transport.ts';
import { InvalidParameterError, UnexpectedResponseError } from '../../../runtime/contract/errors.ts';
import type { Issue } from '../../../runtime/contract/issue.ts';
import type { Operation } from '../../../runtime/contract/operation.ts';
import { signatureScheme } from '../../../runtime/security/signature.ts';
import { createServer } from '../../../runtime/server/server.ts';
import { ndjson } from '../../../runtime/stream/json-stream.ts';
import { operationChecks } from '../../../runtime/validate/checks.ts';
import { urlencoded } from '../../../runtime/wire/form.ts';
import { header, headerArray, headerExplodeObject } from '../../../runtime/wire/header.ts';
import {
  contentJson,
  cookieExplodeArray,
  deepObject,
  form,
  formArray,
  formExplodeArray,
  labelExplodeObject,
  matrixArray,
  pipeDelimitedArray,
  simple,
  spaceDelimitedArray,
} from '../../../runtime/wire/parameter.ts';
import { isWellFormed } from '../../../runtime/wire/text.ts';
import { claim, claimEqual, claimReread, type Fuzz, type Input, latin1Of } from '../support.ts';

const signed = signatureScheme('signed', {
  parameter: 'auth_signature',
  signature: {
    algorithm: 'hmac-sha256',
    encoding: 'hex',
    version: '1.0',
    bodyDigest: 'md5',
    toleranceSeconds: 300,
    parameters: { key: 'auth_key', timestamp: 'auth_timestamp', version: 'auth_version', bodyDigest: 'body_md5' },
  },
});

const operation: Operation = {
  id: 'echo',
  method: 'POST',
  path: '/a/{simple}/b{matrix}/c.{label}',
  parameters: [
    { in: 'path', name: 'simple', required: true, codec: simple, shape: 'string' },
    { in: 'path', name: 'matrix', required: true, codec: matrixArray, shape: ['string'] },
    { in: 'path', name: 'label', required: true, codec: labelExplodeObject, shape: { additional: 'string' } },
    { in: 'query', name: 'form', codec: form, shape: 'string' },
    { in: 'query', name: 'list', codec: formArray, shape: ['string'] },
    { in: 'query', name: 'lists', codec: formExplodeArray, shape: ['string'] },
    { in: 'query', name: 'spaced', codec: spaceDelimitedArray, shape: ['string'] },
    { in: 'query', name: 'piped', codec: pipeDelimitedArray, shape: ['string'] },
    { in: 'query', name: 'deep', codec: deepObject, shape: { additional: 'string' } },
    { in: 'query', name: 'json', codec: contentJson, shape: 'string' },
    { in: 'header', name: 'X-One', codec: header, shape: 'string' },
    { in: 'header', name: 'X-List', codec: headerArray, shape: ['string'] },
    { in: 'header', name: 'X-Map', codec: headerExplodeObject, shape: { additional: 'string' } },
    { in: 'cookie', name: 'crumbs', codec: cookieExplodeArray, shape: ['string'] },
  ],
  body: {
    encode: encodeBody,
    contents: {
      'application/json': json,
      'text/plain': text,
      'text/css; charset=iso-8859-1': text,
      'application/octet-stream': bytes,
      'application/x-www-form-urlencoded': urlencoded({ list: ['string'], o: {} }, { deep: { codec: deepObject } }),
      'multipart/form-data': multipart({ list: ['string'], o: {} }),
      'application/x-ndjson': ndjson(json),
    },
  },
  security: [[{ scheme: signed }]],
  responses: { 200: { contents: { 'application/json': json } } },
};

const TYPES = [undefined, ...Object.keys(operation.body?.contents ?? {})];

type Parts = Readonly<Record<string, unknown>>;

let received: Parts[] = [];

async function plainBody(body: unknown): Promise<unknown> {
  if (body instanceof Blob) return latin1Of(new Uint8Array(await body.arrayBuffer()));
  if (typeof body !== 'object' || body === null || !(Symbol.asyncIterator in body)) return body;
  const items: unknown[] = [];
  for await (const item of body as AsyncIterable<unknown>) items.push(item);
  return items;
}

const server = createServer(
  { id: 'ends', servers: [{ url: 'https://example.com' }] },
  [
    {
      name: 'echo',
      operation,
      checks: operationChecks((_value: unknown, _issues: Issue[]): _value is unknown => true, {}),
    },
  ],
  {
    echo: async (input: Parts) => {
      received.push({ ...input, body: await plainBody(input.body) });
      return { status: 200, body: null };
    },
  },
  {
    basePath: '',
    maxTargetLength: 10_000_000,
    security: { signed: (key: string) => (key === 'k' ? { secret: 's', principal: 'ann' } : null) },
  },
);

const transport = createTransport(
  { id: 'ends', servers: [{ url: 'https://example.com' }] },
  { fetch: inMemoryFetch(server), credentials: { signed: { key: 'k', secret: 's' } } },
);

/** Texts from the bytes: UTF-8, or if `wide` UTF-16 with lone surrogates. */
function textsOf(input: Input, wide: boolean): string[] {
  if (!wide) return input.text().split('\x1f');
  const raw = input.bytes();
  const units = Array.from({ length: raw.length >> 1 }, (_, index) => ((raw[2 * index] ?? 0) << 8) | (raw[2 * index + 1] ?? 0));
  return units
    .map((unit) => String.fromCharCode(unit))
    .join('')
    .split('\x1f');
}

function bodyOf(type: string | undefined, value: string, more: readonly string[]): unknown {
  const fields = { [value]: 'x', list: [...more], o: { [value]: value }, text: value };
  if (type === undefined) return undefined;
  if (type.startsWith('text/')) return value;
  if (type === 'application/octet-stream') return new Blob([value]);
  if (type === 'application/json') return { [value]: [value, ...more] };
  if (type === 'application/x-ndjson') return [value, ...more];
  return type === 'multipart/form-data' ? fields : { ...fields, deep: { k: value } };
}

function isJson(type: string | undefined): boolean {
  return type?.endsWith('json') === true;
}

/** Removes empty lists and objects, which have no text and are not sent. */
function sent(part: unknown): unknown {
  if (typeof part !== 'object' || part === null || Array.isArray(part)) return part;
  const members = Object.entries(part).filter(
    ([, member]) => member !== undefined && !(typeof member === 'object' && member !== null && Object.keys(member).length === 0),
  );
  return members.length === 0 ? undefined : Object.fromEntries(members);
}

/** How each parameter is built from texts. */
const VALUES: readonly (readonly [part: string, name: string, make: (texts: readonly string[]) => unknown])[] = [
  ['path', 'simple', ([a = '']) => a],
  ['path', 'matrix', (texts) => texts],
  ['path', 'label', objectOf],
  ['query', 'form', ([a = '']) => a],
  ['query', 'list', (texts) => texts],
  ['query', 'lists', (texts) => texts],
  ['query', 'spaced', (texts) => texts],
  ['query', 'piped', (texts) => texts],
  ['query', 'deep', objectOf],
  ['query', 'json', objectOf],
  ['header', 'X-One', ([a = '']) => a],
  ['header', 'X-List', (texts) => texts],
  ['header', 'X-Map', objectOf],
  ['cookie', 'crumbs', (texts) => texts],
];

/** An object from texts: names and values in turn. */
function objectOf(texts: readonly string[]): Record<string, string> {
  return Object.fromEntries(texts.flatMap((text, index) => (index % 2 === 0 ? [[text, texts[index + 1] ?? '']] : [])));
}

/** The parameter or body that gets the texts of the input; all others get plain ones. */
const PLACES = ['body', 'everywhere', ...VALUES.map(([, name]) => name)];
const PLAIN = ['a', 'b', 'c'];

export const fuzz: Fuzz = async (input: Input) => {
  const contentType = input.pick(TYPES);
  const place = input.pick(PLACES);
  const texts = textsOf(input, input.pick([false, false, true]));
  const textsFor = (name: string) => (place === name || place === 'everywhere' ? texts : PLAIN);
  const parts: Record<string, Record<string, unknown>> = {};
  for (const [part, name, make] of VALUES) {
    parts[part] ??= {};
    parts[part][name] = make(textsFor(name));
  }
  const [first = '', ...others] = textsFor('body');
  const body = bodyOf(contentType, first, others);
  received = [];
  let answer: { readonly status: number };
  try {
    const whole = { ...parts, ...(contentType === undefined ? {} : { body, contentType }) };
    answer = (await call(transport, operation, whole as never)) as typeof answer;
  } catch (error) {
    // JSON can escape lone surrogates, but the strict parser rejects them.
    if (error instanceof UnexpectedResponseError && (isJson(contentType) || place === 'json') && !texts.every(isWellFormed)) return;
    claim(error instanceof InvalidParameterError, 'the call was rejected for the wrong reason', String(error));
    claimEqual(received, [], 'the server received a rejected call');
    return;
  }
  const [got] = received;
  claim(got !== undefined && answer.status === 200, 'the server did not receive the call', answer.status);
  for (const [name, part] of Object.entries(parts))
    claimReread(sent(got[name]), sent(part), `the ${name} that came is not the one that was sent`);
  const want = body instanceof Blob ? await plainBody(body) : body;
  claimReread(sent(got.body), sent(want), 'the received body differs from the sent one');
};
