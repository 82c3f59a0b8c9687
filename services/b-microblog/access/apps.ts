// Finds applications, by the names that they have in OAuth 2.0 and in version 1.1.

import { equalSecrets, hashOf } from '../../platform/secrets.ts';
import type { MicroblogPlatform } from '../deps.ts';
import { rows } from '../people/store.ts';
import type { AppRow } from './tables.ts';

type Parts = Pick<MicroblogPlatform, 'store' | 'seal' | 'refuses'>;

/** Everybody can read the seeds, so where others than this machine reach the service, its seeded applications are refused with their tokens. */
function allowed({ seal, refuses }: Parts, app: AppRow | undefined): AppRow | undefined {
  return app === undefined || refuses(seal.open(app.bearer)) ? undefined : app;
}

export async function appOfClient(parts: Parts, client_id: string): Promise<AppRow | undefined> {
  return allowed(parts, await rows.findBy(parts.store.read, 'b_apps', { client_id }));
}

export async function appOfConsumer(parts: Parts, consumer_key: string): Promise<AppRow | undefined> {
  return allowed(parts, await rows.findBy(parts.store.read, 'b_apps', { consumer_key }));
}

/** Whether a client has proved who it is: a confidential one by its secret, a public one needs none. */
export function isAuthentic({ client_secret_hash }: AppRow, secret: string | undefined): boolean {
  if (client_secret_hash === null || secret === undefined) return client_secret_hash === null && secret === undefined;
  return equalSecrets(hashOf(secret), client_secret_hash);
}
