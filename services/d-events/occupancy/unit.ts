// A unit of work on what is subscribed, and what follows from it after the commit.

import type { WebhookEvent } from '@octavo/interfaces/d-events';
import type { Kysely } from 'kysely';
import type { SocketLimits } from '../limits.ts';
import type { Message } from '../messages.ts';
import type { EventsTables } from '../tables.ts';

export interface Unit {
  readonly tables: Kysely<EventsTables>;
  /** The process whose connections change. */
  readonly process: string;
  /** Wall time. */
  readonly now: number;
  readonly limits: SocketLimits;
  /** Messages for connections, which are sent after the commit. */
  readonly messages: Message[];
  /** Events for the back end of each app. */
  readonly happened: Map<string, WebhookEvent[]>;
}

export function report({ happened }: Unit, app: string, event: WebhookEvent): void {
  const events = happened.get(app) ?? [];
  happened.set(app, events);
  events.push(event);
}
