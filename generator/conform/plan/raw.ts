// Invalid requests that no input can express: malformed bodies, duplicate keys, undeclared media types, broken percent-encoding, repeated parameters.
import { isJson, pointerToken } from '@octavo/runtime/conformance';
import type { Operation } from '../../model/service.ts';
import type { Location } from '../../problem.ts';
import type { InvalidKind, WireRequest } from '../contract/case.ts';

export interface RawEdit {
  readonly invalid: InvalidKind;
  /** One word that tells it from others of its kind: `truncated`. */
  readonly name: string;
  readonly says: string;
  readonly at?: string;
  readonly location: Location;
  readonly request: WireRequest;
}

/** `request` is one of a valid input. */
export function* rawEdits(operation: Operation, request: WireRequest): Generator<RawEdit> {
  yield* bodyEdits(operation, request);
  yield* queryEdits(operation, request);
}

function* bodyEdits(operation: Operation, request: WireRequest): Generator<RawEdit> {
  const { body, headers } = request;
  const declared = operation.body;
  const type = headers['content-type'];
  if (declared === undefined || body === undefined || type === undefined) return;
  const location = declared.contents[0]?.location ?? operation.location;
  const changed = (text: string | Uint8Array<ArrayBuffer>): WireRequest => ({ ...request, body: text });
  const unknown = { ...request, headers: { ...headers, 'content-type': 'application/x-octavo-undeclared' } };
  yield {
    invalid: 'media-type',
    name: 'undeclared',
    says: 'with a media type that is not declared',
    at: '/body',
    location,
    request: unknown,
  };
  if (!isJson(type) || typeof body !== 'string') return;
  const malformed = (name: string, says: string, text: string | Uint8Array<ArrayBuffer>): RawEdit => ({
    invalid: 'malformed-body',
    name,
    says,
    at: '/body',
    location,
    request: changed(text),
  });
  yield malformed('truncated', 'JSON that ends early', body.slice(0, -1));
  yield malformed('trailing', 'JSON with more text after it', `${body} x`);
  yield malformed('not-utf8', 'bytes that are not UTF-8', new Uint8Array([0x22, 0xc3, 0x28, 0x22]));
  const [, member] = /^\{("(?:[^"\\]|\\.)*":(?:"(?:[^"\\]|\\.)*"|[\d.eE+-]+|true|false|null))[,}]/.exec(body) ?? [];
  if (member === undefined) return;
  const twice = changed(`{${member},${body.slice(1)}`);
  yield { invalid: 'duplicate-key', name: 'first', says: 'JSON with one key twice', at: '/body', location, request: twice };
}

function* queryEdits(operation: Operation, request: WireRequest): Generator<RawEdit> {
  const mark = request.target.indexOf('?');
  if (mark === -1) return;
  const pairs = request.target.slice(mark + 1).split('&');
  for (const parameter of operation.parameters) {
    if (parameter.in !== 'query' || parameter.shape.kind !== 'primitive' || parameter.contentType !== undefined) continue;
    const pair = pairs.find((one) => one.startsWith(`${encodeURIComponent(parameter.name)}=`));
    if (pair === undefined) continue;
    const at = `/query/${pointerToken(parameter.name)}`;
    const location = parameter.location;
    const twice = { ...request, target: `${request.target}&${pair}` };
    yield {
      invalid: 'parameter-style',
      name: 'twice',
      says: `${parameter.name} twice, where one value is declared`,
      at,
      location,
      request: twice,
    };
    const name = pair.slice(0, pair.indexOf('='));
    const broken = { ...request, target: request.target.replace(pair, `${name}=%zz`) };
    yield {
      invalid: 'parameter-style',
      name: 'percent',
      says: `${parameter.name} with broken percent-encoding`,
      at,
      location,
      request: broken,
    };
  }
}
