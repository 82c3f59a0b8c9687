// Adds credentials to requests: the user's, those of a second account, wrong ones or none, by the security schemes of the generated rows.
import type { Operation as Row } from '@octavo/runtime';
import { getOwn, withCredentials } from '@octavo/runtime/conformance';
import { changedRequest, changedValue } from '../callers/index.ts';
import type { CredentialUse, NearCredential, WireRequest } from '../contract/case.ts';
import type { SentRequest } from '../contract/exchange.ts';
import type { Credentials, CredentialValues } from '../contract/settings.ts';

type Requirements = NonNullable<Row['security']>[number];

/** The first alternative for which there are all credentials, preferring one that needs any. */
function alternativeOf(row: Row, values: CredentialValues | undefined): Requirements | undefined {
  const alternatives = row.security ?? [];
  const isGiven = ({ scheme }: Requirements[number]): boolean => scheme.apply === undefined || getOwn(values, scheme.name) !== undefined;
  return alternatives.find((one) => one.length > 0 && one.every(isGiven));
}

/** Whether the operation can be called: it needs no credential, or all that one of its alternatives needs are given. */
export function canCall(row: Row, values: CredentialValues | undefined): boolean {
  const { security = [] } = row;
  return security.length === 0 || security.some((one) => one.length === 0) || alternativeOf(row, values) !== undefined;
}

/** A template may have letters that a request line cannot (RFC 3986 section 2.1); node:http would send their last eight bits. */
function inAscii(target: string): string {
  return target.replace(/[^\x21-\x7e]+/gu, (text) => Buffer.from(text).toString('hex').toUpperCase().replaceAll(/../g, '%$&'));
}

/** The request as it is sent; `undefined` where there is no such credential. */
export async function withCredential(
  row: Row,
  request: WireRequest,
  use: CredentialUse,
  credentials: Credentials,
  at: { readonly origin: string; readonly basePath: string },
): Promise<SentRequest | undefined> {
  const { method, body } = request;
  const target = inAscii(at.basePath + request.target);
  const plain = { method, target, headers: request.headers, ...(body === undefined ? {} : { body }), secrets: [] };
  if (use === 'missing') return plain;
  const values = valuesOf(row, use, credentials);
  const requirements = alternativeOf(row, values);
  if (requirements === undefined) return use === 'given' && canCall(row, values) ? plain : undefined;
  const empty = { operation: row, method, path: '', query: [], headers: {}, cookies: [], secrets: [] };
  const added = await withCredentials(empty, [requirements], values);
  // A scheme that adds nothing, such as mutual TLS or one that the document names and does not declare, keeps no request from being sent.
  if (added === empty) return use === 'given' ? plain : undefined;
  const query = added.query.length === 0 ? '' : `${target.includes('?') ? '&' : '?'}${added.query.join('&')}`;
  const headers: Record<string, string> = { ...request.headers, ...added.headers };
  if (added.cookies.length > 0) headers.cookie = [headers.cookie, ...added.cookies].filter(Boolean).join('; ');
  const sent = { ...plain, target: target + query, headers, secrets: added.secrets };
  if (typeof use === 'object' && 'change' in use) return changedRequest(sent, use, row);
  if (added.sign === undefined) return sent;
  const [url] = await added.sign(at.origin + sent.target, { method, headers, body: body ?? null });
  return { ...sent, target: url.slice(at.origin.length) };
}

function valuesOf(row: Row, use: Exclude<CredentialUse, 'missing'>, credentials: Credentials): CredentialValues | undefined {
  if (typeof use === 'string') return use === 'wrong' ? wrongValues(row) : credentials[use];
  return 'values' in use ? use.values : nearValues(row, use, credentials);
}

/** The user's credential of one scheme, with a change, and the others that are wanted together with it. */
function nearValues(row: Row, { scheme, change }: NearCredential, credentials: Credentials): CredentialValues {
  const given = getOwn(credentials.given, scheme);
  const all = row.security?.find((one) => one.some((other) => other.scheme.name === scheme)) ?? [];
  const value =
    change === 'other'
      ? otherThan(given, getOwn(credentials.other, scheme))
      : nearValue(change, given, all.find((one) => one.scheme.name === scheme)?.scheme.kind ?? '');
  if (value === undefined) return {};
  const beside = all.map((one) => one.scheme.name).filter((name) => name !== scheme);
  return { ...Object.fromEntries(beside.map((name) => [name, getOwn(credentials.given, name)])), [scheme]: value };
}

function nearValue(change: NearCredential['change'], given: unknown, kind: string): unknown {
  if (change === 'wrong') return wrongValue(kind);
  return typeof given === 'function'
    ? async (...facts: unknown[]) => changedValue(change, await given(...facts))
    : changedValue(change, given);
}

function otherThan(given: unknown, other: unknown): unknown {
  return typeof given === 'string' && typeof other === 'string' && given !== other ? other : undefined;
}

/** Credentials of the right form that no service knows. */
function wrongValues(row: Row): CredentialValues {
  const schemes = (row.security ?? []).flatMap((requirements) => requirements.map(({ scheme }) => scheme));
  return Object.fromEntries(schemes.map(({ name, kind }) => [name, wrongValue(kind)]));
}

function wrongValue(kind: string): unknown {
  if (kind === 'basic') return { username: 'octavo-wrong', password: 'octavo-wrong' };
  if (kind === 'signature') return { key: 'octavo-wrong', secret: 'octavo-wrong' };
  return 'octavo-wrong-credential';
}
