// The server of the controller service: its security, and what it answers to every request while it is busy or has the factory password.

import { type ControllerServerOptions, createControllerServer, type RequiredControllerHandlers } from '@octavo/interfaces/c-controller';
import { combineHandlers, type FetchHandler, refuse } from '@octavo/runtime';
import type { Platform } from '../platform/service.ts';
import { presentController } from './controller.ts';
import type { Caller } from './deps.ts';
import { deviceHandlers } from './handlers/device.ts';
import { pointsHandlers } from './handlers/points.ts';
import { tablesHandlers } from './handlers/tables.ts';
import { variablesHandlers } from './handlers/variables.ts';
import { pathErrors, refuseUnknownKinds } from './paths.ts';
import { security } from './security.ts';
import type { ControllerTables } from './tables.ts';

const MAX_BODY_BYTES = 3072;

export function controllerServer(platform: Platform<ControllerTables>): FetchHandler {
  const controller = presentController(platform);
  const deps = { ...platform, controller };
  const handlers: RequiredControllerHandlers<Caller> = combineHandlers({
    device: deviceHandlers(deps),
    points: pointsHandlers(deps),
    variables: variablesHandlers(deps),
    tables: tablesHandlers(deps),
  });
  const options: ControllerServerOptions<Caller> = {
    security: security(platform),
    maxBodyBytes: MAX_BODY_BYTES,
    errors: pathErrors,
    async around(_context, next) {
      const { busy_code, has_factory_password } = await controller();
      if (has_factory_password) throw refuse(400, { code: 400, detail: 'Change the password of the administrator first.' });
      if (busy_code !== null) throw refuse(400, { code: busy_code, detail: 'The controller is busy.' });
      return next();
    },
  };
  return refuseUnknownKinds(createControllerServer(handlers, platform.serverOptions(options)));
}
