// Changes who takes part in a group. Those who join see what happens from then on; those who leave see nothing of it any more.

import { refuse } from '@octavo/runtime';
import type { MicroblogPlatform, Tables } from '../deps.ts';
import { rows } from '../people/store.ts';
import { writeInOrder } from '../posts/store.ts';
import { NotAllowed } from '../refusals.ts';
import { STEPS } from '../rules/identifiers.ts';
import { GROUP } from '../rules/messages.ts';
import { deliver } from './deliver.ts';
import { membersOf } from './store.ts';

type GroupDeps = Pick<MicroblogPlatform, 'store' | 'clock' | 'due' | 'bus'>;

/** The members of a group of which a user is one. @throws {NotAllowed} where the user is not, which says nothing of whether there is such a group */
export async function requireMembers(tables: Tables, conversation: string, user: string): Promise<readonly string[]> {
  const members = await membersOf(tables, conversation);
  if (!members.includes(user)) throw new NotAllowed('no-conversation');
  return members;
}

/** Adds members after those that are there, within a unit of work. */
export async function addMembers(tables: Tables, conversation: string, users: readonly string[], now: number, after = 0): Promise<void> {
  const added = users.map((user_id, index) => ({ conversation, user_id, seq: now * STEPS + after + index }));
  await rows.insert(tables, 'b_dm_members', added);
}

/** @throws the refusal 404 where there is no such group */
async function requireGroup(tables: Tables, conversation: string): Promise<readonly [string, ...string[]]> {
  const [first, ...others] = await membersOf(tables, conversation);
  if (first === undefined) throw refuse(404, { detail: `There is no group conversation ${conversation}.` });
  return [first, ...others];
}

/** Lets the first member of a group add a user. @throws the refusals 404 and 409 */
export async function joinGroup(deps: GroupDeps, conversation: string, user: string): Promise<void> {
  const now = deps.clock.now();
  await writeInOrder(deps, async (tables) => {
    const members = await requireGroup(tables, conversation);
    if (members.includes(user)) throw refuse(409, { detail: 'The user is in the conversation.' });
    if (members.length > GROUP.most) throw refuse(409, { detail: 'The conversation has as many participants as it can have.' });
    await addMembers(tables, conversation, [user], now, members.length);
    const [sender] = members;
    await deliver(deps, tables, { conversation, type: 'ParticipantsJoin', sender, people: [user] }, [...members, user], now);
  });
}

/** Lets a user leave a group. @throws the refusals 404 and 409 */
export async function leaveGroup(deps: GroupDeps, conversation: string, user: string): Promise<void> {
  const now = deps.clock.now();
  await writeInOrder(deps, async (tables) => {
    const members = await requireGroup(tables, conversation);
    if (!members.includes(user)) throw refuse(409, { detail: 'The user is not in the conversation.' });
    await rows.remove(tables, 'b_dm_members', { conversation, user_id: user });
    await rows.remove(tables, 'b_dm_boxes', { conversation, owner: user });
    const others = members.filter((member) => member !== user);
    if (others.length === 0) return;
    await deliver(deps, tables, { conversation, type: 'ParticipantsLeave', sender: user, people: [user] }, others, now);
  });
}
