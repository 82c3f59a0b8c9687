// The server of the controller service: its security, and what it answers while it is busy or has the factory password.

import { type ControllerServerOptions, createControllerServer } from '@octavo/interfaces/c-controller';
import { type FetchHandler, refuse } from '@octavo/runtime';
import type { Platform } from '../platform/service.ts';
import type { Caller } from './deps.ts';
import { deviceHandlers } from './handlers/device.ts';
import { pointsHandlers } from './handlers/points.ts';
import { tablesHandlers } from './handlers/tables.ts';
import { variablesHandlers } from './handlers/variables.ts';
import { security } from './security.ts';
import type { ControllerTables } from './tables.ts';
import { controllerOf } from './tags.ts';

const MAX_BODY_BYTES = 3072;

export function controllerServer(platform: Platform<ControllerTables>): FetchHandler {
  const handlers = {
    ...deviceHandlers(platform),
    ...pointsHandlers(platform),
    ...variablesHandlers(platform),
    ...tablesHandlers(platform),
  };
  const options: ControllerServerOptions<Caller> = {
    security: security(platform),
    maxBodyBytes: MAX_BODY_BYTES,
    async around(_context, next) {
      const { is_busy, has_factory_password } = await controllerOf(platform.store.read);
      if (has_factory_password === 1) throw refuse(400, { code: 400, detail: 'Change the password of the administrator first.' });
      if (is_busy === 1) throw refuse(400, { code: -17, detail: 'The controller is busy.' });
      return next();
    },
  };
  return createControllerServer(handlers, platform.serverOptions(options));
}
