// The server of the event service: operations over HTTP, and connections of clients over WebSocket.

import { createEventsServer, type RequiredEventsHandlers } from '@octavo/interfaces/d-events';
import { combineHandlers } from '@octavo/runtime';
import type { Platform, ServiceServer } from '../platform/service.ts';
import type { Caller } from './deps.ts';
import { channelHandlers } from './handlers/channels.ts';
import { eventHandlers } from './handlers/events.ts';
import { userHandlers } from './handlers/users.ts';
import type { SocketLimits } from './limits.ts';
import { security } from './security.ts';
import { openSockets } from './sockets/sockets.ts';
import type { EventsTables } from './tables.ts';
import { handleWebhooks } from './webhooks.ts';

export function eventsServer(platform: Platform<EventsTables>, limits: SocketLimits): ServiceServer {
  handleWebhooks(platform);
  const sockets = openSockets(platform, limits);
  platform.onEnd(() => sockets.close());
  const handlers: RequiredEventsHandlers<Caller> = combineHandlers({
    events: eventHandlers(platform),
    channels: channelHandlers(platform),
    users: userHandlers(platform),
  });
  const server = createEventsServer(handlers, platform.serverOptions({ security: security(platform) }));
  return Object.assign(server, { upgrade: sockets.upgrade });
}
