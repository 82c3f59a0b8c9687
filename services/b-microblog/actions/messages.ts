// What control can do with conversations: the documents have no operation by which users join and leave groups.

import { type ActionOutput, defineAction } from '../../platform/action.ts';
import type { MicroblogPlatform } from '../deps.ts';
import { joinGroup, leaveGroup } from '../messages/groups.ts';
import { known, username } from './known.ts';

const conversation = { type: 'string', description: 'Identifier of the group conversation.' } as const;

const add = defineAction(
  {
    name: 'add-to-conversation',
    summary: 'Lets the first participant of a group conversation add a user, who sees what happens from then on.',
    fields: { username, conversation },
  },
  async (input, platform: MicroblogPlatform): Promise<ActionOutput> => {
    const { id } = await known(platform.store.read, input.username);
    await joinGroup(platform, input.conversation, id);
    return {};
  },
);

const remove = defineAction(
  {
    name: 'remove-from-conversation',
    summary: 'Lets a user leave a group conversation, of which the user sees nothing any more.',
    fields: { username, conversation },
  },
  async (input, platform: MicroblogPlatform): Promise<ActionOutput> => {
    const { id } = await known(platform.store.read, input.username);
    await leaveGroup(platform, input.conversation, id);
    return {};
  },
);

export const messageActions = [add, remove];
