// What the proofs of all beds share: an answer is judged by the document, and each fault by its probe.
import type { RequestListener } from 'node:http';
import { dirname } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Got, Send, Sent } from '../../bench/beds/client.ts';
import { beds } from '../../bench/beds/index.ts';
import { serve } from '../../bench/beds/listen.ts';
import { etag, type Probe, type Probes } from '../../bench/beds/probes.ts';
import { type OpenApi, type Operation, resolve, schemaCompiler } from '../../bench/beds/schemas.ts';
import { Problems } from '../../generator/base/problem.ts';
import { load } from '../../generator/load/index.ts';
import { sampleOf } from '../support/effort.ts';

/** Calls an operation by its id, and expects the status and an answer as the document has it. */
export type Call = (
  send: Send,
  status: number,
  id: string,
  path?: Readonly<Record<string, string | number>>,
  sent?: Sent & { query?: string },
) => Promise<Got>;

interface Known {
  readonly path: string;
  readonly method: string;
  readonly operation: Operation;
}

interface Judge {
  readonly call: Call;
  /** The example of the body of an operation. */
  readonly example: (id: string) => Sent;
  /** Operations that were not called. */
  readonly rest: () => string[];
}

function operationsOf({ paths }: OpenApi): Map<string, Known> {
  return new Map(
    Object.entries(paths).flatMap(([path, item]) =>
      Object.entries(item).map(
        ([method, operation]) => [operation.operationId, { path, method: method.toUpperCase(), operation }] as const,
      ),
    ),
  );
}

const isJson = (type: string): boolean => type === 'application/json' || type.endsWith('+json');

export function judgeBy(document: OpenApi): Judge {
  const compile = schemaCompiler(document, 'response');
  const operations = operationsOf(document);
  const called = new Set<string>();

  /** What is wrong with an answer by the document. */
  function faultsOf({ responses }: Operation, { status, headers, json }: Got, hasBody: boolean): string[] {
    const declared = responses[status];
    if (declared === undefined) return [`The status ${status} is not declared.`];
    const response = resolve(document, declared);
    const found: string[] = [];
    for (const [name, given] of Object.entries(response.headers ?? {})) {
      const { schema, required } = resolve(document, given);
      const text = headers.get(name);
      if (text === null && required) found.push(`The header ${name} is missing.`);
      else if (text !== null && !compile(schema)(schema.type === 'integer' ? Number(text) : text))
        found.push(`The header ${name} is ${text}.`);
    }
    const type = headers.get('content-type')?.split(';')[0] ?? '';
    if (!hasBody || response.content === undefined) return found;
    const media = response.content[type];
    if (media === undefined) return [...found, `The media type ${type} is not declared.`];
    if (media.schema === undefined || !isJson(type)) return found;
    const validate = compile(media.schema);
    return validate(json) ? found : [...found, JSON.stringify(validate.errors)];
  }

  return {
    call: async (send, status, id, path = {}, sent = {}) => {
      const found = operations.get(id);
      if (found === undefined) throw new Error(`There is no operation ${id}.`);
      const address = found.path.replaceAll(/\{(\w+)\}/g, (_, name: string) => String(path[name]));
      const got = await send(found.method, address + (sent.query ?? ''), sent);
      called.add(id);
      expect(
        { id, status: got.status, faults: faultsOf(found.operation, got, found.method !== 'HEAD'), body: got.json },
        `${id} ${got.bytes}`,
      ).toMatchObject({ status, faults: [] });
      return got;
    },
    example: (id) => {
      const [[type, media] = ['', undefined]] = Object.entries(operations.get(id)?.operation.requestBody?.content ?? {});
      return { raw: JSON.stringify(media?.example), type };
    },
    rest: () => [...operations.keys()].filter((id) => !called.has(id)),
  };
}

export interface Served {
  readonly url: string;
  /** Ends the service, and serves one with the first things of the bed. */
  restart(): Promise<void>;
}

/** Serves a bed without faults while the tests of a file run. */
export function served(listen: () => Promise<{ readonly url: string; readonly stop: () => Promise<unknown> }>): Served {
  let service: Awaited<ReturnType<typeof listen>> | undefined;
  const start = async (): Promise<void> => {
    service = await listen();
  };
  const stop = (): Promise<unknown> | undefined => service?.stop();
  beforeAll(start);
  afterAll(stop);
  return {
    get url() {
      if (service === undefined) throw new Error('A bed is served only while tests run.');
      return service.url;
    },
    async restart() {
      await stop();
      await start();
    },
  };
}

interface Tagged {
  /** Reads a thing, and reads it again with its tag. */
  readonly readTwice: (send: Send, id: string) => Promise<string>;
  /** Changes a thing with an old tag, and with the right one. */
  readonly change: (send: Send, readId: string, changeId: string) => Promise<void>;
}

/** Reads and changes of things with an ETag; `ids` are the values of the parameters of paths. */
export function taggedBy({ call, example }: Judge, ids: Readonly<Record<string, string | number>>): Tagged {
  const readTwice: Tagged['readTwice'] = async (send, id) => {
    const tag = etag(await call(send, 200, id, ids));
    await call(send, 304, id, ids, { headers: { 'if-none-match': tag } });
    return tag;
  };
  return {
    readTwice,
    change: async (send, readId, changeId) => {
      const tag = await readTwice(send, readId);
      await call(send, 412, changeId, ids, { ...example(changeId), headers: { 'if-match': '"old"' } });
      await call(send, 200, changeId, ids, { ...example(changeId), headers: { 'if-match': tag } });
    },
  };
}

/** Declares the tests of what a bed says of itself: its document is sound, and its list of faults fits its probes. */
export function testLists(name: string, probes: Readonly<Record<string, unknown>>): void {
  const bed = beds.find((one) => one.name === name);

  test('reads as a document without faults', async () => {
    const problems = new Problems();
    const path = bed?.document ?? '';
    const description = await load(path, { root: dirname(path) }, problems);
    expect(description).toBeDefined();
    expect(problems.list).toEqual([]);
  });

  test('each fault is known once, with a probe', () => {
    const known = bed?.faults.map(({ id }) => id) ?? [];
    expect(new Set(known).size).toBe(known.length);
    expect(Object.keys(probes).toSorted()).toEqual(known.toSorted());
  });
}

interface Trial<C> {
  readonly id: string;
  readonly probe: Probe<C>;
  readonly faults: ReadonlySet<string>;
}

/** The most faults of a bed that a quick run tries. */
const QUICK = 12;

/** The probes that do not tell a service with their fault from one without. A quick run tries some of them, a deep run all. */
export async function unproven<C>(
  probes: Probes<C>,
  create: (faults: ReadonlySet<string>) => RequestListener,
  callers: (url: string) => C,
): Promise<string[]> {
  const trials: Trial<C>[] = sampleOf(Object.entries(probes), QUICK).flatMap(([id, probe]) =>
    [new Set<string>(), new Set([id])].map((faults) => ({ id, probe, faults })),
  );
  const wrong: string[] = [];

  /** Takes trials one after the other, each with a service of its own on the same port. */
  async function work(): Promise<void> {
    let service = create(new Set());
    let last = '';
    const { url, stop } = await serve((request, response) => {
      response.on('finish', () => {
        last = `${request.method} ${request.url} gave ${response.statusCode}`;
      });
      service(request, response);
    });
    const who = callers(url);
    for (let trial = trials.pop(); trial !== undefined; trial = trials.pop()) {
      service = create(trial.faults);
      const kept = await trial.probe(who);
      const what = kept ? 'is not seen' : 'is seen without the fault';
      if (kept === trial.faults.has(trial.id)) wrong.push(`${trial.id}: ${what}. At the end, ${last}.`);
    }
    await stop();
  }

  // A few at a time, since two requests of a probe that are sent at once should arrive at once.
  await Promise.all([work(), work(), work(), work()]);
  return wrong;
}
