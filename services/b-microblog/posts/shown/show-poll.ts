// Shows polls as version 2 has them: the fields that are asked for.

import type { Poll, PollField } from '@octavo/interfaces/b-microblog';
import { type Fields, type Mask, withFields } from '../../masks.ts';
import type { PollRow } from '../tables.ts';

interface PollView {
  readonly now: number;
}

export const POLL_FIELDS: Fields<PollField, PollRow, PollView> = {
  duration_minutes: ({ duration_minutes }) => duration_minutes,
  end_datetime: ({ end_at }) => new Date(end_at).toISOString(),
  voting_status: ({ end_at }, { now }) => (now < end_at ? 'open' : 'closed'),
};

export type PollMask = Mask<PollRow, PollView>;

export function showPoll(row: PollRow, mask: PollMask, view: PollView): Poll {
  const options = row.options.map(({ label, votes }, index) => ({ position: index + 1, label, votes }));
  return withFields<PollRow, PollView, Poll>({ id: row.id, options }, mask, row, view);
}
