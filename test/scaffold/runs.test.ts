// The scaffolds of this repository's services type-check in strict mode, start and answer.
import { spawn, spawnSync } from 'node:child_process';
import { createHmac } from 'node:crypto';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { octavo } from '../cli/run.ts';
import { root, someDocuments } from '../support/documents.ts';
import { sampleOf } from '../support/effort.ts';
import { checkProject, runtimeTypes } from '../support/type-check.ts';

// Inside the repository, so that `@octavo/runtime` resolves.
const folder = path.join(root, '.octavo/tmp/scaffold');
/** Folder, document and adapter. */
const services = [
  ...sampleOf(someDocuments, 1).map(({ id }) => [id, id, undefined] as const),
  ...sampleOf(['express', 'fastify', 'hono', 'node'], 1).map((adapter) => [adapter, 'h-email', adapter] as const),
];

beforeAll(async () => {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  for (const [place, id, adapter] of services) {
    const choice = adapter === undefined ? [] : ['--adapter', adapter];
    const result = await octavo(['scaffold', id, '--out', path.join(folder, place), ...choice], { cwd: root });
    expect(result.code, result.stderr).toBe(0);
  }
  const result = await octavo(['scaffold', 'd-events', '--webhooks', '--out', path.join(folder, 'hooks')], { cwd: root });
  expect(result.code, result.stderr).toBe(0);
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

test('it compiles in strict mode', () => {
  expect(checkProject(folder, { compilerOptions: { paths: runtimeTypes() } })).toBe('');
});

/** Starts a scaffolded file, passes its address to `use`, and stops it. */
async function started(file: string, env: object, use: (url: string) => Promise<void>): Promise<void> {
  const child = spawn(process.execPath, [file], { env: { ...process.env, PORT: '0', ...env }, stdio: ['ignore', 'pipe', 'pipe'] });
  const closed = new Promise((resolve) => child.once('close', resolve));
  try {
    const url = await new Promise<string>((resolve, reject) => {
      let text = '';
      child.stderr.on('data', (chunk: Buffer) => {
        text += String(chunk);
      });
      child.stdout.on('data', (chunk: Buffer) => {
        const found = / (?:is at|go to) (\S+)/.exec(String(chunk))?.[1];
        if (found !== undefined) resolve(found);
      });
      child.on('close', () => reject(new Error(text)));
    });
    await use(url);
  } finally {
    child.kill();
    await closed;
  }
}

for (const [place, id, adapter] of services) {
  test(`${place} starts, and rejects every caller until authentication is implemented`, async () => {
    await started(path.join(folder, place, 'main.ts'), {}, async (url) => {
      expect((await fetch(`${url}/nothing-here`)).status).toBe(404);
      const paths: Record<string, string> = { 'h-email': '/v2/account', 'd-events': '/apps/1/channels' };
      const known = paths[id];
      if (known !== undefined) expect((await fetch(`${url}${known}`)).status).toBe(401);
      if (adapter !== undefined)
        expect(readFileSync(path.join(folder, place, 'main.ts'), 'utf8')).toContain(`'@octavo/runtime/${adapter}'`);
    });
  });
}

test('the test of each passes: client and server meet in memory', { timeout: 300_000 }, () => {
  const vitest = path.join(root, 'node_modules/vitest/vitest.mjs');
  const env = Object.fromEntries(Object.entries(process.env).filter(([name]) => !/^VITEST|^NODE_ENV$|^TEST$/.test(name)));
  spawnSync(
    process.execPath,
    [
      vitest,
      'run',
      '--root',
      folder,
      '--no-isolate',
      '--maxWorkers=1',
      '--reporter=json',
      `--outputFile=${path.join(folder, 'report.json')}`,
    ],
    {
      cwd: folder,
      encoding: 'utf8',
      env,
    },
  );
  const report = JSON.parse(readFileSync(path.join(folder, 'report.json'), 'utf8')) as {
    numPassedTests: number;
    testResults: { name: string; status: string; message: string }[];
  };
  expect(report.testResults.filter(({ status }) => status !== 'passed')).toEqual([]);
  expect(report.testResults.length).toBe(services.length);
  // Most documents have an operation that the test can call, and a status for callers that are not known.
  expect(report.numPassedTests).toBeGreaterThan(services.length);
});

test('a receiver of webhooks starts, and rejects every delivery until it has a secret', async () => {
  const body = '{"time_ms":1,"events":[{"name":"channel_vacated","channel":"a"}]}';
  const signature = createHmac('sha256', 'hush').update(body).digest('hex');
  const headers = { 'content-type': 'application/json', 'x-pusher-key': 'k', 'x-pusher-signature': signature };
  const file = path.join(folder, 'hooks/webhooks.ts');
  for (const [secrets, status] of [
    ['', 401],
    ['old,hush', 200],
  ] as const) {
    await started(file, { WEBHOOK_SECRETS: secrets }, async (url) => {
      expect((await fetch(url, { method: 'POST', headers, body })).status).toBe(status);
    });
  }
});

test('an existing receiver is not changed; a document without webhooks gets none', async () => {
  const again = await octavo(['scaffold', 'd-events', '--webhooks', '--out', path.join(folder, 'hooks')], { cwd: root });
  expect([again.code, again.stdout]).toEqual([0, '']);
  const own = path.join(folder, 'own/webhooks.ts');
  mkdirSync(path.dirname(own));
  writeFileSync(own, '// Mine.\n');
  const lacking = await octavo(['scaffold', 'd-events', '--webhooks', '--out', path.dirname(own)], { cwd: root });
  expect([lacking.code, lacking.stderr]).toEqual([0, expect.stringContaining('Add the missing handlers to webhooks.ts: channelEvents.')]);
  expect([lacking.stderr.includes('Nothing to add'), readFileSync(own, 'utf8')]).toEqual([false, '// Mine.\n']);
  const none = await octavo(['scaffold', 'h-email', '--webhooks', '--out', path.join(folder, 'none')], { cwd: root });
  expect([none.code, none.stderr]).toEqual([2, expect.stringContaining('`h-email` has no webhooks')]);
});

test('an unknown adapter is reported, with the known ones', async () => {
  const result = await octavo(['scaffold', 'h-email', '--out', path.join(folder, 'none'), '--adapter', 'fastfy'], { cwd: root });
  expect(result.code).toBe(2);
  expect(result.stderr).toContain('Unknown adapter `fastfy`. Did you mean `fastify`?');
});
