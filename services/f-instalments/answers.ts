// Answers requests with an idempotency key: the first one is done, and each repetition gets its answer.

import { RefusalError, refuse } from '@octavo/runtime';
import type { Kysely } from 'kysely';
import { hashOf } from '../platform/secrets.ts';
import { StoreUnavailable } from '../platform/store/store.ts';
import type { Deps } from './deps.ts';
import type { Unit } from './payments.ts';
import { InvalidFields } from './problems.ts';
import { DAY, SECOND } from './rules/dates.ts';
import type { AnswerRow, InstalmentsTables } from './tables.ts';

/** How long a key is known, on the sandbox clock. */
const LIFE = DAY;
/** How long a process may take to answer before another one may do the request, in wall time. */
const CLAIM = 60 * SECOND;

interface KeyedRequest {
  readonly shop: string;
  /** The header `Idempotency-Key`. */
  readonly key: string | undefined;
  /** What the key belongs to: the operation and all that it was given. */
  readonly request: unknown;
}

/** What is kept of an answer. */
type Kept<Result> =
  | { readonly kind: 'result'; readonly result: Result }
  | { readonly kind: 'invalid'; readonly errors: InvalidFields['report']['errors'] }
  | { readonly kind: 'refused'; readonly status: number; readonly detail: string; readonly code?: string | number };

/**
 * Runs a unit of work once for a key. The answer is written in the same unit, so a request whose process dies is either done and answered, or can
 * be done again.
 * @throws the refusals 409 while the first request is being processed, and 422 where the key belongs to another request
 */
export async function once<Result>(deps: Deps, keyed: KeyedRequest, work: (unit: Unit) => Promise<Result>): Promise<Result> {
  const { shop, key } = keyed;
  const at = deps.clock.now();
  if (key === undefined) return deps.store.write((tables) => work({ deps, tables, at }));
  const request = hashOf(JSON.stringify(keyed.request));
  const known = await claim(deps, { shop, key, request }, at);
  if (known !== undefined) return repeat(JSON.parse(known) as Kept<Result>);
  try {
    return await deps.store.write(async (tables) => {
      const result = await work({ deps, tables, at });
      await keep(tables, shop, key, { kind: 'result', result });
      return result;
    });
  } catch (error) {
    // Whether the store has the changes is not known, so the claim runs out by itself.
    if (!(error instanceof StoreUnavailable)) await deps.store.write((tables) => keep(tables, shop, key, keptError(error)));
    throw error;
  }
}

/** @returns the answer that is kept, as JSON; `undefined` where the request is to be done now */
async function claim(
  { store }: Deps,
  { shop, key, request }: Pick<AnswerRow, 'shop' | 'key' | 'request'>,
  at: number,
): Promise<string | undefined> {
  const wall = Date.now();
  return store.write(async (tables) => {
    const row = await tables.selectFrom('f_answers').selectAll().where('shop', '=', shop).where('key', '=', key).executeTakeFirst();
    if (row !== undefined && row.forgotten_at > at) {
      if (row.request !== request) throw refuse(422, { code: 'idempotency_key_reused', detail: 'This key belongs to another request.' });
      if (row.answer !== null) return row.answer;
      if (row.claimed_until > wall)
        throw refuse(409, { code: 'idempotency_key_in_use', detail: 'A request with this key is still being processed.' });
    }
    await tables.deleteFrom('f_answers').where('shop', '=', shop).where('forgotten_at', '<=', at).execute();
    await tables.deleteFrom('f_answers').where('shop', '=', shop).where('key', '=', key).execute();
    const values: AnswerRow = { shop, key, request, claimed_until: wall + CLAIM, forgotten_at: at + LIFE, answer: null };
    await tables.insertInto('f_answers').values(values).execute();
    return undefined;
  });
}

async function keep(tables: Kysely<InstalmentsTables>, shop: string, key: string, answer: Kept<unknown>): Promise<void> {
  await tables
    .updateTable('f_answers')
    .set({ answer: JSON.stringify(answer) })
    .where('shop', '=', shop)
    .where('key', '=', key)
    .execute();
}

function keptError(error: unknown): Kept<never> {
  if (error instanceof InvalidFields) return { kind: 'invalid', errors: error.report.errors };
  if (!(error instanceof RefusalError)) return { kind: 'refused', status: 500, code: 'server_error', detail: 'The service failed.' };
  const { status, message: detail, code } = error;
  return { kind: 'refused', status, detail, ...(code === undefined ? {} : { code }) };
}

function repeat<Result>(kept: Kept<Result>): Result {
  if (kept.kind === 'result') return kept.result;
  if (kept.kind === 'invalid') throw new InvalidFields([...kept.errors]);
  const { status, detail, code } = kept;
  throw refuse(status, { detail, ...(code === undefined ? {} : { code }) });
}
