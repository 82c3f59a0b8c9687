// Runs the client suite and the server suite on Bun, Deno and workerd, with the runtime from its tarball.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { ClientOptions, FetchHandler } from '@octavo/runtime';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { generateService } from '../client-suite/build.ts';
import { type Context, cases, type Outcome } from '../client-suite/cases.ts';
import { handlers, security } from '../client-suite/handlers.ts';
import { type Listening, listenAsService } from '../client-suite/server.ts';
import { serverCases } from '../client-suite/server-cases.ts';
import { makeProject } from './project.ts';
import { type RunningServer, runtimes } from './runtimes.ts';

const installed = runtimes.filter(({ executable }) => executable !== undefined);
const missing = runtimes.filter((runtime) => !installed.includes(runtime)).map(({ name }) => name);
if (missing.length > 0)
  console.warn(`The suites on ${missing.join(', ')} are skipped. Run \`npm --prefix test/runtimes ci\` to install them.`);

const folder = mkdtempSync(join(tmpdir(), 'octavo-runtimes-'));
const project = join(folder, 'project');
/** In the repository, so that the client in Node has the runtime of the suite. */
const scratch = join(import.meta.dirname, '../../.octavo/tmp/runtimes');
afterAll(() => rmSync(folder, { recursive: true, force: true }));

interface Generated {
  readonly createEchoClient: (options: ClientOptions) => ReturnType<Context['client']>;
  readonly createEchoServer: (handlers: object, options: object) => FetchHandler;
}
let generated: Generated;
let inNode: Listening;

beforeAll(async () => {
  if (installed.length === 0) return;
  const service = await generateService(scratch);
  await makeProject(folder, service);
  generated = (await import(pathToFileURL(join(service, 'index.ts')).href)) as Generated;
  inNode = await listenAsService(generated.createEchoServer(handlers, { security }));
});
afterAll(() => inNode?.close());

describe.each(runtimes)('$name', ({ executable, accented, without = {}, runClient, serve }) => {
  describe.skipIf(executable === undefined)('the client', () => {
    let outcomes: readonly Outcome[] = [];
    beforeAll(async () => {
      outcomes = JSON.parse(await runClient(project, `${inNode.url}/v1`));
    });

    test.each(cases)('$name', ({ name }) => {
      expect(outcomes.find((outcome) => outcome.name === name)).toEqual({ name });
    });
  });

  describe.skipIf(executable === undefined)('the server', () => {
    let server: RunningServer;
    beforeAll(async () => {
      server = await serve(project);
    });
    afterAll(() => server?.stop());

    test.each(serverCases.filter(({ name }) => without[name] === undefined))('$name', ({ run }) => run(`${server.url}/v1`));

    test.each(cases)('to a client in Node: $name', ({ run }) => {
      const baseUrl = `${server.url}/v1`;
      return run({
        place: 'node',
        ...(accented === undefined ? {} : { accented }),
        baseUrl,
        client: (options) => generated.createEchoClient({ baseUrl, ...options }),
      });
    });
  });
});
