// Handlers of the operations tagged 'Users'.

import type { RequiredEventsUsersHandlers } from '@octavo/interfaces/d-events';
import type { Caller, Deps } from '../deps.ts';
import { loadMembers } from '../occupancy/queries.ts';
import { send } from '../publish.ts';
import { assertEnabled } from '../security.ts';

export const userHandlers = ({ store, bus }: Deps): RequiredEventsUsersHandlers<Caller> => ({
  async listChannelUsers({ path: { channel_name: channel } }, { principal: app }) {
    assertEnabled(app);
    const members = await loadMembers(store.read, app.id, channel);
    return { status: 200, body: { users: members.map(({ id }) => ({ id })) } };
  },

  async terminateUserConnections({ path: { user_id } }, { principal: app }) {
    assertEnabled(app);
    await send(bus, { kind: 'terminate', app: app.id, user: user_id });
    return { status: 200, body: {} };
  },
});
