// Connects client and server of every generated service in memory: the handler gets what the caller passes, and the caller gets what the handler
// returns.
import { byRequest, inMemoryFetch, type Send } from '@octavo/runtime';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { Operation } from '../../generator/model/service.ts';
import type { AnyInput } from '../../runtime/client/encode-request.ts';
import { documents } from '../support/documents.ts';
import { byEffort, sampleOf } from '../support/effort.ts';
import fc from '../support/fast-check.ts';
import { inFull } from '../support/in-full.ts';
import { createClient, createServer, createWebhooks, type Generated, type Method, readGenerated } from './service.ts';
import { inputsOf, type Result, type Results, resultsOf } from './values.ts';

/** Round trips per status. Errors need fewer, since most operations of a service share their bodies. */
const RUNS = byEffort({ quick: { success: 1, error: 1 }, deep: { success: 25, error: 8 } });
const latin1 = new TextDecoder('latin1');
const services = await Promise.all(documents.map(readGenerated));

// Signatures contain the time, so a fixed clock makes repeated requests equal.
beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'], now: Date.UTC(2026, 10, 21) }));
afterEach(() => void vi.useRealTimers());

/** The input that the handler saw, the result that it returns, and the bytes of every exchange. */
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

/** Wraps the in-memory transport and records each request and its response. */
function recording(fetch: (request: Request) => Promise<Response>, stage: Stage): Send {
  return byRequest(async (request) => {
    const asked = await bytesOf(`${request.method} ${request.url}`, request);
    const response = await fetch(request);
    stage.sent.push(`${asked}\n\n${await bytesOf(`${response.status}`, response)}`);
    return response;
  });
}

async function bytesOf(start: string, message: Request | Response): Promise<string> {
  const body = new Uint8Array(await message.clone().arrayBuffer());
  const text = `${start}\n${JSON.stringify([...message.headers])}\n${latin1.decode(body)}`;
  // A multipart boundary is random.
  const boundary = /boundary=([^"]+)/.exec(text)?.[1];
  return boundary === undefined ? text : text.replaceAll(boundary, 'boundary');
}

async function roundTrip(method: Method, input: AnyInput, want: AnyInput, result: Result, stage: Stage): Promise<void> {
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

/** The input as the handler gets it: with the default media type where the caller may omit it, and for operations with the defaults of parameters. */
function received({ body, parameters }: Operation, input: AnyInput, kind: '' | 'webhook '): AnyInput {
  const [first, second] = body?.contents ?? [];
  const parts: Record<string, unknown> = { ...input };
  for (const { in: place, name, required, schema } of kind === '' ? parameters : []) {
    const value = schema.default ?? schema.ref?.default;
    if (value !== undefined && !required) parts[place] = { [name]: value, ...(parts[place] as object | undefined) };
  }
  return first === undefined || second === undefined || input.body === undefined ? parts : { contentType: first.contentType, ...parts };
}

/** All results of an operation; in a quick run two of its errors, since most have the same few. */
function triedOf(all: readonly Results[]): readonly Results[] {
  return [
    ...all.filter(({ status }) => status < 400),
    ...sampleOf(
      all.filter(({ status }) => status >= 400),
      2,
    ),
  ];
}

/** Operations whose statuses have been returned. */
const met = new Set<string>();

describe.each(services)('$id', (generated: Generated) => {
  const stage: Stage = { seen: undefined, result: { status: 0 }, sent: [] };
  const { operations, webhooks } = generated.service;
  const handlers = (of: readonly Operation[]) =>
    handlersFor(
      of.map((operation) => operation.name),
      stage,
    );

  const runs = (of: readonly Operation[], methods: Readonly<Record<string, Method>> | undefined, kind: '' | 'webhook '): void => {
    for (const operation of of) {
      const inputs = inputsOf(generated, operation);
      test(`${kind}${operation.name}, with its statuses`, async () => {
        const method = methods?.[operation.name];
        if (method === undefined) throw new Error(`there is no method ${operation.name}`);
        for (const results of triedOf(resultsOf(generated, operation))) {
          const property = fc.asyncProperty(inputs, results.values, (input, result) =>
            roundTrip(method, input, received(operation, input, kind), result, stage),
          );
          await fc.assert(property, { numRuns: results.status < 400 ? RUNS.success : RUNS.error });
        }
        met.add(`${generated.id} ${kind}${operation.name}`);
      });
    }
  };

  const server = createServer(generated, handlers(operations));
  runs(operations, createClient(generated, recording(inMemoryFetch(server), stage)), '');
  runs(
    webhooks,
    createWebhooks(generated, handlers(webhooks), (receiver) => recording(receiver, stage)),
    'webhook ',
  );
});

test('all 419 operations were called', () => {
  const missing = services.flatMap(({ id, service }) =>
    service.operations.map(({ name }) => `${id} ${name}`).filter((name) => !met.has(name)),
  );
  expect(missing).toEqual([]);
  expect([...met].filter((name) => !name.includes(' webhook '))).toHaveLength(419);
});
