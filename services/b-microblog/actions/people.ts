// What control can do with users: add and change them, and answer requests to follow them.

import { refuse } from '@octavo/runtime';
import { boolean, optional, string } from '../../platform/action.ts';
import { newUser } from '../people/new-user.ts';
import { answerRequest } from '../people/write.ts';
import { writeInOrder } from '../posts/store.ts';
import { tellOfStanding } from '../streams/user-events.ts';
import { action, known, username } from './known.ts';

export const peopleActions = [
  action(
    'add-user',
    'Adds a user.',
    {
      username,
      name: optional(string('Display name. Default: the username.')),
      protected: optional(boolean('Whether only followers see the posts. Default: no.')),
    },
    async (input, platform) => {
      if (!/^[A-Za-z0-9_]{1,15}$/.test(input.username)) throw refuse(400, { detail: '/username must be 1 to 15 letters, digits and _.' });
      const { username, name = username } = input;
      return { id: await newUser(platform, { username, name, is_protected: input.protected === true }) };
    },
  ),
  action(
    'change-user',
    'Protects, suspends or verifies a user, opens the account to direct messages, or ends this.',
    {
      username,
      protected: optional(boolean('Whether only followers see the posts.')),
      suspended: optional(boolean('Whether the account is suspended.')),
      verified: optional(boolean('Whether the account is verified.')),
      messages: optional(boolean('Whether all users may send direct messages, not only those whom the user follows.')),
    },
    async (input, platform) => {
      const { protected: is_protected, suspended: is_suspended, verified } = input;
      const now = platform.clock.now();
      await writeInOrder(platform, async (tables) => {
        const { id, ...row } = await known(tables, input.username);
        const verified_type = verified === undefined ? row.verified_type : verified ? 'blue' : 'none';
        const set = { is_protected: is_protected ?? row.is_protected, is_suspended: is_suspended ?? row.is_suspended, verified_type };
        await tables.updateTable('b_users').set(set).where('id', '=', id).execute();
        await tellOfStanding(tables, id, row, set, now);
        if (input.messages === undefined) return;
        const accepts_messages = input.messages ? 'all' : 'following';
        await tables.updateTable('b_user_settings').set({ accepts_messages }).where('user_id', '=', id).execute();
      });
    },
  ),
  action(
    'answer-request',
    'Lets a protected user accept or decline a request to follow.',
    {
      username: string('Username of the protected user.'),
      follower: string('Username of the user who has asked.'),
      accept: optional(boolean('Whether the request is accepted. Default: yes.')),
    },
    async (input, platform) => {
      const { read } = platform.store;
      const [target, source] = [await known(read, input.username), await known(read, input.follower)];
      if (!(await answerRequest(platform, source.id, target.id, input.accept !== false)))
        throw refuse(404, { detail: `${input.follower} has not asked to follow ${input.username}.` });
    },
  ),
];
