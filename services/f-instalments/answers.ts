// Answers requests with an idempotency key: the first one is done, and each repetition gets its answer.

import { randomUUID } from 'node:crypto';
import { type AnyResult, RefusalError, type RefusalFacts, refuse, type ServerContext } from '@octavo/runtime';
import { hashOf } from '../platform/secrets.ts';
import { type Given, prepare } from '../platform/store/prepare.ts';
import { NullCharacter, StoreUnavailable } from '../platform/store/store.ts';
import { type Caller, type Context, type Deps, type Tables, type Unit, write } from './deps.ts';
import { DAY, SECOND } from './rules/dates.ts';
import type { AnswerRow } from './tables.ts';

/** How long a key is known, on the sandbox clock. */
const LIFE = DAY;
/** How long a process has a key for itself, in wall time. It prolongs this until it has answered, so that the key of one that died is free soon. */
const CLAIM = 3 * SECOND;
const PROLONG_EVERY = SECOND;
/** What the server says of an error that is not a refusal. */
const FAILED = 'The server failed to handle the request.';

/** The key of a request, what it belongs to (a hash of the operation and all that it was given), and who holds it: this request alone. */
type KeyedRequest = Pick<AnswerRow, 'shop' | 'key' | 'request' | 'holder'>;

type Named = Pick<AnswerRow, 'shop' | 'key'>;

interface KeyHeader {
  readonly 'Idempotency-Key'?: string;
}

/** What is kept of an answer: a result, or the facts of a refusal, which the server words anew. */
type Kept =
  | { readonly kind: 'result'; readonly result: AnyResult }
  | { readonly kind: 'refused'; readonly status: number; readonly facts: RefusalFacts };

/**
 * Calls an operation once for each key; wraps all operations. The operation keeps its result by `answerOnce`; here its refusals are kept.
 * @throws the refusal 409 while the first request is being processed, and where the key belongs to another request
 */
export async function repeatable(
  deps: Deps,
  { operation, principal: { shop } }: ServerContext<Caller>,
  next: () => Promise<AnyResult>,
  input: unknown,
): Promise<AnyResult> {
  // Only operations that accept a key have this header in their input.
  const { header, ...given } = (input ?? {}) as { readonly header?: KeyHeader };
  const key = header?.['Idempotency-Key'];
  if (key === undefined) return next();
  const keyed: KeyedRequest = { shop: shop.id, key, request: hashOf(JSON.stringify([operation.id, given])), holder: randomUUID() };
  const known = await claim(deps, keyed);
  if (known !== undefined) return repeat(JSON.parse(known) as Kept);
  // Where the store does not answer, the claim runs out. Should another process do the request then, the unit of work sees its answer.
  const timer = setInterval(() => void prolong(deps, keyed).catch(() => {}), PROLONG_EVERY);
  try {
    return await next();
  } catch (error) {
    await settle(deps, keyed, error);
    throw error;
  } finally {
    clearInterval(timer);
  }
}

/**
 * Answers with the body that a unit of work gives. The answer is kept in the same unit, so a request whose process dies is either done and answered,
 * or can be done again.
 */
export async function answerOnce<Body>(
  deps: Deps,
  { principal: { shop } }: Context,
  header: KeyHeader | undefined,
  work: (unit: Unit) => Promise<Body>,
): Promise<{ readonly status: 200; readonly body: Body }> {
  const key = header?.['Idempotency-Key'];
  return write(deps, async (unit) => {
    // Another process has the answer where this one could not prolong its claim.
    const row = key === undefined ? undefined : await rowOf.first(unit.tables, { shop: shop.id, key });
    if (row?.answer != null) return repeat(JSON.parse(row.answer) as Kept) as { status: 200; body: Body };
    const result = { status: 200, body: await work(unit) } as const;
    if (key !== undefined) await keep(unit.tables, { shop: shop.id, key }, { kind: 'result', result });
    return result;
  });
}

/** @returns the answer that is kept, as JSON; `undefined` where the request is to be done now */
async function claim({ store, clock }: Deps, { shop, key, request, holder }: KeyedRequest): Promise<string | undefined> {
  const at = clock.now();
  const wall = Date.now();
  return store.write(async (tables) => {
    await forget.run(tables, { shop, at });
    const claimed = await take.run(tables, { shop, key, request, holder, claimed_until: wall + CLAIM, forgotten_at: at + LIFE, wall });
    if (claimed === 1) return undefined;
    const row = await rowOf.first(tables, { shop, key });
    if (row?.request !== request) throw refuse(409, { code: 'idempotency_key_reused', detail: 'This key belongs to another request.' });
    if (row.answer !== null) return row.answer;
    throw refuse(409, { code: 'idempotency_key_in_use', detail: 'A request with this key is still being processed.' });
  });
}

/** Removes what is kept for longer than keys live. */
const forget = prepare((tables: Tables, given: Given<{ readonly shop: string; readonly at: number }>) =>
  tables.deleteFrom('f_answers').where('shop', '=', given('shop')).where('forgotten_at', '<=', given('at')),
);

/** Claims a key that is not known, or whose claim has run out for the same request; otherwise changes nothing. */
const take = prepare((tables: Tables, given: Given<Omit<AnswerRow, 'answer'> & { readonly wall: number }>) => {
  const [request, holder, claimed_until, forgotten_at] = [given('request'), given('holder'), given('claimed_until'), given('forgotten_at')];
  return tables
    .insertInto('f_answers')
    .values({ shop: given('shop'), key: given('key'), request, holder, claimed_until, forgotten_at, answer: null })
    .onConflict((conflict) =>
      conflict
        .columns(['shop', 'key'])
        .doUpdateSet({ holder, claimed_until, forgotten_at })
        .where('f_answers.request', '=', request)
        .where('f_answers.answer', 'is', null)
        .where('f_answers.claimed_until', '<=', given('wall')),
    );
});

const rowOf = prepare((tables: Tables, given: Given<Named>) =>
  tables.selectFrom('f_answers').selectAll().where('shop', '=', given('shop')).where('key', '=', given('key')),
);

const keepAnswer = prepare((tables: Tables, given: Given<Named & { readonly answer: string }>) =>
  tables
    .updateTable('f_answers')
    .set({ answer: given('answer') })
    .where('shop', '=', given('shop'))
    .where('key', '=', given('key')),
);

async function keep(tables: Tables, { shop, key }: Named, answer: Kept): Promise<void> {
  await keepAnswer.run(tables, { shop, key, answer: JSON.stringify(answer) });
}

/** Keeps the key for the request that holds it. */
async function prolong({ store }: Deps, { shop, key, holder }: KeyedRequest): Promise<void> {
  const claimed_until = Date.now() + CLAIM;
  await store.write((tables) =>
    tables
      .updateTable('f_answers')
      .set({ claimed_until })
      .where('shop', '=', shop)
      .where('key', '=', key)
      .where('holder', '=', holder)
      .where('answer', 'is', null)
      .execute(),
  );
}

/** Keeps the answer to a request that failed, or frees its key. */
async function settle({ store }: Deps, keyed: KeyedRequest, error: unknown): Promise<void> {
  // Whether the store has the changes is not known, so the claim runs out by itself.
  if (error instanceof StoreUnavailable) return;
  const kept = keptError(error);
  await store.write(async (tables) => {
    // Another process may have the key now.
    const row = await rowOf.first(tables, keyed);
    if (row?.holder !== keyed.holder || row.answer !== null) return;
    if (kept === undefined) await tables.deleteFrom('f_answers').where('shop', '=', keyed.shop).where('key', '=', keyed.key).execute();
    else await keep(tables, keyed, kept);
  });
}

/** What is kept of an error; `undefined` where the caller is asked to try again, or the request is not one that the store can have. */
function keptError(error: unknown): Kept | undefined {
  if (error instanceof NullCharacter) return undefined;
  if (!(error instanceof RefusalError)) return { kind: 'refused', status: 500, facts: { detail: FAILED } };
  const { status, message: detail, code, issues } = error;
  if (status === 429 || status === 503) return undefined;
  return { kind: 'refused', status, facts: { detail, issues, ...(code === undefined ? {} : { code }) } };
}

function repeat(kept: Kept): AnyResult {
  if (kept.kind === 'result') return kept.result;
  throw refuse(kept.status, kept.facts);
}
