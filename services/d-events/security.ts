// Finds the app that signed a request; the runtime verifies the signature with its secrets.

import type { EventsSecurity } from '@octavo/interfaces/d-events';
import { refuse } from '@octavo/runtime';
import { createCache } from '../platform/cache.ts';
import { APPS } from './apps.ts';
import type { Caller, Deps } from './deps.ts';
import { secretsOf } from './rules/authorization.ts';
import { findBy } from './store.ts';

export function security({ store, clock, bus }: Pick<Deps, 'store' | 'clock' | 'bus'>): EventsSecurity<Caller> {
  const apps = createCache<Caller>(bus, APPS);
  return {
    async signedQuery(key, { path }) {
      const app = await apps.get(key, () => findBy(store.read, 'd_apps', { key }));
      return app === undefined || app.id !== path.app_id ? null : { secret: secretsOf(app, clock.now()), principal: app };
    },
  };
}

/** @throws the refusal 403 for an app that is disabled */
export function assertEnabled({ is_enabled }: Caller): void {
  if (!is_enabled) throw refuse(403, { detail: 'The app is disabled.' });
}

/** @throws the refusal 400 where something is wrong with a request */
export function refuseFault(fault: string | undefined): void {
  if (fault !== undefined) throw refuse(400, { detail: fault });
}
