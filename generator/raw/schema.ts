// Makes `schema.ts` from the checked bundle of a document: openapi-typescript prints `paths`, `components` and `operations` in a worker thread.
import { Worker } from 'node:worker_threads';
import { ownModule } from '../base/own-module.ts';
import type { JsonObject } from '../load/description.ts';
import { isObject } from '../load/pointer.ts';
import type { Operation, Service } from '../model/service.ts';
import { textWithLiftedSchemas } from './deep-schemas.ts';

/** Text without the first line, or why openapi-typescript could not make it. */
type SchemaOutcome = { readonly text: string } | { readonly failure: string };

export interface SchemaWorker {
  /** Takes the description as JSON text, with no references to other documents. */
  run(description: string): Promise<SchemaOutcome>;
  /** Ends the thread and abandons running requests. */
  close(): Promise<void>;
}

/** A `schema.ts` that the thread is printing. */
export interface TypesRequest {
  readonly outcome: Promise<SchemaOutcome>;
}

type Reply = { readonly id: number } & SchemaOutcome;

/** A thread that starts with the first request, or before it. */
export interface WaitingSchemaWorker extends SchemaWorker {
  /** Starts the thread, unless it runs already. */
  start(): void;
}

/** Starts the thread, which loads openapi-typescript immediately; call it before reading the document, so that both happen at once. */
export function startSchemaWorker(): SchemaWorker {
  const worker = createSchemaWorker();
  worker.start();
  return worker;
}

export function createSchemaWorker(): WaitingSchemaWorker {
  const waiting = new Map<number, (outcome: SchemaOutcome) => void>();
  let worker: Worker | undefined;
  let isClosed = false;
  let next = 0;
  const start = (): Worker => {
    const started = new Worker(ownModule(import.meta.url, 'worker'));
    const fail = (failure: string): void => {
      if (worker !== started) return;
      // The next request starts another thread.
      worker = undefined;
      for (const resolve of waiting.values()) resolve({ failure });
      waiting.clear();
    };
    started.on('message', (reply: Reply) => {
      waiting.get(reply.id)?.(reply);
      waiting.delete(reply.id);
      if (waiting.size === 0) started.unref();
    });
    started.on('error', (error) => fail(error instanceof Error ? error.message : String(error)));
    started.on('exit', () => fail('its thread ended'));
    // An idle worker does not keep the process alive.
    started.unref();
    return started;
  };
  return {
    start: () => {
      if (!isClosed) worker ??= start();
    },
    run: (description) =>
      new Promise((resolve) => {
        if (isClosed) return resolve({ failure: 'its thread ended' });
        worker ??= start();
        const id = next++;
        waiting.set(id, resolve);
        worker.ref();
        worker.postMessage({ id, description });
      }),
    close: async () => {
      isClosed = true;
      await worker?.terminate();
    },
  };
}

/**
 * The bundle without the operations that the service leaves out, as JSON text: `paths` then lists exactly the calls of the raw client.
 * Methods are those of OpenAPI's Path Item Object (§4.9 of 3.1.1, with `query` and `additionalOperations` of 3.2).
 */
export function describeForTypes(bundle: JsonObject, service: Service): string {
  const carried = new Set(service.operations.map(operationKey));
  const paths = bundle.paths;
  if (!isObject(paths)) return textWithLiftedSchemas(bundle, bundle);
  const entries = Object.entries(paths).map(([path, item]) => [path, isObject(item) ? keepOperations(path, item, carried) : item] as const);
  const kept = Object.fromEntries(entries.filter(([, item]) => item !== undefined));
  return textWithLiftedSchemas({ ...bundle, paths: kept }, bundle);
}

const methods = new Set(['get', 'put', 'post', 'delete', 'options', 'head', 'patch', 'trace', 'query']);

/** `undefined` when no operation of the path is left. */
function keepOperations(path: string, item: JsonObject, kept: ReadonlySet<string>): JsonObject | undefined {
  if ('$ref' in item) return item;
  let left = 0;
  const entries = Object.entries(item).filter(([key]) => {
    if (!methods.has(key)) return true;
    if (!kept.has(`${key.toUpperCase()} ${path}`)) return false;
    left++;
    return true;
  });
  return left === 0 ? undefined : Object.fromEntries(entries);
}

function operationKey(operation: Operation): string {
  return `${operation.method} ${operation.path}`;
}
