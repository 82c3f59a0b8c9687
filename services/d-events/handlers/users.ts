// Handlers of the operations tagged 'Users'.

import type { EventsUsersHandlers } from '@octavo/interfaces/d-events';
import { refuse } from '@octavo/runtime';
import type { Caller, Deps } from '../deps.ts';
import { membersOf } from '../occupancy/queries.ts';
import { send } from '../publish.ts';
import { kindOf } from '../rules/channels.ts';
import { assertEnabled } from '../security.ts';

export const userHandlers = ({ store, bus }: Deps): EventsUsersHandlers<Caller> => ({
  async listChannelUsers({ path: { channel_name: channel } }, { principal: app }) {
    assertEnabled(app);
    if (!kindOf(channel).isPresence) throw refuse(400, { detail: 'Only presence channels have a list of users.' });
    const members = await membersOf(store.read, app.id, channel);
    return { status: 200, body: { users: members.map(({ id }) => ({ id })) } };
  },

  async terminateUserConnections({ path: { user_id } }, { principal: app }) {
    assertEnabled(app);
    await send(bus, { kind: 'terminate', app: app.id, user: user_id });
    return { status: 200, body: {} };
  },
});
