// Tests services/deploy/Containerfile. The deep test runs its steps and starts what they make, with a root that cannot be written and a user without
// rights; no container engine is needed, and none makes the image itself.

import { spawnSync } from 'node:child_process';
import { existsSync, lstatSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative, resolve } from 'node:path';
import { createEventsClient } from '@octavo/interfaces/d-events';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { IS_DEEP } from '../../support/effort.ts';
import { freePort } from '../../support/free-port.ts';
import { buildStages, filesIn } from './build.ts';
import { CONTAINER, prepareRoot, startIn } from './container.ts';
import { readContainerfile } from './containerfile.ts';

const repository = resolve(import.meta.dirname, '../../..');
const stages = readContainerfile(join(repository, 'services/deploy/Containerfile'));
const image = stages.at(-1) as (typeof stages)[number];

test('the image runs as a user without rights, says how it is and takes the signal that ends it', () => {
  expect(image.user).toEqual([1000, 1000]);
  expect(image).toMatchObject({ stopSignal: 'SIGTERM', volumes: ['/data'], ports: ['4010-4019'] });
  expect(image.healthcheck?.at(-1)).toContain('/healthz');
  // The same Node.js in all stages, by its major version.
  expect(new Set(stages.map(({ base }) => base))).toEqual(new Set(['node:24-trixie-slim']));
});

/** Megabytes that the image adds to its base. Most of it are libraries. */
const MOST_MEGABYTES = 72;

const bearer = (token: string) => ({ authorization: `Bearer ${token}` });
const basic = (text: string) => ({ authorization: `Basic ${Buffer.from(text).toString('base64')}` });
const shop = basic('jonas.reuter@papaver-books.example:Sea-Glass-and-24-Poems');
/** A request to each document that is not signed. */
const REQUESTS: Readonly<Record<string, readonly [path: string, headers: Record<string, string>]>> = {
  'a-identity': ['/oauth2/v2/userinfo', bearer('at-8Rw5nJd2Tq7')],
  'b-microblog': ['/2/users/by/username/tidewatch', bearer('AAAAtidedeskPro8Rw5nJd2Tq7Lx3Vb9Km4Hs6Fy1')],
  'b-microblog-v1': ['/account/verify_credentials.json', {}],
  'c-controller': ['/device', basic('kettle-house:M4shT0n-67C-Harvest')],
  'e-scheduling': ['/api/v2/users/me', bearer('pat_NorthlightAmara7kQ2mX9vR4tZ8w')],
  'f-instalments': ['/payments', { authorization: 'Instalments-Auth sk_test_4cT9mZq1XvB7rLw2HnD8' }],
  'g-messaging': ['/v1/addressbooks', shop],
  'g-messaging-marketing': ['/v1/groups', shop],
  'h-email': ['/account', { 'x-api-key': 'b5f1c80e63d24a97a0c1f2e4d8739b560a4c7e1d' }],
};

interface Served {
  readonly name: string;
  readonly url: string;
}

async function statusesOf(documents: readonly Served[]): Promise<Readonly<Record<string, number>>> {
  const asked = documents.map(async ({ name, url }) => {
    const baseUrl = url.replace('0.0.0.0', '127.0.0.1');
    if (name === 'd-events') {
      const signedQuery = { key: '2f9c0b7ae41d', secret: 'a-secret-of-your-own' };
      const client = createEventsClient({ baseUrl, credentials: { signedQuery } });
      return [name, (await client.listChannels({ path: { app_id: '60417' } })).status] as const;
    }
    const [path, headers] = REQUESTS[name] ?? ['', {}];
    return [name, (await fetch(`${baseUrl.replace(/\/$/, '')}${path}`, { headers })).status] as const;
  });
  return Object.fromEntries(await Promise.all(asked));
}

// It installs the packages twice, so a quick run leaves it out.
describe.runIf(IS_DEEP && CONTAINER)('what the steps make', () => {
  let folder = '';
  let root = '';
  let installed: readonly string[] = [];
  let data = '';
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'octavo-image-'));
    root = buildStages(stages, repository, folder);
    installed = filesIn(root);
    data = join(folder, 'volume');
    prepareRoot({ root, data, image });
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  /** What each file of the image is, so that a change shows. */
  const state = () => Object.fromEntries(installed.map((path) => [path, [lstatSync(path).size, lstatSync(path).mtimeMs]]));

  async function start(env: Readonly<Record<string, string>>) {
    const metrics = `127.0.0.1:${await freePort()}`;
    const program = startIn({ root, data, image }, image.entrypoint, { OCTAVO_PORT: '0', OCTAVO_METRICS: metrics, ...env });
    const [line] = await program.printed(/^\{"documents".*\}$/m);
    const { documents } = JSON.parse(line) as { readonly documents: readonly Served[] };
    const [command = '', ...args] = image.healthcheck ?? [];
    const isHealthy = () => spawnSync(command, args, { env: { PATH: process.env.PATH, OCTAVO_METRICS: metrics } }).status === 0;
    return { program, documents, metrics, isHealthy };
  }

  test('has what a production install needs, and nothing else', () => {
    const files = installed.map((path) => relative(root, path));
    expect(files.filter((path) => /\.ts$|(^|\/)(test|specs|generator|portal)\//.test(path) && !path.includes('node_modules'))).toEqual([]);
    const packages = readdirSync(join(root, 'app/node_modules'));
    const { devDependencies } = JSON.parse(readFileSync(join(repository, 'package.json'), 'utf8')) as { devDependencies: object };
    const { dependencies } = JSON.parse(readFileSync(join(repository, 'services/package.json'), 'utf8')) as { dependencies: object };
    const wanted = [...Object.keys(dependencies), 'openapi-fetch'];
    expect(packages.filter((name) => name in devDependencies && !wanted.includes(name))).toEqual([]);
    const bytes = installed.reduce((sum, path) => sum + (lstatSync(path).isFile() ? lstatSync(path).size : 0), 0);
    console.log(`The image adds ${(bytes / 1e6).toFixed(1)} MB in ${files.length} files and folders to its base.`);
    expect(bytes / 1e6).toBeLessThan(MOST_MEGABYTES);
  });

  test('runs with a root that its user cannot write', async () => {
    const script =
      'id -u; for place in / /app /app/services /base; do touch $place/probe 2>/dev/null && echo $place; done; touch /data/probe /tmp/probe && echo done';
    const { code, stdout } = await startIn({ root, data, image }, ['sh', '-c', script], {}).outcome;
    expect([code, stdout]).toEqual([0, '1000\ndone\n']);
    rmSync(join(data, 'probe'));
  });

  test('answers for all documents, and ends in time', async () => {
    const before = state();
    // As in compose.yaml, behind a proxy of the same network.
    const { program, documents, metrics, isHealthy } = await start({ OCTAVO_HOST: '127.0.0.1' });
    expect(await (await fetch(`http://${metrics}/readyz`)).json()).toMatchObject({ status: 'ready' });
    expect(isHealthy()).toBe(true);
    const statuses = await statusesOf(documents);
    expect(Object.keys(statuses)).toHaveLength(10);
    expect([...new Set(Object.values(statuses))], JSON.stringify(statuses)).toEqual([200]);
    const asked = performance.now();
    program.child.kill(image.stopSignal as NodeJS.Signals);
    expect((await program.outcome).code).toBe(143);
    expect(performance.now() - asked).toBeLessThan(10_000);
    expect(isHealthy()).toBe(false);
    expect(readdirSync(data)).toEqual(['.octavo']);
    expect(state()).toEqual(before);
  });

  test('as it is, refuses the credentials of the seeds, since other machines reach it', async () => {
    const { program, documents } = await start({});
    const statuses = await statusesOf(documents.filter(({ name }) => name !== 'd-events'));
    expect([...new Set(Object.values(statuses))], JSON.stringify(statuses)).toEqual([401]);
    program.child.kill(image.stopSignal as NodeJS.Signals);
    const { code, stderr, stdout } = await program.outcome;
    expect(code).toBe(143);
    expect(JSON.parse(stdout)).not.toHaveProperty('control');
    expect(stderr).toContain('"msg":"Control is off and seeded credentials are refused, since other machines can reach the services."');
    // The rows are those of the run before.
    expect(existsSync(join(data, '.octavo/sandbox/sandbox.sqlite'))).toBe(true);
  });
});
