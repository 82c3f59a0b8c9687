// Runs `octavo dev` like a user: it starts, follows saves, keeps the last good version of a broken document, and leaves no process behind.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { copyFileSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { IS_DEEP } from '../support/effort.ts';
import { codeAtExit } from '../support/program.ts';

const root = path.resolve(import.meta.dirname, '../..');
const folder = path.join(root, '.octavo/tmp/dev');
const octavo = path.join(root, 'generator/bin/octavo.js');
const spec = path.join(folder, 'specs/h-email.yaml');

interface Run {
  readonly child: ChildProcess;
  readonly url: string;
  /** The origin of the mocks. */
  readonly mocks: string;
  /** All that was printed so far, both streams. */
  printed(): string;
  /** Waits until the text was printed after `from` characters. */
  shows(text: string | RegExp, from?: number): Promise<void>;
}

function start(args: readonly string[], cwd: string, options: { detached?: boolean; env?: NodeJS.ProcessEnv } = {}): Run {
  const child = spawn(process.execPath, [octavo, ...args], {
    cwd,
    env: { ...process.env, NO_COLOR: '1', ...options.env },
    detached: options.detached === true,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let printed = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream?.on('data', (chunk) => {
      printed += String(chunk);
    });
  }
  return {
    child,
    get url() {
      return /http:\/\/127\.0\.0\.1:\d+/.exec(printed)?.[0] ?? '';
    },
    get mocks() {
      return /(http:\/\/127\.0\.0\.1:\d+)\/mock/.exec(printed)?.[1] ?? '';
    },
    printed: () => printed,
    shows: (text, from = 0) =>
      until(
        () => (typeof text === 'string' ? printed.slice(from).includes(text) : text.test(printed.slice(from))),
        () => `${text} in:\n${printed}`,
      ),
  };
}

async function until(done: () => boolean | Promise<boolean>, what: () => string, limit = 120_000): Promise<void> {
  const end = performance.now() + limit;
  while (!(await done())) {
    if (performance.now() > end) throw new Error(`waited in vain for ${what()}`);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

function alive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

async function statusOf(run: Run): Promise<{ ready: boolean; documented: boolean; prism: { pid: number; restarts: number } }> {
  return (await (await fetch(`${run.url}/-/status`)).json()) as Awaited<ReturnType<typeof statusOf>>;
}

let dev: Run;

beforeAll(async () => {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(path.join(folder, 'specs'), { recursive: true });
  // Two small ones: what is tried here is the same for any.
  for (const id of ['h-email', 'a-identity']) copyFileSync(path.join(root, `specs/${id}.yaml`), path.join(folder, `specs/${id}.yaml`));
  writeFileSync(path.join(folder, 'package.json'), '{ "private": true, "type": "module" }\n');
  const config = {
    documents: [{ input: 'specs/h-email.yaml', name: 'Email' }, 'specs/a-identity.yaml'],
    importExtension: '.ts',
    schema: false,
  };
  writeFileSync(path.join(folder, 'octavo.config.mjs'), `export default ${JSON.stringify(config)};\n`);
  dev = start(['dev', '--port', '0', '--no-open'], folder);
  await dev.shows('Ready in');
});
afterAll(() => {
  dev.child.kill('SIGKILL');
});

const account = (): Promise<Response> => fetch(`${dev.mocks}/mock/h-email/v2/account?api_key=k`);
const generated = (file: string): string => readFileSync(path.join(folder, 'generated/h-email', file), 'utf8');
const edit = (change: (text: string) => string): void => writeFileSync(spec, change(readFileSync(spec, 'utf8')));

describe('octavo dev', () => {
  test('ready: files, mocks and pages exist, and their places are printed', async () => {
    expect(dev.printed()).toContain(`${dev.mocks}/mock/h-email/v2`);
    expect(dev.printed()).toContain(`${dev.mocks}/mock/a-identity`);
    expect((await account()).status).toBe(200);
    expect(generated('client.ts')).toContain('createEmailClient');
    expect((await fetch(dev.url)).headers.get('content-type')).toContain('text/html');
    expect((await statusOf(dev)).ready).toBe(true);
  });

  test('the mocks have an origin of their own', async () => {
    expect(dev.mocks).not.toBe(dev.url);
    const answer = await fetch(`${dev.url}/mock/h-email/v2/account?api_key=k`);
    expect([answer.status, await answer.text()]).toEqual([404, expect.stringContaining(`${dev.mocks}/mock/<document>`)]);
    expect((await fetch(`${dev.mocks}/-/status`)).status).toBe(404);
  });

  test('the docs are built: the portal, and a page for each reference', async () => {
    await until(async () => (await statusOf(dev)).documented, dev.printed);
    for (const page of ['/', '/h-email/', '/a-identity/']) expect((await fetch(dev.url + page)).status).toBe(200);
  });

  test('the portal and the printed places have the documents in the order of the configuration', async () => {
    const portal = await (await fetch(dev.url)).text();
    expect([...portal.matchAll(/<section class="card service" id="([^"]*)"/g)].map(([, id]) => id)).toEqual(['h-email', 'a-identity']);
    expect([...dev.printed().matchAll(/^ {2}([ah]-\w+) +http/gm)].map(([, id]) => id)).toEqual(['h-email', 'a-identity']);
  });

  test('each page names the mock at the address of this run', async () => {
    expect(await (await fetch(dev.url)).text()).toContain(`<code>${dev.mocks}/mock/h-email/v2</code>`);
    expect(await (await fetch(`${dev.url}/h-email/reference.js`)).text()).toContain(`curl ${dev.mocks}/mock/h-email/v2/account`);
  });

  test('an edit reaches files, mock and docs, and the output says whether it breaks callers', async () => {
    const from = dev.printed().length;
    edit((text) => text.replaceAll('plan_name', 'plan_title'));
    await dev.shows('mock: updated h-email', from);
    expect(await (await account()).text()).toContain('plan_title');
    expect(generated('types.ts')).toContain('plan_title');
    expect(dev.printed().slice(from)).toMatch(/breaking .*plan_/);
    await dev.shows('docs: built h-email', from);
    expect(await (await fetch(`${dev.url}/h-email/reference.js`)).text()).toContain('plan_title');
  });

  test('an address without a page has a page that says so, and a problem for programs', async () => {
    const page = await fetch(`${dev.url}/no/such/page`, { headers: { accept: 'text/html' } });
    expect([page.status, page.headers.get('content-type')]).toEqual([404, 'text/html; charset=utf-8']);
    expect(await page.text()).toContain('<title>Not found');
    const problem = await fetch(`${dev.url}/no/such/page`);
    expect([problem.status, problem.headers.get('content-type')]).toEqual([404, 'application/problem+json']);
  });

  test('an edit of an example alone reaches the mock', async () => {
    const before = await (await account()).text();
    const from = dev.printed().length;
    const email = /"email":"([^"]+)"/.exec(before)?.[1] ?? '';
    expect(email).not.toBe('');
    edit((text) => text.replaceAll(email, 'someone.else@brightloaf.example'));
    await dev.shows('mock: updated h-email', from);
    expect(await (await account()).text()).toContain('someone.else@brightloaf.example');
  });

  test('case 101: a broken edit prints its place, and leaves files, mock and docs as they were', async () => {
    const good = readFileSync(spec, 'utf8');
    const types = generated('types.ts');
    const from = dev.printed().length;
    writeFileSync(spec, good.replace('operationId: getAccount', 'operationId: getAccount: nonsense'));
    await dev.shows(/specs\/h-email\.yaml:\d+:\d+/, from);
    expect(dev.printed().slice(from)).toContain('nonsense');
    expect(generated('types.ts')).toBe(types);
    expect((await account()).status).toBe(200);
    expect((await fetch(`${dev.url}/h-email/`)).status).toBe(200);
    const mended = dev.printed().length;
    writeFileSync(spec, good);
    await dev.shows('h-email: no errors; the generated files are unchanged.', mended);
    await dev.shows('mock: updated h-email', mended);
  });

  test('case 102: a killed Prism is restarted, and the output says so', async () => {
    const from = dev.printed().length;
    const { prism } = await statusOf(dev);
    process.kill(prism.pid, 'SIGKILL');
    await dev.shows('Restarting it.', from);
    await expect.poll(async () => (await account()).status).toBe(200);
  });

  test('case 100: a port in use ends the run with 3, and names another port to try', async () => {
    const server = createServer().listen(0, '127.0.0.1');
    await once(server, 'listening');
    const address = server.address();
    const port = typeof address === 'object' && address !== null ? address.port : 0;
    const second = start(['dev', '--port', String(port), '--no-open'], folder, {
      env: { npm_command: 'start', npm_lifecycle_event: 'start' },
    });
    const [code] = await once(second.child, 'exit');
    server.close();
    expect(code).toBe(3);
    expect(second.printed()).toContain(`Port ${port} is already in use`);
    // Other programs may hold the ports right behind, so the suggested one is any.
    expect(second.printed()).toMatch(/`npm start -- --port \d+`/);
    expect(second.printed()).not.toContain('    at ');
  });

  test('Ctrl-C ends every child process, with exit code 130', async () => {
    const { prism } = await statusOf(dev);
    expect(alive(prism.pid)).toBe(true);
    dev.child.kill('SIGINT');
    expect(await codeAtExit(dev.child)).toBe(130);
    await until(
      () => !alive(prism.pid),
      () => 'the end of Prism',
    );
  });

  if (IS_DEEP)
    test('after a restart, the pages and the mock of a broken document are those of its last version without errors', async () => {
      const good = readFileSync(spec, 'utf8');
      writeFileSync(spec, good.replace('operationId: getAccount', 'operationId: getAccount: nonsense'));
      const run = start(['dev', '--port', '0', '--no-open'], folder);
      try {
        await run.shows('Ready in');
        await until(async () => (await statusOf(run)).documented, run.printed);
        const { broken } = (await statusOf(run)) as { broken?: readonly { id: string }[] };
        expect(broken?.map(({ id }) => id)).toEqual(['h-email']);
        for (const page of ['/h-email/', '/h-email/openapi.json', '/h-email/operations/findEmail.md', '/a-identity/']) {
          expect((await fetch(run.url + page)).status, page).toBe(200);
        }
        const portal = await (await fetch(run.url)).text();
        expect([...portal.matchAll(/<section class="card service" id="([^"]*)"/g)].map(([, id]) => id)).toEqual(['h-email', 'a-identity']);
        expect((await fetch(`${run.mocks}/mock/h-email/v2/account?api_key=k`)).status).toBe(200);
        const mended = run.printed().length;
        writeFileSync(spec, good);
        await run.shows('mock: updated h-email', mended);
        await expect.poll(async () => ((await statusOf(run)) as { broken?: unknown }).broken).toBeUndefined();
      } finally {
        writeFileSync(spec, good);
        run.child.kill('SIGINT');
        await codeAtExit(run.child);
      }
    });

  if (IS_DEEP)
    test('a signal to the whole process group is not reported as a crash of Prism', async () => {
      const run = start(['dev', '--port', '0', '--no-open'], folder, { detached: true });
      await run.shows('Ready in');
      const { prism } = await statusOf(run);
      const exited = codeAtExit(run.child);
      process.kill(prism.pid, 'SIGTERM');
      process.kill(-(run.child.pid ?? Number.NaN), 'SIGTERM');
      expect(await exited).toBe(143);
      expect(run.printed()).not.toContain('Prism died');
      await until(
        () => !alive(prism.pid),
        () => 'the end of Prism',
      );
    });

  test('SIGTERM does the same, also during the start', async () => {
    const run = start(['mock', '--port', '0'], folder);
    await run.shows('/mock/h-email/v2');
    run.child.kill('SIGTERM');
    expect(await codeAtExit(run.child)).toBe(143);
  });
});
