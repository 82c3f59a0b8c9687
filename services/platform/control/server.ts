// The server of control: who may use it, and its handlers.

import { combineHandlers, cors, type FetchHandler, refuse, type ServerRequest } from '@octavo/runtime';
import { createControlServer } from '../../generated/control/index.ts';
import { receiving } from '../requests/receive.ts';
import { refusalOf } from '../sandbox/hooks.ts';
import type { Sandbox } from '../sandbox/sandbox.ts';
import { equalSecrets } from '../secrets.ts';
import { clockHandlers } from './handlers/clock.ts';
import { connectionHandlers } from './handlers/connections.ts';
import { dataHandlers } from './handlers/data.ts';
import { deliveryHandlers } from './handlers/deliveries.ts';
import { faultHandlers } from './handlers/faults.ts';
import { messageHandlers } from './handlers/messages.ts';
import { requestHandlers } from './handlers/requests.ts';
import { sandboxHandlers } from './handlers/sandbox.ts';
import { snapshotHandlers } from './handlers/snapshots.ts';

export interface ControlOptions {
  /** The token that each request must have: at least 128 random bits as text. */
  readonly token: string;
  /** The origin of the portal, `http://127.0.0.1:4000`: the only one whose pages may use control. Absent: no page may. */
  readonly portal?: string | undefined;
}

/** The cookie of the security scheme `session`. */
export const CONTROL_COOKIE = 'octavo_control';

/** Other names could be an attacker's that lead here (DNS rebinding), so that its page would have the origin of control. */
const LOOPBACK = /^(?:127\.0\.0\.1|localhost|\[::1\])(?::\d+)?$/i;

/** Listen with it on loopback only. */
export function controlServer(sandbox: Sandbox, { token, portal }: ControlOptions): FetchHandler {
  const isToken = (given: string) => (equalSecrets(given, token) ? 'developer' : null);
  const server = createControlServer(
    combineHandlers({
      sandbox: sandboxHandlers(sandbox),
      clock: clockHandlers(sandbox),
      requests: requestHandlers(sandbox),
      connections: connectionHandlers(sandbox),
      data: dataHandlers(sandbox),
      faults: faultHandlers(sandbox.faults),
      deliveries: deliveryHandlers(sandbox),
      messages: messageHandlers(sandbox),
      snapshots: snapshotHandlers(sandbox.snapshots),
    }),
    {
      validateResponses: true,
      security: {
        token: isToken,
        // Browsers send cookies to all ports of a host, so the cookie alone does not show that the portal asks.
        session: (given, { request }) => (portal !== undefined && request.header('origin') === portal ? isToken(given) : null),
      },
      async around({ request }, next) {
        checkCaller(request, portal);
        try {
          return await next();
        } catch (error) {
          throw refusalOf(error);
        }
      },
    },
  );
  // Control makes no links.
  const guarded = receiving(server, { place: () => undefined });
  return portal === undefined ? guarded : cors(guarded, { origins: [portal], credentials: true });
}

/** @throws the refusal of a request that a page of another origin can have sent */
function checkCaller(request: ServerRequest, portal: string | undefined): void {
  const host = request.header('host');
  // Requests in memory have no such header.
  if (host !== undefined && !LOOPBACK.test(host))
    throw refuse(403, { detail: 'Control answers only under the name of this machine, such as 127.0.0.1.' });
  const origin = request.header('origin');
  if (origin !== undefined && origin !== portal) throw refuse(403, { detail: `Pages of ${origin} may not use control.` });
  const type = request.header('content-type');
  if (type !== undefined && !/^application\/json\s*(?:;|$)/i.test(type))
    throw refuse(415, { detail: 'Control takes application/json only.' });
}
