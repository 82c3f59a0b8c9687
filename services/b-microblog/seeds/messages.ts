// The messages of the documents' examples: a question and its answer, and a group that prepares a briefing.

import type { Story } from '../../platform/service.ts';
import type { MicroblogPlatform, Tables } from '../deps.ts';
import { insertEvent } from '../messages/deliver.ts';
import { addMembers } from '../messages/groups.ts';
import type { EventRow } from '../messages/tables.ts';
import { STEPS } from '../rules/identifiers.ts';
import { pairOf } from '../rules/messages.ts';
import { INES, JONAS, TIDE_WATCH } from './people.ts';

type Seeding = Pick<MicroblogPlatform, 'story' | 'due'>;

export const BRIEFING_GROUP = '1990000000000000850';

function events(story: Story): EventRow[] {
  const event = (id: string, conversation: string, sender: string, moment: string, text: string): EventRow => {
    const seq = story(moment) * STEPS;
    return { id, seq, conversation, type: 'MessageCreate', sender, text, entities: {}, media: null, people: [], posts: [] };
  };
  const pair = pairOf(TIDE_WATCH, INES);
  const begins = '2026-11-18T15:20:00Z';
  return [
    event('1990000000000000901', pair, TIDE_WATCH, '2026-11-18T12:58:00Z', 'Can you see the north quay from your window?'),
    event('1990000000000000902', pair, INES, '2026-11-18T13:04:00Z', 'Yes, and it is still dry.'),
    { ...event('1990000000000000910', BRIEFING_GROUP, TIDE_WATCH, begins, ''), type: 'ParticipantsJoin', people: [INES, JONAS] },
    event('1990000000000000911', BRIEFING_GROUP, TIDE_WATCH, '2026-11-18T15:20:01Z', 'Can we hold the storm briefing on Friday at 19:00?'),
    event('1990000000000000912', BRIEFING_GROUP, TIDE_WATCH, '2026-11-18T16:05:00Z', 'Agreed, 19:00. I open the Space ten minutes before.'),
  ];
}

export async function seedMessages(tables: Tables, { story, due }: Seeding): Promise<void> {
  const members = [TIDE_WATCH, INES, JONAS];
  await addMembers(tables, BRIEFING_GROUP, members, story('2026-11-18T15:20:00Z'));
  for (const event of events(story))
    await insertEvent({ due }, tables, event, event.conversation === BRIEFING_GROUP ? members : [TIDE_WATCH, INES]);
}
