// Opens the messaging service for tests: clients of both documents, and actions of control.

import { createMessagingClient, type MessagingClient } from '@octavo/interfaces/g-messaging';
import { createMessagingMarketingClient, type MessagingMarketingClient } from '@octavo/interfaces/g-messaging-marketing';
import { unwrap } from '@octavo/runtime';
import { users } from '../../../services/g-messaging/seeds/credentials.ts';
import type { ControlledSandbox } from '../../../services/index.ts';
import type { TestEngine } from '../../support/sandboxes.ts';

export const DAY = 86_400_000;
/** The contacts of the examples, and their group. */
export const LENA = 104_729;
export const PAVEL = 104_730;
export const POETRY_READERS = 318;

export function messagingOf(sandbox: ControlledSandbox, basic: { readonly username: string; readonly password: string } = users.papaver) {
  const main: MessagingClient = createMessagingClient({ fetch: sandbox.fetch('g-messaging'), credentials: { basic } });
  const marketing: MessagingMarketingClient = createMessagingMarketingClient({
    fetch: sandbox.fetch('g-messaging-marketing'),
    credentials: { basic },
  });
  return {
    sandbox,
    main,
    marketing,
    contact: async (contactId: number) => unwrap(await main.getContact({ path: { contactId } }), 200),
    act: (action: string, body: Record<string, string | number | boolean | readonly string[]> = {}) =>
      sandbox.control.runAction({ path: { service: 'g-messaging', action }, body }),
    later: (days: number) => sandbox.moveClock(sandbox.clock.now() + days * DAY),
  };
}

export async function openMessaging(engine: Pick<TestEngine, 'open'>) {
  return messagingOf(await engine.open('g-messaging'));
}
