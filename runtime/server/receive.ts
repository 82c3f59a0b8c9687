// Decodes the parameters of a request into the input that the caller passed: `{ path, query, header, cookie, querystring }`, with the wire's names.

import type { BodyCodec } from '../contract/body.ts';
import type { Issue } from '../contract/issue.ts';
import type { Operation, Parameter, RequestBody } from '../contract/operation.ts';
import { setOwn } from '../contract/own.ts';
import { pointerToken } from '../contract/pointer.ts';
import type { ServerRequest } from '../contract/server-request.ts';
import { withTolerance } from '../wire/comma.ts';
import { decodePairs, decodeText } from '../wire/decode.ts';
import { isDeepName } from '../wire/deep-object.ts';
import { matchContent } from '../wire/media-type.ts';
import { declaredNames, type Names } from '../wire/names.ts';
import { cookiePairs, type Pairs } from '../wire/pairs.ts';
import { isObjectShape } from '../wire/primitive.ts';
import { besideOf, textBeside } from './routing/side-by-side.ts';

export interface Received {
  readonly operation: Operation;
  readonly request: ServerRequest;
  /** Path parameters as they were sent. */
  readonly path: ReadonlyMap<string, string>;
  readonly query: Pairs;
  /** From the option `tolerance`: whether what the document does not have, but cannot be misunderstood, is accepted. */
  readonly lenient: boolean;
  /** Headers that came under another name or in another place, by lower-case name. */
  readonly headers?: ReadonlyMap<string, string>;
  /** Fields of the body that came in another place. */
  readonly fields?: ReadonlyMap<string, unknown>;
  /** Issues of values that came under other names or in other places. */
  readonly issues?: readonly Issue[];
}

/** The names of query parameters and cookies that an operation knows, read from its declaration once. */
export interface KnownNames {
  readonly query: Names;
  readonly cookies: Names;
}

/**
 * The names that parameters of an operation declare, and those that its security schemes and marks use. An exploded object, whose properties are
 * names of their own, must not take the others, least of all a credential.
 */
export function knownNames({ parameters = [], security = [], marks = [] }: Operation): KnownNames {
  const schemes = security.flat().map(({ scheme }) => scheme);
  const known = (place: 'query' | 'cookie', own: readonly string[]): Names =>
    declaredNames(
      parameters.filter((parameter) => parameter.in === place),
      own,
    );
  return {
    query: known('query', [
      ...schemes.flatMap(({ query = [] }) => query),
      ...marks.flatMap((mark) => (mark.in === 'query' ? [mark.name] : [])),
    ]),
    cookies: known(
      'cookie',
      schemes.flatMap(({ cookies = [] }) => cookies),
    ),
  };
}

/** Whether a name in the query belongs to a parameter, or may: an exploded object's properties are names of their own. */
export function takesQuery({ parameters = [] }: Operation, known: Names, name: string): boolean {
  let isParameter = false;
  for (const { in: where, name: own, codec, shape } of parameters) {
    if (where === 'querystring') return true;
    if (where !== 'query') continue;
    isParameter ||= name === own;
    if (codec.style === 'deepObject') {
      if (isDeepName(name, own, shape)) return true;
    } else if (codec.read !== undefined || !isObjectShape(shape) || !codec.explode) {
      if (name === own) return true;
    } else if (shape.additional !== undefined || Object.hasOwn(shape.properties ?? {}, name)) return true;
  }
  // Query names owned by a security scheme; an exploded object's own name never appears on the wire.
  return !isParameter && known.has(name);
}

/** The parameters, or only those `in` one place. A place without values is left out; faults are pushed to `issues`. */
export function readParameters(received: Received, known: KnownNames, issues: Issue[], only?: Parameter['in']): Record<string, unknown> {
  const input: Record<string, unknown> = {};
  let cookies: Record<string, Pairs> | undefined;
  for (const declared of received.operation.parameters ?? []) {
    if (only !== undefined && declared.in !== only) continue;
    const parameter = withTolerance(declared, received.lenient);
    const path = parameter.in === 'querystring' ? '/querystring' : `/${parameter.in}/${pointerToken(parameter.name)}`;
    let value: unknown;
    switch (parameter.in) {
      case 'path': {
        const text = received.path.get(parameter.name);
        if (text === undefined) break;
        const beside = besideOf(received.operation, declared);
        if (beside.length === 0) value = decodeText(parameter, text, path, issues);
        else {
          const whole = beside.map(({ name }) => received.path.get(name) ?? '').join('');
          const named = beside.filter(({ codec }) => codec.style === 'matrix');
          value = decodeText(
            parameter,
            textBeside(beside, declared, whole) ?? text,
            path,
            issues,
            received.lenient,
            declaredNames(named, []),
          );
        }
        break;
      }
      case 'header': {
        const name = parameter.name.toLowerCase();
        const text = received.headers?.get(name) ?? received.request.header(name);
        if (text !== undefined) value = decodeText(parameter, text, path, issues);
        break;
      }
      case 'cookie': {
        const { style } = parameter.codec;
        cookies ??= {};
        cookies[style] ??= cookiePairs(received.request.header('cookie'), style);
        value = decodePairs(parameter, cookies[style], path, issues, known.cookies);
        break;
      }
      case 'query':
        value = decodePairs(parameter, received.query, path, issues, known.query);
        break;
      case 'querystring':
        value = readQuerystring(parameter, received, path, issues);
        break;
    }
    if (value === undefined) continue;
    if (parameter.in === 'querystring') input.querystring = value;
    else {
      input[parameter.in] ??= {};
      setOwn(input[parameter.in] as object, parameter.name, value);
    }
  }
  return input;
}

function readQuerystring(parameter: Parameter, received: Received, path: string, issues: Issue[]): unknown {
  const { target } = received.request;
  const mark = target.indexOf('?');
  return mark === -1 || mark === target.length - 1
    ? undefined
    : decodeText(parameter, target.slice(mark + 1), path, issues, received.lenient);
}

/** The declared media type of a body and its codec; `undefined` for a media type that is not declared. */
export function bodyCodec(
  body: Pick<RequestBody, 'contents' | 'match'> | undefined,
  contentType: string | undefined,
): readonly [string, BodyCodec, string?] | undefined {
  return contentType === undefined || body === undefined ? undefined : (body.match ?? matchContent)(body.contents, contentType);
}
