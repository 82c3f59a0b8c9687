// Makes a project outside the repository, with the packed runtime installed and the suite's service generated, and the programs for each runtime.
import { cpSync, mkdirSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { build } from 'esbuild';
import { install } from '../../scripts/pack.ts';
import { packed } from '../support/packed.ts';

const SUITE = resolve(import.meta.dirname, '../client-suite');

/** Runs the client suite against the server whose base URL is the argument, and prints the outcomes. */
const CLIENT = `
import process from 'node:process';
import { createEchoClient } from './service/client.ts';
import { runAll } from './suite/cases.ts';

const baseUrl = process.argv.at(-1);
console.log(JSON.stringify(await runAll({ place: 'node', baseUrl, client: (options) => createEchoClient({ baseUrl, ...options }) })));
process.exit();
`;

const HANDLER = `
import { createEchoServer } from './service/server.ts';
import { handlers, security, withRawAnswers } from './suite/handlers.ts';

const handler = withRawAnswers(createEchoServer(handlers, { security }));
`;

const BUN_SERVER = `${HANDLER}
const server = Bun.serve({ hostname: '127.0.0.1', port: 0, fetch: handler });
console.log(server.url.origin);
`;

const DENO_SERVER = `${HANDLER}
Deno.serve({ hostname: '127.0.0.1', port: 0, onListen: ({ port }) => console.log(\`http://127.0.0.1:\${port}\`) }, handler);
`;

/** One worker for both suites: the path \`/client-suite\` runs the client's. workerd writes headers as UTF-8. */
const WORKER = `${HANDLER}
import { createEchoClient } from './service/client.ts';
import { runAll } from './suite/cases.ts';

export default {
  async fetch(request) {
    const url = new URL(request.url);
    if (url.pathname !== '/client-suite') return handler(request);
    const baseUrl = url.searchParams.get('url');
    return Response.json(await runAll({ place: 'node', accented: 'Ã©', baseUrl, client: (options) => createEchoClient({ baseUrl, ...options }) }));
  },
};
`;

/** The client suite calls a server on loopback, which workers may not by default. */
const WORKERD_CONFIG = `
using Workerd = import "/workerd/workerd.capnp";
const config :Workerd.Config = (
  services = [
    (name = "main", worker = .worker),
    (name = "internet", network = (allow = ["public", "private", "local"])),
  ],
  sockets = [(name = "http", address = "127.0.0.1:0", http = (), service = "main")],
);
const worker :Workerd.Worker = (
  modules = [(name = "worker.js", esModule = embed "worker.js")],
  compatibilityDate = "2026-10-01",
);
`;

/** Writes the project into the folder. `service` is the folder of the generated service. */
export async function makeProject(folder: string, service: string): Promise<void> {
  const { runtime } = packed().tarballs;
  const project = join(folder, 'project');
  install(project, { '@octavo/runtime': `file:${runtime}` });
  cpSync(service, join(project, 'service'), { recursive: true });
  mkdirSync(join(project, 'suite'));
  for (const name of ['assert.ts', 'cases.ts', 'handlers.ts']) cpSync(join(SUITE, name), join(project, 'suite', name));
  const programs = {
    'client.ts': CLIENT,
    'bun.ts': BUN_SERVER,
    'deno.ts': DENO_SERVER,
    'worker.ts': WORKER,
    'workerd.capnp': WORKERD_CONFIG,
  };
  for (const [name, text] of Object.entries(programs)) writeFileSync(join(project, name), text);
  // workerd reads JavaScript, in the one file that its configuration names.
  await build({
    absWorkingDir: project,
    entryPoints: ['worker.ts'],
    outfile: 'worker.js',
    bundle: true,
    format: 'esm',
    platform: 'neutral',
    conditions: ['workerd', 'worker'],
    mainFields: ['module', 'main'],
    logLevel: 'silent',
  });
}
