// What `serve` in octavo.config.ts names: runs the services under `octavo dev`, with their data in .octavo/sandbox/.

import { writeFileSync } from 'node:fs';
import { defineServe } from 'octavo/serve';
import { loadServices, serviceNames } from './index.ts';
import { isLoopback, run } from './platform/run/run.ts';
import { plainHttpLine, readTls } from './platform/run/tls.ts';
import { operatorAt } from './platform/watch/operator.ts';
import { readSettings } from './settings.ts';

const FOLDER = '.octavo/sandbox';
/** Loaded with this module, so that `octavo dev` generates meanwhile, and an old version answers until the new one is loaded. */
const services = await loadServices(serviceNames);
const TLS_EXAMPLE = 'OCTAVO_TLS=cert.pem,key.pem';

export default defineServe(async ({ port, host, portal }) => {
  // Receivers of webhooks under development are on this machine.
  const network = { allowPrivate: 'loopback' } as const;
  const kept = { store: { file: `${FOLDER}/sandbox.sqlite` }, snapshots: `${FOLDER}/snapshots` };
  // By the environment, since `octavo dev` passes no options on to what it runs.
  const { settings } = readSettings([], process.env, ['tls', 'logLevel']);
  const tls = settings.tls && readTls(settings.tls, host, Date.now(), console.warn);
  const { watcher } = await operatorAt(settings.logLevel);
  const running = await run(services, { ...kept, network, host, tls, port, portal, watcher });
  console.log('Webhooks of the services may go to addresses of this machine.');
  if (tls === undefined) console.log(plainHttpLine(isLoopback(host), TLS_EXAMPLE));
  const { control } = running;
  // For programs. Pages of the portal get the token in a cookie.
  if (control !== undefined) writeFileSync(`${FOLDER}/control.json`, `${JSON.stringify(control)}\n`, { mode: 0o600 });
  return {
    services: running.services.flatMap(({ documents, credentials }) =>
      documents.map(({ name, url }) => ({
        id: name,
        url,
        credentials: credentials.filter(({ document = name }) => document === name),
        clients: services.flatMap((service) => service.clients.filter(({ document }) => document === name)),
      })),
    ),
    ...(control === undefined ? {} : { control: { url: control.url, cookie: { name: control.cookie, value: control.token } } }),
    close: () => running.close(),
  };
});
