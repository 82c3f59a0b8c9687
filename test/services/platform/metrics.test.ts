// Tests /metrics: what is counted, in the text format of Prometheus, and that it is at an address of its own.

import { expect, onTestFinished, test } from 'vitest';
import { run } from '../../../services/platform/run/run.ts';
import { createMetrics } from '../../../services/platform/watch/metrics.ts';
import { portsFrom } from '../../../services/ports.ts';
import { TINY_KEY, tinyService } from '../../support/tiny-service.ts';

/** Lines of samples, without those that say what a metric is. */
function samplesOf(text: string): ReadonlyMap<string, number> {
  const lines = text.split('\n').filter((line) => line !== '' && !line.startsWith('#'));
  return new Map(lines.map((line) => [line.slice(0, line.lastIndexOf(' ')), Number(line.slice(line.lastIndexOf(' ') + 1))]));
}

const LABELS = String.raw`\{\w+="(?:[^"\\\n]|\\["\\n])*"(?:,\w+="(?:[^"\\\n]|\\["\\n])*")*\}`;
const LINE = new RegExp(String.raw`^(?:# HELP \w+ [^\n]+|# TYPE \w+ (?:counter|gauge|histogram)|\w+(?:${LABELS})? -?[\d.e+-]+)$`);

test('requests, durations, what waits and what the process uses', async () => {
  const {
    services,
    metrics = '',
    close,
  } = await run([tinyService()], {
    host: '127.0.0.1',
    port: portsFrom(0),
    metrics: { host: '127.0.0.1', port: 0 },
    warn: () => {},
    watcher: { answered() {}, failed() {} },
  });
  onTestFinished(() => close());
  const url = services[0]?.documents[0]?.url ?? '';
  for (const key of [TINY_KEY, TINY_KEY, 'wrong']) await fetch(`${url}/account?api_key=${key}`);
  await fetch(`${url}/nothing`);
  await fetch(`${new URL(url).origin}/readyz`);
  const answer = await fetch(metrics);
  const text = await answer.text();
  expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'text/plain; version=0.0.4; charset=utf-8']);
  expect(
    text
      .trimEnd()
      .split('\n')
      .filter((line) => !LINE.test(line)),
  ).toEqual([]);
  const samples = samplesOf(text);
  const own = 'service="tiny",document="h-email"';
  const counted = [...samples].filter(([name]) => name.startsWith('octavo_requests_total'));
  expect(counted).toEqual([
    [`octavo_requests_total{${own},operation="getAccount",status="200"}`, 2],
    [`octavo_requests_total{${own},operation="getAccount",status="401"}`, 1],
    [`octavo_requests_total{${own},operation="",status="404"}`, 1],
  ]);
  expect(samples.get(`octavo_request_duration_seconds_bucket{${own},le="+Inf"}`)).toBe(4);
  expect(samples.get(`octavo_request_duration_seconds_count{${own}}`)).toBe(4);
  expect(samples.get(`octavo_request_duration_seconds_sum{${own}}`)).toBeGreaterThan(0);
  // The account is to be reset later.
  expect([samples.get('octavo_outbox_waiting'), samples.get('octavo_due_waiting')]).toEqual([0, 1]);
  expect(samples.get('process_resident_memory_bytes')).toBeGreaterThan(10 * 2 ** 20);
  expect(samples.get('process_cpu_seconds_total')).toBeGreaterThan(0);
  expect(Math.abs((samples.get('process_start_time_seconds') ?? 0) - Date.now() / 1000 + process.uptime())).toBeLessThan(2);
});

test('they are at an address of their own, with health', async () => {
  const running = await run([tinyService()], {
    host: '127.0.0.1',
    port: portsFrom(0),
    metrics: { host: '127.0.0.1', port: 0 },
    warn: () => {},
  });
  onTestFinished(() => running.close());
  const { origin } = new URL(running.metrics ?? '');
  expect((await fetch(`${new URL(running.services[0]?.documents[0]?.url ?? '').origin}/metrics`)).status).toBe(404);
  expect((await fetch(`${origin}/healthz`)).status).toBe(200);
  expect(await (await fetch(`${origin}/readyz`)).json()).toMatchObject({ status: 'ready' });
  running.drain();
  const draining = await fetch(`${origin}/readyz`);
  expect([draining.status, await draining.json()]).toMatchObject([503, { status: 'draining' }]);
  expect([(await fetch(origin)).status, (await fetch(`${origin}/metrics`, { method: 'POST' })).status]).toEqual([404, 405]);
});

test('each duration is in the buckets of all limits that it does not exceed', async () => {
  const metrics = createMetrics();
  const request = { requestId: 'a', service: 'one', document: 'one"\\\n', method: 'GET', status: 200 };
  for (const milliseconds of [5, 5.1, 700, 20_000]) metrics.answered({ ...request, milliseconds });
  const connections = [
    { document: 'one', kind: 'stream' },
    { document: 'one', kind: 'stream' },
  ];
  const text = await metrics.text({ waiting: () => Promise.reject(new Error('The store is away.')), connections: () => connections });
  const samples = samplesOf(text);
  const labels = String.raw`service="one",document="one\"\\\n"`;
  const bucket = (limit: string) => samples.get(`octavo_request_duration_seconds_bucket{${labels},le="${limit}"}`);
  expect(['0.005', '0.01', '0.5', '1', '10', '+Inf'].map(bucket)).toEqual([1, 2, 2, 3, 3, 4]);
  expect(samples.get(`octavo_request_duration_seconds_sum{${labels}}`)).toBeCloseTo(20.7101);
  expect(samples.get('octavo_connections{document="one",kind="stream"}')).toBe(2);
  expect(text).not.toContain('waiting');
});
