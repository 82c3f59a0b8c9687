// Answers for sockets and streams that are open.

import { refuse } from '@octavo/runtime';
import type { RequiredControlConnectionsHandlers } from '../../../generated/control/index.ts';
import type { Sandbox } from '../../sandbox/sandbox.ts';

export function connectionHandlers({ connections }: Pick<Sandbox, 'connections'>): RequiredControlConnectionsHandlers {
  return {
    listConnections: () => ({
      status: 200,
      body: { connections: connections.list().map(({ openedAt, ...open }) => ({ ...open, opened_at: new Date(openedAt).toISOString() })) },
    }),

    closeConnection({ path }) {
      if (!connections.close(path.id)) throw refuse(404, { detail: `There is no connection ${path.id}.` });
      return { status: 204 };
    },
  };
}
