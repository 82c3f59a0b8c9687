// The controller service, as the platform sees it.
import { defineService } from '../platform/service.ts';
import { actions } from './actions.ts';
import { migrations } from './migrations/index.ts';
import { keys, STORY, seed } from './seed.ts';
import { controllerServer } from './server.ts';
import { type ControllerTables, tables } from './tables.ts';

export const controller = defineService<ControllerTables>({
  name: 'c-controller',
  story: STORY,
  migrations,
  tables,
  credentials: [
    { scheme: 'key', value: `${keys.readWrite.id}:${keys.readWrite.value}`, note: 'reads and writes' },
    { scheme: 'key', value: `${keys.readOnly.id}:${keys.readOnly.value}`, note: 'reads only' },
  ],
  actions,
  seed,
  serve: (platform) => ({ 'c-controller': controllerServer(platform) }),
});
