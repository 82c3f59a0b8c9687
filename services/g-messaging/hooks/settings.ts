// Sets the webhook of an account, and shows it without its secrets.

import { parseJson } from '@octavo/runtime';
import { DELIVERABLE, isDeliverable } from '../../platform/announce.ts';
import { isOf } from '../../platform/payload.ts';
import { opens, type Seal } from '../../platform/seal.ts';
import type { MessagingPlatform, Tables, Unit } from '../deps.ts';
import { findBy, insert, invalid, remove } from '../store.ts';
import { basicHeader, headersOf, kindsFault, kindsOf, loginFault } from './rules.ts';
import type { HookRow } from './tables.ts';

interface HookSettings {
  /** An empty one removes the webhook. */
  readonly url: string;
  readonly kinds?: readonly string[];
  /** JSON. */
  readonly headers?: string;
  readonly username?: string;
  readonly password?: string;
}

/** The address of a webhook is to be tested. */
export const TEST = { service: 'g-messaging', event: 'webhook.test', accepts: isOf({ account: 'number' }) };

/** The webhook of an account. */
export function findHook(tables: Tables, account: number): Promise<HookRow | undefined> {
  return findBy(tables, 'g_hooks', { account });
}

/**
 * Sets the webhook of an account in place of the one before.
 * @returns it; `undefined` where there is none any more
 * @throws the refusal 400
 */
export async function setHook({ deps, tables, at }: Unit, seal: Seal, account: number, given: HookSettings): Promise<HookRow | undefined> {
  const { url, kinds } = given;
  await remove(tables, 'g_hooks', { account });
  if (url === '') return undefined;
  if (!isDeliverable(url)) throw invalid(`The url ${DELIVERABLE}.`);
  const refusal = deps.outbox.refusalOf(url);
  if (refusal !== undefined) throw invalid(`Nothing can be sent to this url. ${refusal}`);
  const headers = headersOf(given.headers);
  if (typeof headers === 'string') throw invalid(headers);
  const fault = kindsFault(kinds) ?? loginFault(given);
  if (fault !== undefined) throw invalid(fault);
  const row: HookRow = {
    account,
    url,
    kinds: kindsOf(kinds),
    header_names: Object.keys(headers),
    headers: seal.seal(JSON.stringify({ ...headers, ...basicHeader(given) })),
    state: 'untested',
    fault: null,
  };
  await insert(tables, 'g_hooks', row);
  await deps.outbox.add(tables, TEST, { url, payload: { account }, sequence: `webhook.test ${account}`, at });
  return row;
}

/** The headers with which a webhook is called. @throws {OtherSeal} */
export function secretHeadersOf(seal: Seal, { headers }: HookRow): Readonly<Record<string, string>> {
  return parseJson(seal.open(headers)) as Record<string, string>;
}

/** Says where headers of webhooks were sealed with another key, since nothing can be sent to these. */
export async function checkHooks(tables: Tables, { seal, warn }: Pick<MessagingPlatform, 'seal' | 'warn'>): Promise<void> {
  const rows = await tables.selectFrom('g_hooks').select('headers').execute();
  if (rows.some(({ headers }) => !opens(seal, headers)))
    warn(
      'Headers of webhooks of g-messaging were sealed with another key, so nothing is sent to them. Put back the file seal.key of these rows, or set the webhooks again.',
    );
}

/** What a developer sees of a webhook. */
export function showHook(hook: HookRow | undefined) {
  if (hook === undefined) return null;
  const { account, url, kinds, header_names, state, fault } = hook;
  return { account, url, kinds: kinds === null ? 'all' : [...kinds], headers: [...header_names], state, fault };
}
