// Control of a sandbox that is reached in memory, for tests.

import { inMemoryFetch } from '@octavo/runtime';
import { type ControlClient, createControlClient } from '../../generated/control/index.ts';
import type { Sandbox } from '../sandbox/sandbox.ts';
import { controlServer } from './server.ts';

/** A client of the control of a sandbox, without a socket. */
export function controlOf(sandbox: Sandbox): ControlClient {
  // Only this client reaches the server, so the token need not be a secret.
  const token = 'in-memory';
  return createControlClient({ fetch: inMemoryFetch(controlServer(sandbox, { token })), credentials: { token } });
}
