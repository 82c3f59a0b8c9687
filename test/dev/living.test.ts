// `octavo dev` with mocks that remember: by the configuration or the option, told to the portal, and steered by its pages.
import { type ChildProcess, spawn } from 'node:child_process';
import { copyFileSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { checkConfig } from '../../generator/config/check.ts';
import { serverChoices } from '../../portal/console/request/servers.ts';
import { codeAtExit } from '../support/program.ts';

const root = path.resolve(import.meta.dirname, '../..');
/** Out of the repository, where Redocly is not found: no test here looks at references. */
const folder = mkdtempSync(path.join(tmpdir(), 'octavo-dev-living-'));

interface Status {
  readonly mocks: readonly { readonly id: string; readonly url: string; readonly operations: number; readonly by: 'prism' | 'living' }[];
  readonly control?: string;
  readonly prism?: object;
}

let dev: ChildProcess;
let printed = '';
let portal = '';

beforeAll(async () => {
  copyFileSync(path.join(root, 'docs/guides/library.yaml'), path.join(folder, 'library.yaml'));
  const config =
    "export default {\n  documents: ['library.yaml'], schema: false,\n  mock: { living: true, seed: 3, things: { library: { '/boks': false } } },\n};\n";
  writeFileSync(path.join(folder, 'octavo.config.js'), config);
  writeFileSync(path.join(folder, 'package.json'), '{ "type": "module" }');
  dev = spawn(process.execPath, [path.join(root, 'generator/bin/octavo.js'), 'dev', '--no-open', '--port', '0'], {
    cwd: folder,
    env: { ...process.env, NO_COLOR: '1' },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  for (const stream of [dev.stdout, dev.stderr]) stream?.on('data', (chunk) => (printed += String(chunk)));
  await vi.waitUntil(() => printed.includes('Ready in'), { timeout: 120_000 });
  portal = /docs +(http:\/\/127\.0\.0\.1:\d+)\//.exec(printed)?.[1] ?? '';
}, 130_000);

afterAll(async () => {
  dev.kill('SIGINT');
  await codeAtExit(dev);
  rmSync(folder, { recursive: true, force: true });
});

const statusOf = async (): Promise<{ readonly status: Status; readonly cookie: string }> => {
  const response = await fetch(`${portal}/-/status`);
  return { status: (await response.json()) as Status, cookie: response.headers.get('set-cookie')?.split(';')[0] ?? '' };
};

test('the mock remembers, no Prism runs, and the portal says which one answers', async () => {
  expect(printed).toMatch(/library +http:\S+\/mock\/library\/v1 {2}\(mock that remembers, \d+ operations\)/);
  expect(printed).not.toContain('@stoplight/prism-cli would add');
  const { status } = await statusOf();
  expect(status.prism).toBeUndefined();
  expect(status.mocks).toMatchObject([{ id: 'library', by: 'living' }]);
  const url = status.mocks[0]?.url ?? '';
  const headers = { authorization: 'Bearer any', 'content-type': 'application/json' };
  const body = JSON.stringify({ title: 'Night Ferry', author: 'Ann Holm', genre: 'travel' });
  const made = await fetch(`${url}/books`, { method: 'POST', headers, body });
  expect(made.status).toBe(201);
  expect(made.headers.get('x-octavo-mock')).toBe('living');
  const { id } = (await made.json()) as { id: string };
  expect((await fetch(`${url}/books/${id}`)).status).toBe(200);
  const document = { id: 'library', servers: [{ filled: 'https://lantern-street.library.example/v1' }] };
  const shown = serverChoices(document as unknown as Parameters<typeof serverChoices>[0], {} as Parameters<typeof serverChoices>[1], {
    ready: true,
    url: portal,
    documented: true,
    ...status,
  });
  expect(shown.map(({ label }) => label)).toEqual(['Mock that remembers', 'lantern-street.library.example']);
});

test('what `mock.things` says wrongly is told with its place, and the mock runs', () => {
  expect(printed).toMatch(/octavo\.config\.js:3:\d+: `mock\.things` names `\/boks`, which is no path of a collection in this document\./);
});

test('pages of the portal steer it with the cookie, and others do not', async () => {
  const { status, cookie } = await statusOf();
  const { control = '' } = status;
  expect(printed).toContain(control);
  const ask = async (origin: string) => fetch(`${control}/sandbox`, { headers: { cookie, origin } });
  const seen = await ask(portal);
  expect(seen.headers.get('access-control-allow-origin')).toBe(portal);
  expect(await seen.json()).toMatchObject({ services: [{ name: 'library', documents: [{ name: 'library' }] }] });
  expect((await ask('http://127.0.0.1:9')).status).toBe(403);
  expect(cookie).toMatch(/^octavo_control=.{40,}$/);
});

test('the configuration is checked', () => {
  const faults = (mock: unknown) => checkConfig({ documents: ['a.yaml'], mock });
  expect(faults({ living: true, seed: 1 })).toEqual([]);
  expect(faults({ living: 'yes' })).toHaveLength(1);
  expect(faults({ lively: true })).toHaveLength(1);
});
