// The scheduling service, as the platform sees it.
import { defineService } from '../platform/service.ts';
import { actions } from './actions.ts';
import { machines } from './machines.ts';
import { emails } from './messages.ts';
import { migrations } from './migrations/index.ts';
import { STORY, seed, tokens } from './seed.ts';
import { schedulingServer } from './server.ts';
import { type SchedulingTables, tables } from './tables.ts';

export const scheduling = defineService<SchedulingTables>({
  name: 'e-scheduling',
  story: STORY,
  migrations,
  tables,
  credentials: [
    { scheme: 'personalToken', value: tokens.owner, note: 'Amara Diallo, the owner of Northlight Studio' },
    { scheme: 'personalToken', value: tokens.member, note: 'Felix Brandt, an ordinary member' },
    { scheme: 'personalToken', value: tokens.stranger, note: 'Lena Okoye, the owner of another organization, on the free plan' },
    { scheme: 'oauth2', value: tokens.application, note: 'granted by Amara Diallo to an application' },
  ],
  actions,
  machines,
  messages: [emails],
  seed,
  serve: (platform) => ({ 'e-scheduling': schedulingServer(platform) }),
});
