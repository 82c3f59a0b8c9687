// What `serve` in octavo.config.ts names: runs the services under `octavo dev`, with their data in .octavo/sandbox/.

import { writeFileSync } from 'node:fs';
import { defineServe } from 'octavo/serve';
import { loadServices, serviceNames } from './index.ts';
import { run } from './platform/run/run.ts';

const FOLDER = '.octavo/sandbox';

export default defineServe(async ({ port, host, portal }) => {
  // Receivers of webhooks under development are on this machine.
  const network = { allowPrivate: 'loopback' } as const;
  const kept = { store: { file: `${FOLDER}/sandbox.sqlite` }, snapshots: `${FOLDER}/snapshots` };
  const running = await run(await loadServices(serviceNames), { ...kept, network, host, port, portal });
  console.log('Webhooks of the services may go to addresses of this machine.');
  // `octavo dev` shows what this function returns to everybody who can open the portal, so the token is in a file that only the user can read.
  if (running.control !== undefined) writeFileSync(`${FOLDER}/control.json`, `${JSON.stringify(running.control)}\n`, { mode: 0o600 });
  return {
    services: running.services.flatMap(({ documents, credentials }) => documents.map(({ name, url }) => ({ id: name, url, credentials }))),
    close: () => running.close(),
  };
});
