// The instalment service, as the platform sees it.
import { defineService } from '../platform/service.ts';
import { actions } from './actions.ts';
import { machines } from './machines.ts';
import { migrations } from './migrations/index.ts';
import { links } from './purchases.ts';
import { keys, STORY, seed } from './seeds/seed.ts';
import { instalmentsServer } from './server.ts';
import { sealKeys } from './shops.ts';
import { type InstalmentsTables, tables } from './tables.ts';

export const instalments = defineService<InstalmentsTables>({
  name: 'f-instalments',
  story: STORY,
  migrations,
  tables,
  credentials: [
    { scheme: 'InstalmentsAuth', value: keys.fernAndOak, note: 'the furniture shop Fern & Oak, whose payments the examples show' },
    { scheme: 'InstalmentsAuth', value: keys.saltWind, note: 'the shop Salt & Wind, without payments' },
  ],
  actions,
  machines,
  messages: [links],
  seed,
  bringUpToDate: sealKeys,
  serve: (platform) => ({ 'f-instalments': instalmentsServer(platform) }),
});
