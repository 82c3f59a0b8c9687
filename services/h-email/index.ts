// The email service, as the platform sees it.
import { defineService } from '../platform/service.ts';
import { actions } from './actions.ts';
import { migrations } from './migrations/index.ts';
import { keys, seed } from './seed.ts';
import { emailServer } from './server.ts';
import { type EmailTables, tables } from './tables.ts';

export const email = defineService<EmailTables>({
  name: 'h-email',
  story: '2026-11-21T09:30:00Z',
  migrations,
  tables,
  credentials: [
    { scheme: 'apiKey', value: keys.starter, note: 'Priya Nair, Starter plan, 1,340 of 2,000 credits left' },
    { scheme: 'apiKey', value: keys.free, note: 'Jonas Weir, Free plan, 50 credits, ten addresses of a domain' },
    { scheme: 'apiKey', value: keys.spent, note: 'Lea Okafor, Free plan, no credits left' },
    { scheme: 'apiKey', value: keys.test, note: 'fixed answers that cost nothing' },
  ],
  actions,
  seed,
  serve: (platform) => ({ 'h-email': emailServer(platform) }),
});
