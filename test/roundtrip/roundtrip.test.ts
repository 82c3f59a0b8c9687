// Client and server of every generated service meet in memory: what a caller passes is what the handler gets, and what it returns is what the caller gets.
import { inMemoryFetch } from '@octavo/runtime';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { Operation } from '../../generator/model/service.ts';
import type { InputParts } from '../../runtime/outgoing.ts';
import { inFull } from '../support/in-full.ts';
import { createClient, createServer, createWebhooks, type Generated, generatedIds, type Method, readGenerated } from './service.ts';
import { inputsOf, type Result, resultsOf } from './values.ts';

const RUNS = 25;
const latin1 = new TextDecoder('latin1');
const services = await Promise.all(generatedIds.map(readGenerated));

// Signatures hold the time; two requests of one moment must be equal.
beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'], now: Date.UTC(2026, 10, 21) }));
afterEach(() => void vi.useRealTimers());

/** What the handler saw, what it is to say, and the bytes of the last request. */
interface Stage {
  seen: unknown;
  result: Result;
  sent: string[];
}

function handlersFor(names: readonly string[], stage: Stage): Record<string, unknown> {
  const handler = (input: unknown) => {
    stage.seen = input;
    return stage.result;
  };
  return Object.fromEntries(names.map((name) => [name, handler]));
}

/** The in-memory transport, which keeps what it sent. */
function recording(fetch: (request: Request) => Promise<Response>, stage: Stage): (request: Request) => Promise<Response> {
  return async (request) => {
    const body = new Uint8Array(await request.clone().arrayBuffer());
    const sent = `${request.method} ${request.url}\n${JSON.stringify([...request.headers])}\n${latin1.decode(body)}`;
    // The boundary of a form is another every time.
    const boundary = /boundary=([^"]+)/.exec(sent)?.[1];
    stage.sent.push(boundary === undefined ? sent : sent.replaceAll(boundary, 'boundary'));
    return fetch(request);
  };
}

async function roundTrip(method: Method, input: InputParts, want: InputParts, result: Result, stage: Stage): Promise<void> {
  stage.result = result;
  stage.seen = undefined;
  stage.sent = [];
  const got = await method(input);
  expect(await inFull(stage.seen)).toEqual(await inFull(want));
  expect(got.status).toBe(result.status);
  expect(got.contentType).toBe(result.contentType);
  expect(await inFull(got.body)).toEqual(await inFull(result.body));
  expect(got.headers).toMatchObject(result.headers ?? {});
  await inFull((await method(input)).body);
  expect(stage.sent[1]).toBe(stage.sent[0]);
}

/** A caller may leave out the first media type of several, and the handler is told it all the same. */
function received({ body }: Operation, input: InputParts): InputParts {
  const [first, second] = body?.contents ?? [];
  return first === undefined || second === undefined || input.body === undefined ? input : { contentType: first.contentType, ...input };
}

describe.each(services)('$id', (generated: Generated) => {
  const stage: Stage = { seen: undefined, result: { status: 0 }, sent: [] };
  const { operations, webhooks } = generated.service;
  const names = operations.map((operation) => operation.name);
  const fetch = recording(inMemoryFetch(createServer(generated, handlersFor(names, stage))), stage);
  const client = createClient(generated, fetch);

  for (const operation of operations) {
    const inputs = inputsOf(generated, operation);
    for (const { name, values } of resultsOf(generated, operation)) {
      test(`${operation.name}: ${name}`, async () => {
        const method = client[operation.name];
        if (method === undefined) throw new Error(`the client has no ${operation.name}`);
        await fc.assert(
          fc.asyncProperty(inputs, values, (input, result) => roundTrip(method, input, received(operation, input), result, stage)),
          { numRuns: RUNS },
        );
      });
    }
  }

  const sender = createWebhooks(
    generated,
    handlersFor(
      webhooks.map((webhook) => webhook.name),
      stage,
    ),
  );
  for (const webhook of webhooks) {
    const inputs = inputsOf(generated, webhook);
    for (const { name, values } of resultsOf(generated, webhook)) {
      test(`webhook ${webhook.name}: ${name}`, async () => {
        const method = sender?.[webhook.name];
        if (method === undefined) throw new Error(`the sender has no ${webhook.name}`);
        await fc.assert(
          fc.asyncProperty(inputs, values, (input, result) => roundTrip(method, input, received(webhook, input), result, stage)),
          { numRuns: RUNS },
        );
      });
    }
  }
});

test('all 13 operations of A, D and H were met', () => {
  const met = services.filter(({ id }) => ['a-identity', 'd-events', 'h-email'].includes(id)).flatMap(({ service }) => service.operations);
  expect(met.map((operation) => operation.name)).toHaveLength(13);
});
