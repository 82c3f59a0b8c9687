// Tests the command octavo-services as users start it.

import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { createEmailClient } from '@octavo/interfaces/h-email';
import { unwrap } from '@octavo/runtime';
import { Agent, fetch } from 'undici';
import { describe, expect, onTestFinished, test } from 'vitest';
import { createControlClient } from '../../../services/generated/control/index.ts';
import { makeCertificate } from '../../support/certificate.ts';
import { IS_DEEP, sampleOf } from '../../support/effort.ts';
import { type Program, startProgram } from '../../support/program.ts';

const command = resolve(import.meta.dirname, '../../../services/bin/octavo-services.js');

interface Started {
  readonly program: Program;
  readonly url: string;
  readonly control: { readonly url: string; readonly token: string };
}

async function startIn(folder: string, ...args: readonly string[]): Promise<Started> {
  const program = startProgram(process.execPath, [command, 'h-email', '--port', '0', ...args], { cwd: folder });
  onTestFinished(async () => void (await program.stop()));
  const [line] = await program.printed(/^\{.*\}$/m);
  const { documents, control } = JSON.parse(line) as Pick<Started, 'control'> & { documents: { name: string; url: string }[] };
  expect(documents.map(({ name }) => name)).toEqual(['h-email']);
  return { program, url: documents[0]?.url ?? '', control };
}

function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'octavo-services-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** The credits that the account of a key has used. */
async function creditsOf({ url, program }: Started): Promise<number> {
  const [, apiKey = ''] = await program.printed(/apiKey (\S+) +.*Starter/);
  const client = createEmailClient({ baseUrl: url, credentials: { apiKey } });
  return unwrap(await client.getAccount({}), 200).data.requests.credits.used;
}

test('the libraries of PostgreSQL and Redis, a third of all files that would be loaded, are loaded only for them', () => {
  const script = `
    import { registerHooks } from 'node:module';
    const packages = new Set();
    registerHooks({
      load(url, context, next) {
        const [, name] = /node_modules\\/((?:@[^/]+\\/)?[^/]+)/.exec(url) ?? [];
        if (name !== undefined) packages.add(name);
        return next(url, context);
      },
    });
    const { createSandbox } = await import(${JSON.stringify(pathToFileURL(resolve(command, '../../index.ts')).href)});
    await (await createSandbox()).close();
    console.log(JSON.stringify([...packages]));`;
  const { stdout, stderr } = spawnSync(process.execPath, ['--input-type=module', '--eval', script], { encoding: 'utf8' });
  expect(stderr).not.toContain('Error');
  const packages = JSON.parse(stdout) as string[];
  expect(packages).toContain('kysely');
  expect(packages.filter((name) => /redis|^pg/.test(name))).toEqual([]);
});

test('the services keep their data over a restart, unless it is to be deleted', async () => {
  const folder = temporaryFolder();
  const first = await startIn(folder);
  const before = await creditsOf(first);
  const [, apiKey = ''] = await first.program.printed(/apiKey (\S+) +.*Starter/);
  unwrap(
    await createEmailClient({ baseUrl: first.url, credentials: { apiKey } }).searchDomain({ query: { domain: 'brightloaf.example' } }),
    200,
  );
  expect(await creditsOf(first)).toBe(before + 1);
  expect((await first.program.stop()).code).toBe(130);

  const second = await startIn(folder);
  expect(await creditsOf(second)).toBe(before + 1);
  const other = spawnSync(process.execPath, [command, '--port', '0'], { cwd: folder, encoding: 'utf8' });
  expect([other.status, other.stderr]).toEqual([3, expect.stringContaining('Another process has the database')]);
  await second.program.stop();

  const fresh = await startIn(folder, '--fresh');
  expect(await creditsOf(fresh)).toBe(before);
});

test.runIf(IS_DEEP)('control is at the address and has the token of the line on stdout', async () => {
  const { control } = await startIn(temporaryFolder(), '--memory');
  const client = createControlClient({ baseUrl: control.url, credentials: { token: control.token } });
  expect(unwrap(await client.getSandbox(), 200).services.map(({ name }) => name)).toEqual(['h-email']);
});

test.runIf(IS_DEEP)('the command serves HTTPS with a certificate and its key, and says what plain HTTP is for', async () => {
  const folder = temporaryFolder();
  const { cert, key } = await makeCertificate();
  writeFileSync(join(folder, 'cert.pem'), cert);
  writeFileSync(join(folder, 'key.pem'), key);
  const secure = await startIn(folder, '--memory', '--tls', 'cert.pem,key.pem');
  expect([secure.url, secure.control.url]).toEqual([expect.stringMatching(/^https:/), expect.stringMatching(/^http:/)]);
  const trusting = new Agent({ connect: { ca: cert } });
  onTestFinished(() => trusting.close());
  expect((await fetch(`${secure.url}/account`, { dispatcher: trusting })).status).toBe(401);
  const { stderr } = await secure.program.stop();
  expect(stderr).not.toContain('plain HTTP');

  const plain = await startIn(folder, '--memory');
  await plain.program.printed(/^The services speak plain HTTP, which is for this machine only; --tls cert\.pem,key\.pem serves HTTPS\.$/m);
});

test('an older Node gets one line', () => {
  const older = "data:text/javascript,Object.defineProperty(process, 'versions', { value: { node: '20.19.0' } })";
  const { status, stderr } = spawnSync(process.execPath, ['--import', older, command], { encoding: 'utf8' });
  expect([status, stderr]).toEqual([3, 'octavo-services needs Node.js 22.18 or newer, and this is 20.19.0.\n']);
});

const WRONG: readonly (readonly [args: readonly string[], status: number, message: string])[] = [
  [['--port', '65530'], 2, 'octavo-services: --port is not valid: 65530. Write a whole number from 0 to 65525.'],
  [['--blob-space', '1.5'], 2, 'octavo-services: --blob-space is not valid: 1.5. Write a whole number from 1 to 999999 MiB.'],
  [['--prt', '1'], 2, "octavo-services: Unknown option '--prt' (Did you mean --port?)"],
  [['z-none'], 2, 'octavo-services: There is no service z-none. The services are: '],
  [['--tls', 'cert.pem'], 2, 'Write the paths of two files, a certificate and its key: cert.pem,key.pem'],
  [['--tls', 'cert.pem,key.pem'], 2, 'octavo-services: The file of the certificate does not exist: cert.pem.'],
  [['--redis', 'redis://127.0.0.1:1'], 2, 'octavo-services: --redis is for several processes, which need --database too.'],
  [['--memory', '--database', 'postgres://127.0.0.1/a'], 2, 'octavo-services: --memory and --database exclude each other.'],
  [['--fresh', '--database', 'postgres://127.0.0.1/a'], 2, 'octavo-services: --fresh deletes no database of PostgreSQL.'],
];

describe('a wrong option is one line', () => {
  test.each(sampleOf(WRONG, 1))('%j', (args, status, message) => {
    const ended = spawnSync(process.execPath, [command, ...args], { cwd: temporaryFolder(), encoding: 'utf8' });
    expect([ended.status, ended.stdout]).toEqual([status, '']);
    expect(ended.stderr).toContain(message);
    expect(ended.stderr.trim().split('\n')).toHaveLength(1);
  });
});
