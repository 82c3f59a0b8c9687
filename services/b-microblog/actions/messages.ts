// What control can do with conversations: the documents have no operation by which users join and leave groups.

import { string } from '../../platform/action.ts';
import { joinGroup, leaveGroup } from '../messages/groups.ts';
import { action, idOf, username } from './known.ts';

const conversation = string('Identifier of the group conversation.');

export const messageActions = [
  action(
    'add-to-conversation',
    'Lets the first participant of a group conversation add a user, who sees what happens from then on.',
    { username, conversation },
    async (input, platform) => joinGroup(platform, input.conversation, await idOf(platform, input.username)),
  ),
  action(
    'remove-from-conversation',
    'Lets a user leave a group conversation, of which the user sees nothing any more.',
    { username, conversation },
    async (input, platform) => leaveGroup(platform, input.conversation, await idOf(platform, input.username)),
  ),
];
