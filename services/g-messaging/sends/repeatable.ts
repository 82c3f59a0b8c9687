// Answers a request with an identifier that its caller has chosen: a second one sends nothing, and gets the answer of the first.

import type { Unit } from '../deps.ts';
import { findBy, insert } from '../store.ts';

/** How long an identifier is known. */
const KNOWN = 24 * 3_600_000;

export async function once<Answer extends object>(
  { tables, at }: Unit,
  account: number,
  id: string | undefined,
  work: () => Promise<Answer>,
): Promise<Answer> {
  if (id === undefined) return work();
  const known = await findBy(tables, 'g_requests', { account, id });
  // The table has what `work` of the same kind of request gave.
  if (known !== undefined && known.at > at - KNOWN) return known.answer as Answer;
  const answer = await work();
  // This one is older too, where it was known.
  await tables
    .deleteFrom('g_requests')
    .where('account', '=', account)
    .where('at', '<=', at - KNOWN)
    .execute();
  await insert(tables, 'g_requests', { account, id, at, answer });
  return answer;
}
