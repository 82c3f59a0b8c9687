// Answers requests that can be repeated by a key: the first one is done, and each repetition gets its answer.

import { randomUUID } from 'node:crypto';
import { type AnyResult, RefusalError, type RefusalFacts, refuse, type ServerContext } from '@octavo/runtime';
import { type Kysely, sql } from 'kysely';
import { hashOf } from './secrets.ts';
import type { Platform } from './service.ts';
import { type Given, prepare } from './store/prepare.ts';
import { NullCharacter, StoreUnavailable } from './store/store.ts';
import { integer, json, key, nullable, type RowOf, text } from './store/table.ts';

/** How long a process has a key for itself, in wall time. It prolongs this until it has answered, so that the key of one that died is free soon. */
const CLAIM = 3_000;
const PROLONG_EVERY = 1_000;
/** The detail of an error that is not a refusal. */
const FAILED = 'The server failed to handle the request.';

interface Named {
  readonly owner: string;
  readonly key: string;
}

/** The part of an answer that is kept: a result, or the facts of a refusal, which the server words anew. */
type Kept =
  | { readonly kind: 'result'; readonly result: AnyResult }
  | { readonly kind: 'refused'; readonly status: number; readonly facts: RefusalFacts };

/** The columns of the table, beside that of whose key it is. */
export const answerColumns = {
  key: key(text),
  /** A hash of the operation and all that it was given. */
  request: text,
  /** Names the request that is being processed. */
  holder: text,
  /** Until when that has the key for itself, in wall time. Its process prolongs this until there is an answer. */
  claimed_until: integer,
  /** When the key is forgotten, on the sandbox clock. */
  forgotten_at: integer,
  /** The answer or refusal; null while there is none. */
  answer: nullable(json<Kept>()),
};

type AnswerRow = RowOf<{ readonly columns: typeof answerColumns }>;
type KeyedRequest = Named & Pick<AnswerRow, 'request' | 'holder'>;

interface AnswerRules {
  /** The table, whose other columns are `answerColumns`. */
  readonly table: string;
  /** The column that says whose key it is. */
  readonly owner: string;
  /** How long a key is known, in milliseconds on the sandbox clock. */
  readonly life: number;
  /** The refusals of a key that belongs to another request, and of one whose request is still being processed. */
  readonly reused: RefusalFacts;
  readonly inUse: RefusalFacts;
}

type Any = Record<string, Record<string, unknown>>;

/** Keeps answers in a table of a service. */
export function answersOf<Tables>({ table, owner, life, reused, inUse }: AnswerRules) {
  type Deps = Pick<Platform<Tables>, 'store' | 'clock'>;
  const loose = (tables: Kysely<Tables>) => tables as unknown as Kysely<Any>;

  const rowOf = prepare((tables: Kysely<Any>, given: Given<Named>) =>
    tables.selectFrom(table).selectAll().where(owner, '=', given('owner')).where('key', '=', given('key')).$castTo<AnswerRow>(),
  );
  /** Removes what is kept for longer than keys live. */
  const forget = prepare((tables: Kysely<Any>, given: Given<{ readonly owner: string; readonly at: number }>) =>
    tables.deleteFrom(table).where(owner, '=', given('owner')).where('forgotten_at', '<=', given('at')),
  );
  /** Claims a key that is not known, or whose claim has run out for the same request; otherwise changes nothing. */
  const take = prepare((tables: Kysely<Any>, given: Given<Omit<AnswerRow, 'answer'> & Named & { readonly wall: number }>) => {
    const claimed = { holder: given('holder'), claimed_until: given('claimed_until'), forgotten_at: given('forgotten_at') };
    const column = (name: keyof AnswerRow) => sql.ref(`${table}.${name}`);
    return tables
      .insertInto(table)
      .values({ [owner]: given('owner'), key: given('key'), request: given('request'), ...claimed, answer: null })
      .onConflict((conflict) =>
        conflict
          .columns([owner, 'key'])
          .doUpdateSet(claimed)
          .where(column('request'), '=', given('request'))
          .where(column('answer'), 'is', null)
          .where(column('claimed_until'), '<=', given('wall')),
      );
  });
  const keepAnswer = prepare((tables: Kysely<Any>, given: Given<Named & { readonly answer: Kept }>) =>
    tables
      .updateTable(table)
      .set({ answer: given('answer') })
      .where(owner, '=', given('owner'))
      .where('key', '=', given('key')),
  );

  /** @returns the answer that is kept; `undefined` where the request is to be done now */
  async function claim({ store, clock }: Deps, keyed: KeyedRequest): Promise<Kept | undefined> {
    const at = clock.now();
    const wall = Date.now();
    return store.write(async (given) => {
      const tables = loose(given);
      await forget.run(tables, { owner: keyed.owner, at });
      if ((await take.run(tables, { ...keyed, claimed_until: wall + CLAIM, forgotten_at: at + life, wall })) === 1) return undefined;
      const row = await rowOf.first(tables, keyed);
      if (row?.request !== keyed.request) throw refuse(409, reused);
      if (row.answer !== null) return row.answer;
      throw refuse(409, inUse);
    });
  }

  /** Keeps the key for the request that holds it. */
  async function prolong({ store }: Deps, { owner: own, key, holder }: KeyedRequest): Promise<void> {
    await store.write(async (tables) => {
      const rows = loose(tables).updateTable(table).where(owner, '=', own).where('key', '=', key).where('holder', '=', holder);
      await rows
        .where('answer', 'is', null)
        .set({ claimed_until: Date.now() + CLAIM })
        .execute();
    });
  }

  /** Keeps the answer to a request that failed, or frees its key. */
  async function settle({ store }: Deps, keyed: KeyedRequest, error: unknown): Promise<void> {
    // Whether the store has the changes is not known, so the claim runs out by itself.
    if (error instanceof StoreUnavailable) return;
    const kept = keptError(error);
    await store.write(async (given) => {
      const tables = loose(given);
      const row = await rowOf.first(tables, keyed);
      // Another process may have the key now.
      if (row?.holder !== keyed.holder || row.answer !== null) return;
      if (kept !== undefined) await keepAnswer.run(tables, { ...keyed, answer: kept });
      else await tables.deleteFrom(table).where(owner, '=', keyed.owner).where('key', '=', keyed.key).execute();
    });
  }

  return {
    /**
     * Calls an operation once for each key. The operation keeps its result by `once`; here its refusals are kept.
     * @param named whose key it is; `undefined` for a request without one
     * @throws the refusal 409 while the first request is being processed, and where the key belongs to another request
     */
    async repeatable(
      deps: Deps,
      named: Named | undefined,
      { operation }: Pick<ServerContext, 'operation'>,
      given: object,
      next: () => Promise<AnyResult>,
    ): Promise<AnyResult> {
      if (named === undefined) return next();
      const keyed: KeyedRequest = { ...named, request: hashOf(JSON.stringify([operation.id, given])), holder: randomUUID() };
      const known = await claim(deps, keyed);
      if (known !== undefined) return repeat(known);
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
    },

    /**
     * Answers with what a unit of work gives, and keeps the answer in the same unit, so a request whose process dies is either done and answered, or
     * can be done again.
     */
    async once<Result extends AnyResult>(tables: Kysely<Tables>, named: Named | undefined, work: () => Promise<Result>): Promise<Result> {
      if (named === undefined) return work();
      // Another process has the answer where this one could not prolong its claim.
      const row = await rowOf.first(loose(tables), named);
      if (row?.answer != null) return repeat(row.answer) as Result;
      const result = await work();
      await keepAnswer.run(loose(tables), { ...named, answer: { kind: 'result', result } });
      return result;
    },
  };
}

/** The answer to keep for an error; `undefined` where the caller is asked to try again, or the request is not one that the store can have. */
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
