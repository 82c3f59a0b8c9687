// Makes an exchange, as checks and reports take it, of a request and response that passed.
import { isCredentialName } from '@octavo/runtime/testing';
import { headerOf } from '../../model/security-kinds.ts';
import type { Operation, Service } from '../../model/service.ts';
import type { Case } from '../contract/case.ts';
import type { SentRequest } from '../contract/exchange.ts';
import { concerns, inputStatementOf, type Judge, type RequestVerdict } from '../judge/index.ts';
import { credentialParameters } from './undeclared.ts';

/** Headers that say nothing about a request as the document has it. */
const TRANSPORT = new Set(['host', 'connection', 'content-length', 'transfer-encoding', 'keep-alive', 'accept-encoding', 'via', 'expect']);

export interface Observed {
  readonly case: Case;
  readonly sent: SentRequest;
}

/** A request that was sent, its body without a `Content-Encoding`. */
export interface SentMessage {
  readonly method: string;
  /** Path and query, as the client sent them. */
  readonly target: string;
  /** By lower-case name. */
  readonly headers: Readonly<Record<string, string>>;
  /** `undefined`: it is not known, so that the request is not judged. Empty: there is none. */
  readonly body: Uint8Array<ArrayBuffer> | undefined;
  /** JSON pointers into the input, to values that the client did not send so. Absent: there are none. */
  readonly redacted?: readonly string[];
}

/** `target` below the base path, by which the operation was found. */
export async function observe(judge: Judge, message: SentMessage, operation: Operation, target: string): Promise<Observed> {
  const { method, headers, body, redacted = [] } = message;
  const request = { method, target, headers, ...(body === undefined || body.length === 0 ? {} : { body }) };
  const verdict = body === undefined ? undefined : withoutRedacted(await judge.request(request), redacted);
  const shown = withoutCredentials(judge.service, request);
  const base = message.target.slice(0, message.target.length - target.length);
  const [at] = verdict?.accepted === false ? verdict.pointers : [];
  return {
    case: {
      id: ['observed', operation.id, at].filter((part) => part !== undefined).join(' '),
      operation,
      ...said(verdict),
      ...(at === undefined ? {} : { at }),
      location: locationOf(operation, verdict, headers['content-type']),
      request: shown.request,
      ...(verdict?.accepted === true ? { input: verdict.input } : {}),
      credential: 'given',
    },
    sent: { ...request, target: base + shown.request.target + shown.added, headers: shown.sent, secrets: shown.secrets },
  };
}

/** What a request is for all that its redacted values say; `undefined` where these alone decide. */
function withoutRedacted(verdict: RequestVerdict, redacted: readonly string[]): RequestVerdict | undefined {
  if (redacted.length === 0) return verdict;
  if (verdict.accepted) return undefined;
  const { issues } = verdict;
  const others = issues.filter((issue) => !concerns(issue, redacted));
  const [first] = others;
  if (first === undefined) return issues.length === 0 && !redacted.includes('/body') ? verdict : undefined;
  return { ...verdict, issues: others, reason: first.text, pointers: others.map(({ path }) => path), keyword: first.keyword };
}

function said(verdict: RequestVerdict | undefined): Pick<Case, 'intent' | 'says'> {
  if (verdict === undefined) return { intent: { kind: 'unjudged' }, says: 'a request that is not known as a whole' };
  if (verdict.accepted) return { intent: { kind: 'valid', by: 'observed' }, says: 'a request of the client' };
  return { intent: { kind: 'invalid', by: 'observed' }, says: verdict.reason };
}

function locationOf(operation: Operation, verdict: RequestVerdict | undefined, contentType: string | undefined): Case['location'] {
  if (verdict?.accepted !== false || verdict.pointers[0] === undefined) return operation.location;
  return inputStatementOf(operation, verdict.pointers[0], verdict.keyword ?? '', contentType);
}

interface Shown {
  /** The request without credentials. */
  readonly request: Case['request'];
  /** Headers with credentials. */
  readonly sent: Readonly<Record<string, string>>;
  /** The query parameters with credentials: `?key=…` or `&key=…`. */
  readonly added: string;
  readonly secrets: readonly string[];
}

/** Takes the credentials out of a request: what security schemes declare, and the usual names of them. */
function withoutCredentials(service: Service, request: Case['request']): Shown {
  const headerNames = new Set(service.securitySchemes.flatMap((one) => headerOf(one)?.header ?? []));
  const queryNames = new Set(credentialParameters(service));
  const entries = Object.entries(request.headers).filter(([name]) => !TRANSPORT.has(name));
  const isSecret = (name: string): boolean => headerNames.has(name) || isCredentialName(name);
  const start = request.target.indexOf('?');
  const pairs = start === -1 ? [] : request.target.slice(start + 1).split('&');
  const isSecretPair = (pair: string): boolean => {
    const [name = ''] = new URLSearchParams(pair).keys();
    return queryNames.has(name) || isCredentialName(name.toLowerCase());
  };
  const open = pairs.filter((pair) => !isSecretPair(pair));
  const hidden = pairs.filter(isSecretPair);
  const target = (start === -1 ? request.target : request.target.slice(0, start)) + (open.length === 0 ? '' : `?${open.join('&')}`);
  return {
    request: { ...request, target, headers: Object.fromEntries(entries.filter(([name]) => !isSecret(name))) },
    sent: Object.fromEntries(entries),
    added: hidden.length === 0 ? '' : `${open.length === 0 ? '?' : '&'}${hidden.join('&')}`,
    secrets: [
      ...entries.filter(([name]) => isSecret(name)).flatMap(([name, value]) => textsOf(name, value)),
      ...hidden.flatMap((pair) => [pair.slice(pair.indexOf('=') + 1), ...new URLSearchParams(pair).values()]),
    ].filter((text) => text.length > 3),
  };
}

/** The texts of a credential that a service may repeat: all of it, what follows the scheme, the values of cookies. */
function textsOf(name: string, value: string): string[] {
  if (name === 'cookie') return value.split(';').map((pair) => pair.slice(pair.indexOf('=') + 1).trim());
  const after = value.slice(value.indexOf(' ') + 1);
  return [value, after];
}
