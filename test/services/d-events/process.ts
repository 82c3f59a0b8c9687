// One process of the event service: `node process.ts <postgres> <redis> <seconds>`. Prints its base URL.

import { guardedFetch } from '@octavo/runtime/node';
import { eventsService } from '../../../services/d-events/index.ts';
import { openSandbox } from '../../../services/platform/sandbox/sandbox.ts';

const [postgres = '', redis = '', alive = ''] = process.argv.slice(2);
const allowPrivate = 'loopback';
const sandbox = await openSandbox([eventsService({ aliveSeconds: Number(alive) })], {
  store: { postgres },
  redis,
  network: { allowPrivate, fetch: guardedFetch({ allowPrivate }) },
});
console.log((await sandbox.listen('d-events')).baseUrl);
