// The scheduling service, as the platform sees it.
import { defineService } from '../platform/service.ts';
import { actions } from './actions.ts';
import { machines } from './machines.ts';
import { migrations } from './migrations/index.ts';
import { STORY, seed, tokens } from './seed.ts';
import { schedulingServer } from './server.ts';
import type { SchedulingTables } from './tables.ts';

export const scheduling = defineService<SchedulingTables>({
  name: 'e-scheduling',
  story: STORY,
  migrations,
  tables: [
    'e_organizations',
    'e_users',
    'e_memberships',
    'e_invitations',
    'e_applications',
    'e_tokens',
    'e_teams',
    'e_team_members',
    'e_event_types',
    'e_links',
    'e_events',
    'e_event_hosts',
    'e_invitees',
    'e_forms',
    'e_submissions',
    'e_subscriptions',
    'e_messages',
  ],
  credentials: [
    { scheme: 'personalToken', value: tokens.owner, note: 'Amara Diallo, the owner of Northlight Studio' },
    { scheme: 'personalToken', value: tokens.member, note: 'Felix Brandt, an ordinary member' },
    { scheme: 'personalToken', value: tokens.stranger, note: 'Lena Okoye, the owner of another organization, on the free plan' },
    { scheme: 'oauth2', value: tokens.application, note: 'granted by Amara Diallo to an application' },
  ],
  actions,
  machines,
  seed,
  serve: (platform) => ({ 'e-scheduling': schedulingServer(platform) }),
});
