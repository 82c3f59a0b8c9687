// Invalid requests that no input can express: malformed bodies, duplicate keys, undeclared media types, repeated parameters. Broken percent-encoding
// is not among them: documents do not speak of it, and many readers of URLs let it pass.
import { essenceOf, isJson, pointerToken } from '@octavo/runtime/conformance';
import type { Location } from '../../base/problem.ts';
import { isObject } from '../../inference/pointers.ts';
import type { Operation } from '../../model/service.ts';
import type { InvalidKind, WireRequest } from '../contract/case.ts';
import type { Input } from './input.ts';

export interface RawEdit {
  readonly invalid: InvalidKind;
  /** One word that tells it from others of its kind: `truncated`. */
  readonly name: string;
  readonly says: string;
  /** JSON pointer into the input. */
  readonly at: string;
  readonly location: Location;
  readonly request: WireRequest;
}

/** `request` is the one of a valid input. Some of the edits may be valid: the judge decides. */
export function* rawEdits(operation: Operation, input: Input, request: WireRequest): Generator<RawEdit> {
  yield* bodyEdits(operation, input, request);
  yield* queryEdits(operation, request);
}

function* bodyEdits(operation: Operation, input: Input, request: WireRequest): Generator<RawEdit> {
  const { body, headers } = request;
  const type = headers['content-type'];
  if (operation.body === undefined || body === undefined || type === undefined) return;
  const content =
    operation.body.contents.find(({ contentType }) => essenceOf(contentType) === essenceOf(type)) ?? operation.body.contents[0];
  const at = '/body';
  const location = content?.location ?? operation.location;
  const undeclared = { ...request, headers: { ...headers, 'content-type': 'application/x-octavo-undeclared' } };
  const says = 'with a media type that is not declared';
  // HTTP leaves open what to do without a media type, and with parameters of one (RFC 9110 sections 8.3 and 8.4).
  yield { invalid: 'media-type', name: 'undeclared', says, at, location, request: undeclared };
  for (const plain of plainTypesOf(operation, type)) {
    const wrong = { ...request, headers: { ...headers, 'content-type': plain } };
    yield { invalid: 'media-type', name: 'plain', says: `with ${plain}, which is not declared`, at, location, request: wrong };
  }
  const json = jsonOfForm(operation, input, type);
  if (json !== undefined) {
    const wrong = { ...request, headers: { ...headers, 'content-type': 'application/json' }, body: json };
    yield { invalid: 'media-type', name: 'json', says: 'in JSON, which is not declared', at, location, request: wrong };
  }
  for (const [invalid, name, says, text] of malformedBodies(type, body))
    yield { invalid, name, says, at, location, request: { ...request, body: text } };
}

/**
 * Media types that readers often take for the declared one, which is a form of JSON: `application/json` for a patch, since they parse all JSON alike,
 * and `text/plain`, which a browser sends without asking the service first. Only where 415 is declared, so that the service means to look at it.
 */
function plainTypesOf({ body, responses }: Operation, type: string): readonly string[] {
  const declared = body?.contents.map(({ contentType }) => essenceOf(contentType)) ?? [];
  if (!isJson(type) || !isDeclared415(responses)) return [];
  return ['application/json', 'text/plain'].filter(
    (one) => ![one, '*/*', one.replace(/[^/]+$/, '*')].some((range) => declared.includes(range)),
  );
}

function isDeclared415(responses: Operation['responses']): boolean {
  return responses.some(({ status }) => status === '415');
}

/** The members of a form in JSON, which readers that know both take without looking at what the operation declares. */
function jsonOfForm({ body, responses }: Operation, input: Input, type: string): string | undefined {
  const isForm = ['application/x-www-form-urlencoded', 'multipart/form-data'].includes(essenceOf(type));
  if (!isForm || !isDeclared415(responses) || body?.contents.some(({ contentType }) => isJson(contentType))) return undefined;
  const { body: fields } = input;
  return isObject(fields) && Object.values(fields).every((one) => isPlain(one) || (Array.isArray(one) && one.every(isPlain)))
    ? JSON.stringify(fields)
    : undefined;
}

/** Files and 64-bit numbers have no form in JSON that every reader takes. */
function isPlain(value: unknown): boolean {
  return ['string', 'number', 'boolean'].includes(typeof value);
}

type MalformedBody = readonly [invalid: InvalidKind, name: string, says: string, body: WireRequest['body'] & {}];

/** Bytes that are not UTF-8. */
const BROKEN_TEXT = new Uint8Array([0x22, 0xc3, 0x28, 0x22]);

function* malformedBodies(type: string, body: WireRequest['body'] & {}): Generator<MalformedBody> {
  if (isJson(type) && typeof body === 'string') {
    yield ['malformed-body', 'truncated', 'JSON that ends early', body.slice(0, -1)];
    yield ['malformed-body', 'trailing', 'JSON with more text after it', `${body} x`];
    yield ['malformed-body', 'comment', 'JSON with a comment', `/* octavo */${body}`];
    yield ['malformed-body', 'not-utf8', 'bytes that are not UTF-8', BROKEN_TEXT];
    if (/[}\]]$/.test(body) && body.length > 2)
      yield ['malformed-body', 'comma', 'JSON with a comma too many', `${body.slice(0, -1)},${body.slice(-1)}`];
    const [, member] = /^\{("(?:[^"\\]|\\.)*":(?:"(?:[^"\\]|\\.)*"|[\d.eE+-]+|true|false|null))[,}]/.exec(body) ?? [];
    if (member !== undefined) yield ['duplicate-key', 'first', 'JSON with one key twice', `{${member},${body.slice(1)}`];
  } else if (essenceOf(type) === 'multipart/form-data') {
    const bytes = typeof body === 'string' ? new TextEncoder().encode(body) : body;
    yield ['malformed-body', 'truncated', 'a multipart body that ends early', bytes.slice(0, Math.floor(bytes.length / 2))];
  } else if (/[/+]xml$/.test(essenceOf(type)) && typeof body === 'string') {
    yield ['malformed-body', 'truncated', 'XML that ends early', body.slice(0, -2)];
  }
}

function* queryEdits(operation: Operation, request: WireRequest): Generator<RawEdit> {
  const mark = request.target.indexOf('?');
  if (mark === -1) return;
  const pairs = request.target.slice(mark + 1).split('&');
  for (const parameter of operation.parameters) {
    if (parameter.in !== 'query' || parameter.contentType !== undefined || parameter.shape.kind !== 'primitive') continue;
    const pair = pairs.find((one) => one.startsWith(`${encodeURIComponent(parameter.name)}=`));
    if (pair === undefined) continue;
    const { name, location, required } = parameter;
    const common = { invalid: 'parameter-style', at: `/query/${pointerToken(name)}`, location } as const;
    const twice = { ...request, target: `${request.target}&${pair}` };
    yield { ...common, invalid: 'duplicate-parameter', name: 'twice', says: `${name} twice, where one value is declared`, request: twice };
    if (!required) continue;
    const listed = { ...request, target: request.target.replace(pair, () => pair.replace('=', '%5B%5D=')) };
    yield { ...common, name: 'brackets', says: `${name}[] in place of ${name}`, request: listed };
  }
}
