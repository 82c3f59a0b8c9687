// The broadcasts of the shop: two that were sent, and one for next spring.

import { insertBroadcast } from '../broadcasts/broadcasts.ts';
import type { BroadcastRow } from '../broadcasts/tables.ts';
import type { MessagingPlatform, Tables } from '../deps.ts';
import { insert } from '../store.ts';
import { POETRY_READERS } from './contacts.ts';

const LETTER = 2417;
const INVITATION = 2421;

export async function seedBroadcasts(
  tables: Tables,
  account: number,
  { story, due }: Pick<MessagingPlatform, 'story' | 'due'>,
): Promise<void> {
  const letter = { account, message: LETTER, channel: 'email', groups: [POETRY_READERS], excluded: [] } as const;
  const finished = { status: 'FINISHED', job: null, refusals: 0, reason: null, content: null, reserved: 0, paid: 0, sent: 2 } as const;
  const rows: BroadcastRow[] = [
    {
      ...letter,
      ...finished,
      id: 9007,
      name: 'Readings in November',
      message: INVITATION,
      channel: 'viber',
      starts_at: story('2026-11-03T16:00:00Z'),
      delivered: 1,
      errors: 1,
    },
    {
      ...letter,
      ...finished,
      id: 9021,
      name: 'Autumn poetry letter to its readers',
      starts_at: story('2026-11-20T09:00:00Z'),
      delivered: 2,
      errors: 0,
    },
  ];
  await insert(tables, 'g_broadcasts', rows);
  const spring = { id: 9022, name: 'Spring poetry letter to its readers', starts_at: story('2027-03-19T09:00:00Z') };
  await insertBroadcast({ deps: { due }, tables }, { ...letter, ...spring });
}
