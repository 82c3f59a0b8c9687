// Answers requests with an idempotency key: the first one is done, and each repetition gets its answer.

import type { AnyResult } from '@octavo/runtime';
import { answersOf } from '../platform/answers.ts';
import { write } from '../platform/unit.ts';
import type { Context, Deps, Unit } from './deps.ts';
import { DAY } from './rules/dates.ts';
import type { InstalmentsTables } from './tables.ts';

const answers = answersOf<InstalmentsTables>({
  table: 'f_answers',
  owner: 'shop',
  life: DAY,
  reused: { code: 'idempotency_key_reused', detail: 'This key belongs to another request.' },
  inUse: { code: 'idempotency_key_in_use', detail: 'A request with this key is still being processed.' },
});

interface KeyHeader {
  readonly 'Idempotency-Key'?: string;
}

function namedBy({ principal }: Context, { 'Idempotency-Key': key }: KeyHeader = {}) {
  return key === undefined ? undefined : { owner: principal.shop.id, key };
}

/** Wraps all operations. Only those that accept a key have the header in their input. */
export function repeatable(deps: Deps, context: Context, next: () => Promise<AnyResult>, input: unknown): Promise<AnyResult> {
  const { header, ...given } = (input ?? {}) as { readonly header?: KeyHeader };
  return answers.repeatable(deps, namedBy(context, header), context, given, next);
}

/** Answers with the body that a unit of work gives. */
export async function answerOnce<Body>(deps: Deps, context: Context, header: KeyHeader | undefined, work: (unit: Unit) => Promise<Body>) {
  return write(deps, (unit) =>
    answers.once(unit.tables, namedBy(context, header), async () => ({ status: 200 as const, body: await work(unit) })),
  );
}
