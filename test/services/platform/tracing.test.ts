// Tests the spans of requests, units of work, jobs and deliveries, with an SDK of OpenTelemetry that keeps them in memory.

import { createSchedulingClient } from '@octavo/interfaces/e-scheduling';
import { unwrap } from '@octavo/runtime';
import { context, propagation, SpanKind, SpanStatusCode, trace } from '@opentelemetry/api';
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks';
import { W3CTraceContextPropagator } from '@opentelemetry/core';
import { BasicTracerProvider, InMemorySpanExporter, type ReadableSpan, SimpleSpanProcessor } from '@opentelemetry/sdk-trace-base';
import { afterAll, beforeEach, expect, onTestFinished, test } from 'vitest';
import { tokens } from '../../../services/e-scheduling/seed.ts';
import { createSandbox } from '../../../services/index.ts';
import { openSandbox, type SandboxOptions } from '../../../services/platform/sandbox/sandbox.ts';
import { loadTracing } from '../../../services/platform/tracing.ts';
import { createLog } from '../../../services/platform/watch/log.ts';
import { TINY_KEY, type TinyHooks, tinyService } from '../../support/tiny-service.ts';

const exporter = new InMemorySpanExporter();

test('nothing is loaded where no SDK is registered', async () => {
  expect(await loadTracing((line) => expect.fail(line))).toBeUndefined();
  const sandbox = await openSandbox([tinyService()], { warn: (line) => expect.fail(line) });
  await sandbox.close();
  trace.setGlobalTracerProvider(new BasicTracerProvider({ spanProcessors: [new SimpleSpanProcessor(exporter)] }));
  context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable());
  propagation.setGlobalPropagator(new W3CTraceContextPropagator());
  expect(await loadTracing((line) => expect.fail(line))).toBeDefined();
});

beforeEach(() => exporter.reset());
afterAll(() => {
  for (const api of [trace, context, propagation]) api.disable();
});

const TRACE = '0af7651916cd43dd8448eb211c80319c';
const CALLER = 'b7ad6b7169203331';
const facts = ({ name, kind, attributes, status }: ReadableSpan) => ({ name, kind, attributes, status: status.code });
const spans = (name: string) => exporter.getFinishedSpans().filter((span) => span.name === name);

async function open(hooks: TinyHooks = {}, options: SandboxOptions = {}) {
  const sandbox = await openSandbox([tinyService(hooks)], options);
  onTestFinished(() => sandbox.close());
  exporter.reset();
  return { sandbox, fetch: sandbox.fetch('h-email') };
}

const SERVED = {
  'octavo.service': 'tiny',
  'octavo.document': 'h-email',
  'url.scheme': 'http',
  'server.address': 'localhost',
  'server.port': 80,
};

test('a request is a span below that of its caller, with its unit of work, its line of the log names the trace, and a job is a span', async () => {
  const lines: string[] = [];
  const { sandbox, fetch } = await open({}, { at: 'story', watcher: createLog('info', { write: (line) => lines.push(line) }) });
  const headers = { traceparent: `00-${TRACE}-${CALLER}-01` };
  expect((await fetch(`http://localhost/v2/account?api_key=${TINY_KEY}`, { headers })).status).toBe(200);
  const [served] = spans('GET /account');
  expect(served && facts(served)).toEqual({
    name: 'GET /account',
    kind: SpanKind.SERVER,
    status: SpanStatusCode.UNSET,
    attributes: {
      ...SERVED,
      'http.request.method': 'GET',
      'http.route': '/account',
      'http.response.status_code': 200,
      'octavo.operation': 'getAccount',
    },
  });
  expect([served?.spanContext().traceId, served?.parentSpanContext?.spanId]).toEqual([TRACE, CALLER]);
  const [unit] = spans('unit of work');
  expect(unit && facts(unit)).toMatchObject({
    kind: SpanKind.CLIENT,
    attributes: { 'db.system.name': 'sqlite', 'octavo.service': 'tiny' },
  });
  expect(unit?.parentSpanContext?.spanId).toBe(served?.spanContext().spanId);
  expect(lines.map((line) => JSON.parse(line) as object)).toMatchObject([{ operationId: 'getAccount', traceId: TRACE }]);
  await sandbox.moveClock(sandbox.clock.now() + 20 * 86_400_000);
  expect(spans('job reset').map(facts)).toMatchObject([
    { kind: SpanKind.INTERNAL, attributes: { 'octavo.service': 'tiny', 'octavo.job': 'reset' } },
  ]);
});

test('spans say what was refused and what failed, and have no secret', async () => {
  const lines: string[] = [];
  const around: TinyHooks['around'] = async ({ requestId }) => {
    throw new RangeError(`It fails for ${TINY_KEY} ${requestId}.`);
  };
  const { fetch } = await open({ around }, { watcher: createLog('info', { write: (line) => lines.push(line) }) });
  await fetch(`http://localhost/v2/account?api_key=${TINY_KEY}`);
  await fetch('http://localhost/v2/account?api_key=wrong-one');
  await fetch('http://localhost/v2/hidden-path', { method: 'BREW', headers: { 'x-api-key': 'hidden-header' } });
  const finished = exporter.getFinishedSpans();
  expect(finished.map(facts)).toMatchObject([
    { name: 'GET /account', status: SpanStatusCode.ERROR, attributes: { 'http.response.status_code': 500, 'error.type': 'RangeError' } },
    {
      name: 'GET /account',
      status: SpanStatusCode.UNSET,
      attributes: { 'http.response.status_code': 401, 'octavo.fault': 'unauthorized' },
    },
    { name: 'HTTP', attributes: { 'http.request.method': '_OTHER', 'http.response.status_code': 404, 'octavo.fault': 'not-found' } },
  ]);
  const text = JSON.stringify(finished.map(({ name, attributes, events, status }) => ({ name, attributes, events, status })));
  for (const secret of [TINY_KEY, 'api_key', 'wrong-one', 'hidden', 'fails']) expect(text).not.toContain(secret);
  const ids = finished.map((span) => span.spanContext().traceId);
  expect(lines.map((line) => (JSON.parse(line) as { traceId: string }).traceId).sort()).toEqual([ids[0], ...ids].sort());
});

test('each attempt of a delivery begins a trace, with which its receiver can go on, and the signature stays right', async () => {
  const sent: { url: string; headers: Record<string, string> }[] = [];
  const receive = async (url: string, { headers }: { headers: Record<string, string> }) => {
    if (url.startsWith('https://hooks.example')) sent.push({ url, headers });
    return new Response(null, { status: sent.length === 1 ? 503 : 200 });
  };
  const sandbox = await createSandbox({ services: ['e-scheduling'], at: 'story', network: { fetch: receive as never } });
  onTestFinished(() => sandbox.close());
  const client = createSchedulingClient({ fetch: sandbox.fetch('e-scheduling'), credentials: { personalToken: tokens.owner } });
  const me = unwrap(await client.getCurrentUser(), 200).resource;
  const organization = me.current_organization;
  const subscription = { url: 'https://hooks.example:8443/secret-path?token=hidden', organization, scope: 'organization' as const };
  const events = ['routing_form_submission.created' as const];
  unwrap(
    await client.createWebhookSubscription({ body: { ...subscription, events, signing_key: 'hidden-signing-key-of-the-receiver' } }),
    201,
  );
  exporter.reset();
  const [form] = unwrap(await client.listRoutingForms({ query: { organization } }), 200).collection;
  const answers = (form?.questions ?? []).map(({ answer_choices: choices }) => choices?.[0] ?? 'Ada');
  const body = { form: form?.uri ?? '', answers };
  unwrap(await sandbox.control.runAction({ path: { service: 'e-scheduling', action: 'submit-form' }, body }), 200);
  await sandbox.moveClock(sandbox.clock.now() + 60_000);
  const all = spans('deliver routing_form_submission.created');
  const delivered = all.filter((span) => span.attributes['server.address'] === 'hooks.example');
  const attributes = { 'server.address': 'hooks.example', 'server.port': 8443, 'octavo.event': 'routing_form_submission.created' };
  expect(delivered.map(facts)).toMatchObject([
    {
      kind: SpanKind.CLIENT,
      status: SpanStatusCode.ERROR,
      attributes: { ...attributes, 'http.response.status_code': 503, 'error.type': '503' },
    },
    { kind: SpanKind.CLIENT, attributes: { ...attributes, 'http.response.status_code': 200, 'http.request.resend_count': 1 } },
  ]);
  const contexts = delivered.map((span) => span.spanContext());
  expect(sent.map(({ headers }) => headers.traceparent)).toEqual(contexts.map(({ traceId, spanId }) => `00-${traceId}-${spanId}-01`));
  expect(delivered.map(({ parentSpanContext }) => parentSpanContext)).toEqual([undefined, undefined]);
  expect(JSON.stringify(delivered.map(facts))).not.toMatch(/hidden|secret-path/);
  const { deliveries } = unwrap(await sandbox.control.listDeliveries({ query: { limit: 10 } }), 200);
  const delivery = deliveries.find(({ url }) => url.startsWith('https://hooks.example'));
  expect(unwrap(await sandbox.control.checkSignature({ path: { id: delivery?.id ?? '' } }), 200).result).toBe('matches');
});
