// Tests services/deploy/nginx.conf before two processes: hosts, what it says of callers, streams and sockets, health, and a process that is killed.

import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { type IncomingMessage, type RequestOptions, request } from 'node:http';
import { resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { WebSocket } from 'ws';
import { apps, tokens } from '../../services/b-microblog/seeds/credentials.ts';
import { loadServices, serviceNames } from '../../services/index.ts';
import { portsFrom } from '../../services/ports.ts';
import { IS_DEEP } from '../support/effort.ts';
import { freePort } from '../support/free-port.ts';
import { NGINX, startNginx } from '../support/nginx.ts';
import { POSTGRES } from '../support/postgres.ts';
import { REDIS } from '../support/redis.ts';
import { type SandboxProcess, startTwoProcesses, type TwoProcesses } from '../support/sandbox-process.ts';

const configuration = readFileSync(resolve(import.meta.dirname, '../../services/deploy/nginx.conf'), 'utf8');
const documents = (await loadServices(serviceNames)).flatMap((service) => service.documents);

test('the configuration has the ports of both processes for each document', () => {
  const upstreams = [...configuration.matchAll(/upstream (\S+) \{[^}]*server 127\.0\.0\.1:(\d+) [^}]*server 127\.0\.0\.1:(\d+) /g)];
  const want = documents.map((name) => [name, String(portsFrom(4010)(name)), String(portsFrom(4110)(name))]);
  expect(upstreams.map(([, ...facts]) => facts)).toEqual(want);
  expect(configuration).toContain(`(?<document>${documents.join('|')})`);
});

const SERVED = ['a-identity', 'b-microblog', 'd-events', 'e-scheduling'];

// Where they are not installed, the helpers print a line that says so.
describe.skipIf(!NGINX || !POSTGRES || !REDIS)('behind nginx', () => {
  let two: TwoProcesses;
  let nginx: Awaited<ReturnType<typeof startNginx>>;
  let port = 0;
  let operatorPort = 0;
  beforeAll(async () => {
    [two, port, operatorPort] = await Promise.all([
      startTwoProcesses(SERVED, ['--trusted-proxies', '127.0.0.1', '--log-level', 'info', '--drain-delay', '3']),
      freePort(),
      freePort(),
    ]);
    nginx = await startNginx(configurationFor(two.processes), port);
  });
  afterAll(async () => {
    await nginx.stop();
    await two.end();
  });

  function configurationFor(processes: readonly SandboxProcess[]): string {
    const ports = new Map(
      documents.flatMap((name) =>
        processes.map((one, index) => [
          `127.0.0.1:${portsFrom(4010 + 100 * index)(name)} `,
          `127.0.0.1:${one.has(name) ? new URL(one.url(name)).port : 1} `,
        ]),
      ),
    );
    return configuration
      .replace(/127\.0\.0\.1:4\d{3} /g, (place) => ports.get(place) ?? place)
      .replace('127.0.0.1:8081', `127.0.0.1:${operatorPort}`)
      .replaceAll('listen 8080', `listen 127.0.0.1:${port}`);
  }

  async function ask(document: string, path: string, { body, ...options }: RequestOptions & { readonly body?: string } = {}) {
    const headers = { host: `${document}.example.com:${port}`, ...options.headers };
    const sent = request({ host: '127.0.0.1', port, path, ...options, headers }).end(body);
    const [answer] = (await once(sent, 'response')) as [IncomingMessage];
    return answer;
  }

  async function textOf(answer: IncomingMessage): Promise<string> {
    let text = '';
    for await (const part of answer.setEncoding('utf8')) text += part;
    return text;
  }

  const owner = { authorization: 'Bearer pat_NorthlightAmara7kQ2mX9vR4tZ8w' };
  const operator = async () => (await fetch(`http://127.0.0.1:${operatorPort}/readyz`)).status;

  test('links begin with the name that callers use, and what callers make up counts for nothing', async () => {
    const made = {
      'x-forwarded-for': '198.51.100.1',
      'x-forwarded-host': 'evil.example',
      'x-forwarded-proto': 'https',
      'x-request-id': 'made-up',
    };
    const answer = await ask('e-scheduling', '/api/v2/users/me', { headers: { ...owner, ...made } });
    const { resource } = JSON.parse(await textOf(answer)) as { resource: { uri: string } };
    expect([answer.statusCode, resource.uri]).toEqual([
      200,
      expect.stringContaining(`http://e-scheduling.example.com:${port}/api/v2/users/`),
    ]);
    const id = String(answer.headers['x-request-id']);
    expect(id).toMatch(/^[\da-f]{32}$/);
    // The same request in both logs, which are written after the answer.
    await expect.poll(() => nginx.output()).toContain(id);
    expect(nginx.output()).toContain(` GET 200 `);
    await expect.poll(() => two.processes.map(({ program }) => program.written()).join('')).toContain(id);
    const logs = two.processes.map(({ program }) => program.written()).join('');
    const [line = '{}'] = logs.split('\n').filter((one) => one.includes(id));
    expect(JSON.parse(line)).toMatchObject({ client: '127.0.0.1', operationId: 'getCurrentUser', status: 200 });
    expect(logs).not.toContain('198.51.100.1');
  });

  test('a stream is passed on as it comes', async () => {
    const reader = { authorization: `Bearer ${apps.pro.bearer}`, 'content-type': 'application/json' };
    const rule = JSON.stringify({ add: [{ value: 'nightheron' }] });
    expect(
      (await ask('b-microblog', '/2/tweets/search/stream/rules', { method: 'POST', headers: reader, body: rule })).resume().statusCode,
    ).toBe(201);
    const stream = await ask('b-microblog', '/2/tweets/search/stream', { headers: reader });
    onTestFinished(() => void stream.destroy());
    expect(stream.statusCode).toBe(200);
    const author = { authorization: `Bearer ${tokens.ines}`, 'content-type': 'application/json' };
    const body = JSON.stringify({ text: 'A nightheron at high tide' });
    const posted = await ask('b-microblog', '/2/tweets', { method: 'POST', headers: author, body });
    expect(posted.resume().statusCode).toBe(201);
    // nginx would keep so few bytes until the stream ends.
    const begin = performance.now();
    for await (const line of createInterface({ input: stream })) if (line.includes('nightheron')) break;
    expect(performance.now() - begin).toBeLessThan(15_000);
  });

  test('a socket is passed on', async () => {
    const headers = { host: `d-events.example.com:${port}` };
    const socket = new WebSocket(`ws://127.0.0.1:${port}/app/2f9c0b7ae41d?protocol=7`, { headers });
    onTestFinished(() => socket.terminate());
    const [first] = (await once(socket, 'message')) as [Buffer];
    expect(String(first)).toContain('pusher:connection_established');
  });

  test('the paths for operators are not public, and other names get no answer', async () => {
    for (const path of ['/healthz', '/readyz']) expect((await ask('a-identity', path)).statusCode).toBe(404);
    await expect(ask('nothing', '/')).rejects.toThrow('socket hang up');
    expect(await operator()).toBe(200);
  });

  test('a process that is killed is passed over, and nobody notices', async () => {
    two.processes[0].program.child.kill('SIGKILL');
    const asked = Array.from(
      { length: 40 },
      async () => (await ask('e-scheduling', '/api/v2/users/me', { headers: owner })).resume().statusCode,
    );
    expect(new Set(await Promise.all(asked))).toEqual(new Set([200]));
    expect(await operator()).toBe(200);
  });

  // It takes seconds. The process before this one has ended by now. A test that is skipped would count as missing in continuous integration.
  if (IS_DEEP)
    test('a process that was held up for seconds closes no connection on which a request has just come', {
      timeout: 60_000,
    }, async () => {
      const { child } = two.processes[1].program;
      const askAll = () => Promise.all(Array.from({ length: 12 }, async () => (await ask('e-scheduling', path, post)).resume().statusCode));
      const path = '/api/v2/webhook_subscriptions';
      /** Refused by the service, and never sent again by nginx. */
      const post = { method: 'POST', headers: { ...owner, 'content-type': 'application/json' }, body: '{}' };
      await askAll();
      await setTimeout(3_700);
      child.kill('SIGSTOP');
      const asked = askAll();
      await setTimeout(2_800);
      child.kill('SIGCONT');
      expect(new Set(await asked)).toEqual(new Set([400]));
    });

  test('a process that is told to end fails hardly any request, of those that may change something either', {
    timeout: 90_000,
  }, async () => {
    const third = await two.startAnother();
    await nginx.reload(configurationFor([third, two.processes[1]]));
    const answers: (number | undefined)[] = [];
    let isEnding = false;
    /** Refused by the service, and never sent again by nginx. */
    const post = { method: 'POST', headers: { ...owner, 'content-type': 'application/json' }, body: '{}' };
    const callers = Array.from({ length: 4 }, async () => {
      while (!isEnding) {
        answers.push((await ask('e-scheduling', '/api/v2/webhook_subscriptions', post)).resume().statusCode);
        // Without a pause they would take the processor from other tests.
        await setTimeout(30);
      }
    });
    await expect.poll(() => third.program.written()).toContain('createWebhookSubscription');
    const before = answers.length;
    third.program.child.kill('SIGTERM');
    expect((await third.program.outcome).code).toBe(143);
    isEnding = true;
    await Promise.all(callers);
    expect(answers.length).toBeGreaterThan(before);
    // What nginx had connected in the moment in which the process closed its port gets 502, and is not sent twice.
    const lost = answers.filter((status = 0) => status < 400 || status > 499);
    expect(lost.every((status) => status === 502)).toBe(true);
    expect(lost.length).toBeLessThan(answers.length / 50);
    expect(await operator()).toBe(200);
    await two.processes[1].program.stop();
    expect(await operator()).toBe(502);
  });
});
