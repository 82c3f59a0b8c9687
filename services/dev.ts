// What `serve` in octavo.config.ts names: runs the services under `octavo dev`, with their data in .octavo/sandbox/.

import { writeFileSync } from 'node:fs';
import type { ServeTls } from '@octavo/runtime/node';
import { defineServe } from 'octavo/serve';
import { loadServices, serviceNames } from './index.ts';
import { isLoopback, run } from './platform/run/run.ts';
import { plainHttpLine, readTls, tlsFilesOf } from './platform/run/tls.ts';

const FOLDER = '.octavo/sandbox';
const TLS_EXAMPLE = 'OCTAVO_TLS=cert.pem,key.pem';

export default defineServe(async ({ port, host, portal }) => {
  // Receivers of webhooks under development are on this machine.
  const network = { allowPrivate: 'loopback' } as const;
  const kept = { store: { file: `${FOLDER}/sandbox.sqlite` }, snapshots: `${FOLDER}/snapshots` };
  const tls = tlsFor(host);
  const running = await run(await loadServices(serviceNames), { ...kept, network, host, tls, port, portal });
  console.log('Webhooks of the services may go to addresses of this machine.');
  if (tls === undefined) console.log(plainHttpLine(isLoopback(host), TLS_EXAMPLE));
  const { control } = running;
  // For programs. Pages of the portal get the token in a cookie.
  if (control !== undefined) writeFileSync(`${FOLDER}/control.json`, `${JSON.stringify(control)}\n`, { mode: 0o600 });
  return {
    services: running.services.flatMap(({ documents, credentials }) =>
      documents.map(({ name, url }) => ({ id: name, url, credentials: credentials.filter(({ document = name }) => document === name) })),
    ),
    ...(control === undefined ? {} : { control: { url: control.url, cookie: { name: control.cookie, value: control.token } } }),
    close: () => running.close(),
  };
});

/** By the environment, since `octavo dev` passes no options on to what it runs. */
function tlsFor(host: string): ServeTls | undefined {
  const text = process.env.OCTAVO_TLS;
  if (text === undefined || text === '') return undefined;
  const files = tlsFilesOf(text);
  if (files === undefined) throw new Error(`OCTAVO_TLS takes the paths of two files, a certificate and its key: ${TLS_EXAMPLE}`);
  return readTls(files, host, Date.now(), console.warn);
}
