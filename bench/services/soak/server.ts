// One of the processes under load: serves all documents as `octavo-services` does, with the log on stderr, and limits that can be lifted. Tells its
// parent where, and ends with it.

import { loadServices, serviceNames } from '../../../services/index.ts';
import { run } from '../../../services/platform/run/run.ts';
import type { Platform } from '../../../services/platform/service.ts';
import type { StorePlace } from '../../../services/platform/store/open.ts';
import { operatorAt } from '../../../services/platform/watch/operator.ts';
import { generous } from '../generous.ts';

export interface ServerSettings {
  readonly store: StorePlace;
  readonly redis?: string;
  /** The port of each document, and of control. */
  readonly ports: Readonly<Record<string, number>>;
  readonly trustedProxies?: readonly string[];
}

/** Sent once, when it is ready. */
export interface Ready {
  readonly urls: Readonly<Record<string, string>>;
  readonly control: { readonly url: string; readonly token: string };
}

/** Sent by the parent. */
export interface Order {
  readonly areLimitsOn: boolean;
}

const { ports, ...settings } = JSON.parse(process.argv[2] ?? '') as ServerSettings;
const operator = await operatorAt('info');
let areLimitsOn = false;

// An action of control switches the limits of the microblogging service.
const services = (await loadServices(serviceNames)).map((service) =>
  service.name === 'b-microblog'
    ? service
    : {
        ...service,
        serve: (platform: Platform<never>) => service.serve({ ...platform, limits: generous(platform.limits, () => areLimitsOn) }),
      },
);
const running = await run(services, {
  ...settings,
  host: '127.0.0.1',
  port: (name) => ports[name] ?? 0,
  network: { allowPrivate: 'loopback' },
  watcher: operator.watcher,
  warn: operator.warn,
});

const documents = running.services.flatMap((service) => service.documents);
operator.ready({ documents }, '');
process.send?.({
  urls: Object.fromEntries(documents.map(({ name, url }) => [name, url])),
  control: running.control ?? { url: '', token: '' },
} satisfies Ready);

process.on('message', (order: Order) => {
  areLimitsOn = order.areLimitsOn;
});
const end = () => void running.close().then(() => process.exit(0));
process.once('disconnect', end).once('SIGINT', end).once('SIGTERM', end);
