// The lists of the documents' examples: the harbours, which Inês follows, one that only Tide Watch sees, and one of Inês's own.

import type { Story } from '../../platform/service.ts';
import type { Tables } from '../deps.ts';
import type { ListRow } from '../lists/tables.ts';
import { rows } from '../people/store.ts';
import type { EdgeRow } from '../people/tables.ts';
import { insertEdges } from '../relations.ts';
import { STEPS } from '../rules/identifiers.ts';
import { HARBOUR, INES, JONAS, TIDE_WATCH } from './people.ts';

export const HARBOURS = '1710000000000000101';
/** It is private. */
export const TO_BE_CHECKED = '1710000000000000102';
/** Inês's, and private. */
const FERRIES = '1710000000000000103';

function lists(story: Story): ListRow[] {
  const list = (id: string, name: string, slug: string, moment: string): ListRow => {
    const created_at = story(moment);
    const counts = { member_count: 0, follower_count: 0 };
    return { id, owner: TIDE_WATCH, name, slug, description: '', is_private: false, created_at, seq: created_at * STEPS, ...counts };
  };
  const harbours = list(HARBOURS, 'Harbours', 'harbours', '2026-11-03T09:20:00Z');
  return [
    { ...harbours, description: 'Harbour masters, pilots and ferries of the west coast.', member_count: 2, follower_count: 1 },
    { ...list(TO_BE_CHECKED, 'To be checked', 'to-be-checked', '2026-10-21T16:05:00Z'), is_private: true },
    { ...list(FERRIES, 'Ferries', 'ferries', '2026-11-12T18:10:00Z'), owner: INES, is_private: true, member_count: 1 },
  ];
}

function edges(story: Story): EdgeRow[] {
  const edge = (kind: EdgeRow['kind'], source: string, moment: string, target = HARBOURS): EdgeRow => {
    const at = story(moment);
    return { kind, source, target, at, seq: at * STEPS, notifies: false, shows_reposts: true };
  };
  return [
    edge('list_member', HARBOUR, '2026-11-03T09:22:00Z'),
    edge('list_member', JONAS, '2026-11-03T09:25:00Z'),
    edge('list_member', JONAS, '2026-11-12T18:11:00Z', FERRIES),
    edge('list_follow', INES, '2026-11-04T19:40:00Z'),
    edge('pin', INES, '2026-11-04T19:41:00Z'),
  ];
}

/** On how many lists a user is stands with the user, as the story has it. */
export async function seedLists(tables: Tables, story: Story): Promise<void> {
  await rows.insert(tables, 'b_lists', lists(story));
  await insertEdges(tables, edges(story));
}
