// Makes something happen to a message at once, as a person or the network would.

import type { ActivityStatus } from '@octavo/interfaces/g-messaging';
import type { Unit } from '../deps.ts';
import { recordActivity } from '../sends/activity.ts';
import { pastOf } from '../sends/passage.ts';
import { linksOf } from '../sends/rules.ts';
import { find, invalid, unknown } from '../store.ts';
import { consequencesOf, type GivenAct } from './act-rules.ts';

/**
 * @returns what happened
 * @throws the refusal 404 for an unknown message, 400 for what cannot happen to it
 */
export async function actOnMessage(unit: Unit, id: string, act: GivenAct): Promise<readonly ActivityStatus[]> {
  const { tables, at } = unit;
  const send = await find(tables, 'g_sends', id);
  if (send === undefined) throw unknown('message', id);
  const links = linksOf(send);
  const statuses = consequencesOf({ ...send, links }, act, (await pastOf(tables, [send]))(send));
  if (typeof statuses === 'string') throw invalid(statuses);
  const link = act.link ?? links[0];
  await recordActivity(
    unit,
    statuses.map((status) => ({ send, at, status, link: status === 'CLICKED' ? link : undefined })),
  );
  return statuses;
}
