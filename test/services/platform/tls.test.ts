// Tests services by HTTPS: the files that it takes, and the addresses in what the services answer.

import { generateKeyPairSync } from 'node:crypto';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { createSchedulingClient } from '@octavo/interfaces/e-scheduling';
import { createInstalmentsClient } from '@octavo/interfaces/f-instalments';
import { unwrap } from '@octavo/runtime';
import { afterAll, describe, expect, onTestFinished, test } from 'vitest';
import { apps } from '../../../services/d-events/seed.ts';
import { tokens } from '../../../services/e-scheduling/seed.ts';
import { keys as shops } from '../../../services/f-instalments/seeds/seed.ts';
import { loadServices } from '../../../services/index.ts';
import { run } from '../../../services/platform/run/run.ts';
import { plainHttpLine, readTls, tlsFilesOf } from '../../../services/platform/run/tls.ts';
import { makeCertificate, trustedCertificate } from '../../support/certificate.ts';
import { IS_DEEP } from '../../support/effort.ts';
import { startProgram } from '../../support/program.ts';
import { connect } from '../d-events/client.ts';

const folder = mkdtempSync(join(tmpdir(), 'octavo-tls-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Writes a file, and gives its path. */
function file(name: string, text: string): string {
  const path = join(folder, name);
  writeFileSync(path, text);
  return path;
}

describe('the files of --tls', () => {
  const now = Date.now();
  const read = (files: { cert: string; key: string }, host = '127.0.0.1') => {
    const lines: string[] = [];
    return { tls: readTls(files, host, now, (line) => lines.push(line.replace(folder, ''))), lines };
  };

  test('are a certificate and its key', async () => {
    const made = await makeCertificate();
    const files = { cert: file('cert.pem', made.cert), key: file('key.pem', made.key) };
    expect(read(files)).toEqual({ tls: made, lines: [] });
    expect(read(files, 'localhost').lines).toEqual([]);
    expect(read(files, '0.0.0.0').lines).toEqual([]);
  });

  test.each([
    ['a.pem,b.pem', { cert: 'a.pem', key: 'b.pem' }],
    [' a.pem , b.pem ', { cert: 'a.pem', key: 'b.pem' }],
    ['a.pem', undefined],
    ['a.pem,', undefined],
    ['a.pem,b.pem,c.pem', undefined],
  ])('%j names %j', (text, files) => expect(tlsFilesOf(text)).toEqual(files));

  test('are refused with what is wrong and with what', async () => {
    const [one, other] = await Promise.all([makeCertificate(), makeCertificate()]);
    const cert = file('one.pem', one.cert);
    const key = file('one-key.pem', one.key);
    const { privateKey } = generateKeyPairSync('ec', {
      namedCurve: 'P-256',
      publicKeyEncoding: { type: 'spki', format: 'pem' },
      privateKeyEncoding: { type: 'pkcs8', format: 'pem', cipher: 'aes-256-cbc', passphrase: 'secret' },
    });
    const refused = (files: { cert: string; key: string }): string => {
      try {
        read(files);
      } catch (error) {
        return (error as Error).message.replaceAll(`${folder}/`, '');
      }
      return 'not refused';
    };
    expect([
      refused({ cert: join(folder, 'none.pem'), key }),
      refused({ cert, key: join(folder, 'none.pem') }),
      refused({ cert: join(folder, '.'), key }),
      refused({ cert: key, key: cert }),
      refused({ cert, key: cert }),
      refused({ cert: file('text.pem', 'a certificate'), key }),
      refused({ cert, key: file('locked.pem', privateKey) }),
      refused({ cert, key: file('other-key.pem', other.key) }),
    ]).toEqual([
      'The file of the certificate does not exist: none.pem.',
      'The file of the key does not exist: none.pem.',
      expect.stringMatching(/^The file of the certificate cannot be read: .* \(EISDIR\)\.$/),
      'one-key.pem is not a certificate in PEM, which begins with -----BEGIN CERTIFICATE-----. It holds a private key: the certificate is named first.',
      'one.pem is not a private key in PEM, which begins with -----BEGIN PRIVATE KEY-----.',
      'text.pem is not a certificate in PEM, which begins with -----BEGIN CERTIFICATE-----.',
      'The key locked.pem needs a passphrase. Write it without one: openssl pkey -in locked.pem -out key.pem',
      'The key other-key.pem does not belong to the certificate one.pem. Name the two files that were made together.',
    ]);
  });

  test('get a line where clients will refuse the certificate', async () => {
    const [from, until] = [new Date('2020-01-01T00:00:00Z'), new Date('2020-02-01T00:00:00Z')];
    const linesFor = async (...given: Parameters<typeof makeCertificate>) => {
      const made = await makeCertificate(...given);
      return read({ cert: file('odd.pem', made.cert), key: file('odd-key.pem', made.key) }).lines;
    };
    expect(await linesFor({ from, until })).toEqual([
      'The certificate /odd.pem expired at 2020-02-01T00:00:00.000Z: clients will refuse it.',
    ]);
    expect(await linesFor({ from: new Date(now + 3_600_000) })).toEqual([
      expect.stringMatching(/^The certificate \/odd\.pem is not valid before .*: clients will refuse it until then\.$/),
    ]);
    expect(await linesFor({ host: 'plant.example' })).toEqual([
      'The certificate /odd.pem is not for 127.0.0.1: clients will refuse it there. --host takes a name or an address that it is for.',
    ]);
  });
});

test('a line says what plain HTTP is for', () => {
  expect(plainHttpLine(true, '--tls cert.pem,key.pem')).toBe(
    'The services speak plain HTTP, which is for this machine only; --tls cert.pem,key.pem serves HTTPS.',
  );
  expect(plainHttpLine(false, 'X')).toBe(
    'The services speak plain HTTP to other machines: anybody on the way can read keys and data. X serves HTTPS.',
  );
});

describe('services under octavo dev', () => {
  /** Runs what `serve` of the configuration names, without `octavo dev`. */
  async function dev(OCTAVO_TLS: string): Promise<string> {
    const code = `
      const { default: serve } = await import(${JSON.stringify(pathToFileURL(resolve('services/dev.ts')).href)});
      const { services, close } = await serve({ port: () => 0, host: '127.0.0.1', portal: 'http://127.0.0.1:4000', signal: new AbortController().signal });
      console.log(services.map(({ url }) => new URL(url).protocol).join(' '));
      await close();`;
    mkdirSync(join(folder, '.octavo/sandbox'), { recursive: true });
    const env = { ...process.env, OCTAVO_TLS };
    const program = startProgram(process.execPath, ['--input-type=module', '--eval', code], { cwd: folder, env });
    onTestFinished(async () => void (await program.stop()));
    const { stdout, stderr } = await program.outcome;
    return stdout + stderr;
  }

  test('serve HTTPS with the files that the environment names', async () => {
    const made = await makeCertificate();
    const files = [file('dev.pem', made.cert), file('dev-key.pem', made.key)];
    expect(await dev(files.join())).toMatch(/^https:(?: https:)+$/m);
  });

  test.runIf(IS_DEEP)('say without them what plain HTTP is for, and what is wrong with one file', async () => {
    const plain = await dev('');
    expect(plain).toMatch(/^http:(?: http:)+$/m);
    expect(plain).toContain(plainHttpLine(true, 'OCTAVO_TLS=cert.pem,key.pem'));
    expect(await dev('cert.pem')).toContain(
      'OCTAVO_TLS is not valid: cert.pem. Write the paths of two files, a certificate and its key: cert.pem,key.pem',
    );
  });
});

describe('services by HTTPS', () => {
  /** Starts a service with a certificate that this process trusts. */
  async function start(name: string): Promise<string> {
    const running = await run(await loadServices([name]), { host: '127.0.0.1', port: () => 0, tls: await trustedCertificate() });
    onTestFinished(() => running.close());
    expect(running.control?.url).toMatch(/^http:\/\/127\.0\.0\.1:/);
    return running.services[0]?.documents[0]?.url ?? '';
  }

  test('sockets of the event service are wss, which an app may require', async () => {
    const baseUrl = await start('d-events');
    const client = await connect(baseUrl, apps.secure);
    await client.joined('match-1');
    await client.end();
  });

  test('addresses of the scheduling service and its pages begin with https', async () => {
    const baseUrl = await start('e-scheduling');
    const client = createSchedulingClient({ baseUrl, credentials: { personalToken: tokens.owner } });
    const { resource } = unwrap(await client.getCurrentUser(), 200);
    const { uri, scheduling_url } = resource;
    expect([uri, scheduling_url].map((url) => new URL(url).origin)).toEqual([new URL(baseUrl).origin, new URL(baseUrl).origin]);
    expect((await fetch(scheduling_url)).status).toBe(200);
  });

  test('the page of a payment begins with https', async () => {
    const baseUrl = await start('f-instalments');
    const client = createInstalmentsClient({ baseUrl, credentials: { InstalmentsAuth: shops.fernAndOak } });
    const payment = { purchase_amount: 20_000, installments_count: 3, return_url: 'https://shop.example/done' };
    const { url } = unwrap(await client.createPayment({ body: { payment } }), 200);
    expect(new URL(url).origin).toBe(new URL(baseUrl).origin);
    expect((await fetch(url)).status).toBe(200);
  });
});
