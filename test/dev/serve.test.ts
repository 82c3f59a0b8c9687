// `octavo dev` with `serve`: the example recipe box runs beside its mock, its places are printed, and nothing of it outlives the command.
import { spawn } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { codeAtExit } from '../support/program.ts';

const root = path.resolve(import.meta.dirname, '../..');
/** Out of the repository, where Prism and Redocly are not found: `dev.test.ts` runs both, and no test here looks at what they do. */
const folder = mkdtempSync(path.join(tmpdir(), 'octavo-dev-serve-'));

const start = (...args: string[]) =>
  spawn(process.execPath, [path.join(root, 'generator/bin/octavo.js'), 'dev', '--no-open', ...args], {
    cwd: folder,
    env: { ...process.env, NO_COLOR: '1' },
    stdio: ['ignore', 'pipe', 'pipe'],
  });

interface Status {
  readonly documented: boolean;
  readonly live: {
    state: string;
    pid: number;
    services: { id: string; url: string; docs: string; credentials: unknown }[];
    error?: string;
  };
}

let dev: ReturnType<typeof start>;
let printed = '';
/** What came on stdout, whose parts may come between those of stderr. */
let stdout = '';
let portal = '';
let live = '';
const shows = (text: string | RegExp) => vi.waitUntil(() => printed.match(text) !== null, { timeout: 120_000 });
const status = async (): Promise<Status> => (await (await fetch(`${portal}/-/status`)).json()) as Status;
const me = (token: string) => fetch(`${live}/cook`, { headers: { authorization: `Bearer ${token}` } });
const isAlive = (pid: number): boolean => {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
};

function begin(...args: string[]): void {
  printed = '';
  stdout = '';
  dev = start('--port', '0', ...args);
  dev.stdout.on('data', (chunk) => (stdout += String(chunk)));
  for (const stream of [dev.stdout, dev.stderr]) stream.on('data', (chunk) => (printed += String(chunk)));
}

beforeAll(async () => {
  const made = ['node_modules', 'api', '.octavo'];
  cpSync(path.join(root, 'examples/recipe-box'), folder, { recursive: true, filter: (file) => !made.includes(path.basename(file)) });
  mkdirSync(path.join(folder, 'node_modules/@octavo'), { recursive: true });
  for (const name of ['octavo', '@octavo/runtime'])
    symlinkSync(path.join(root, 'node_modules', name), path.join(folder, 'node_modules', name));
  begin();
  await shows('Ready in');
  portal = /docs +(http:\/\/127\.0\.0\.1:\d+)\//.exec(printed)?.[1] ?? '';
  live = /recipe-box +(http:\S+) +\(live\)/.exec(printed)?.[1] ?? '';
});
afterAll(() => {
  dev.kill('SIGKILL');
  rmSync(folder, { recursive: true, force: true, maxRetries: 3 });
});

test('the places of the service are printed: live, mock, docs, and credentials that work', async () => {
  expect(printed).toMatch(
    new RegExp(
      [
        String.raw`  recipe-box  http://127\.0\.0\.1:\d+/v1  \(live\)`,
        String.raw`              http://127\.0\.0\.1:\d+/mock/recipe-box/v1  \(mock, 16 operations\)`,
        String.raw`              ${portal}/recipe-box/  \(docs\)`,
        String.raw`              cook: saffron  \(Mira\)`,
        String.raw`              cook: nutmeg  \(Jonas\)`,
      ].join('\n'),
    ),
  );
  expect(await (await me('saffron')).json()).toEqual({ name: 'Mira' });
  expect((await me('parsley')).status).toBe(401);
});

test('the status has them too, and the portal links the live address beside the mock', async () => {
  const { live: state } = await status();
  expect(state).toMatchObject({
    state: 'running',
    services: [{ id: 'recipe-box', name: 'Recipe box', url: live, docs: `${portal}/recipe-box/` }],
  });
  expect(state.services[0]?.credentials).toContainEqual({ scheme: 'cook', value: 'saffron', note: 'Mira' });
  await expect.poll(async () => (await status()).documented, { timeout: 120_000 }).toBe(true);
  const page = await (await fetch(portal)).text();
  expect(page).toContain(`<a href="${live}"><code>${live}</code></a>`);
  expect(page).toContain('/mock/recipe-box/v1</code>');
});

test('a change is live at the same address; an error is named, and the rest goes on', async () => {
  const cooks = path.join(folder, 'src/cooks.ts');
  const good = readFileSync(cooks, 'utf8');
  writeFileSync(cooks, good.replace('Mira', 'Miriam'));
  await shows(/serve: started 1 service in \d+ ms\./);
  expect(await (await me('saffron')).json()).toEqual({ name: 'Miriam' });
  expect(printed).toContain('cook: saffron  (Miriam)');
  writeFileSync(cooks, good.replace('new Map', "throw new Error('The kitchen is closed');\n"));
  await shows(/serve: src\/cooks\.ts:\d+:\d+: SyntaxError: .*/);
  expect(printed).toContain('The previous version keeps running. Save a change to try again.');
  writeFileSync(cooks, `${good}throw new Error('The kitchen is closed');\n`);
  await shows(/serve: src\/cooks\.ts:\d+:7: The kitchen is closed\n {4}at src\/cooks\.ts/);
  expect((await fetch(portal)).status).toBe(200);
  expect(await status()).toMatchObject({ live: { state: 'running', error: 'The kitchen is closed' } });
  expect(await (await me('saffron')).json()).toEqual({ name: 'Miriam' });
});

test('Ctrl-C ends it, with exit code 130; a killed command leaves no process behind', async () => {
  const { live: before } = await status();
  const stopped = codeAtExit(dev);
  dev.kill('SIGINT');
  expect(await stopped).toBe(130);
  expect(isAlive(before.pid)).toBe(false);
  cpSync(path.join(root, 'examples/recipe-box/src/cooks.ts'), path.join(folder, 'src/cooks.ts'));
  // With the mock that remembers.
  begin('--json', '--living');
  const line = await vi.waitUntil(() => /^\{.*\}$/m.exec(stdout)?.[0], { timeout: 120_000 });
  const places = JSON.parse(line) as { url: string; live: Record<string, Status['live']['services'][number]> };
  const { url, credentials } = places.live['recipe-box'] ?? { url: '', credentials: [] };
  expect((await fetch(`${url}/health`)).status).toBe(200);
  expect(credentials).toHaveLength(2);
  portal = places.url;
  const { live: after } = await status();
  dev.kill('SIGKILL');
  await expect.poll(() => isAlive(after.pid)).toBe(false);
});
