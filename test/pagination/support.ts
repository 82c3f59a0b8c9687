// Generates the documents of this folder into a scratch folder, imports them, and connects both ends in memory.

import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { byRequest, type CallOptions, type FetchHandler, inMemoryFetch, type PageOptions } from '@octavo/runtime';
import { shortForms } from '../../generator/emit/held/forms.ts';
import { OPTIONS } from '../emit/service.ts';
import { service } from '../model/support.ts';
import { emit } from '../support/emit.ts';

export const scratch = resolve(import.meta.dirname, '../../.octavo/tmp/pagination');

/** Generates a document of this folder; returns the files by path. */
export async function filesOf(name: string): Promise<[string, string][]> {
  const built = await service(readFileSync(join(import.meta.dirname, `${name}.yaml`), 'utf8'), {}, name);
  return [...emit(built, OPTIONS)].map(([file, text]) => [`${name}/${file}`, text]);
}

/** Like `filesOf`, with all integers as int64 in the given form, in the folder `<name>-<int64>`. */
export async function wideFilesOf(name: string, int64: 'bigint' | 'string'): Promise<[string, string][]> {
  const text = readFileSync(join(import.meta.dirname, `${name}.yaml`), 'utf8').replaceAll('type: integer', 'type: integer, format: int64');
  const built = await service(text, {}, name);
  return [...emit(built, { ...OPTIONS, held: shortForms({ int64, dates: 'string' }) })].map(([file, text]) => [
    `${name}-${int64}/${file}`,
    text,
  ]);
}

interface AnyPage {
  readonly status: number;
  readonly body: unknown;
}

/** A paginated client method, untyped. */
export interface Paged {
  (input?: object, options?: CallOptions): Promise<AnyPage>;
  items(input?: object, options?: PageOptions): AsyncIterable<unknown>;
  pages(input?: object, options?: PageOptions): AsyncIterable<AnyPage>;
}

type Handler = (input: { query?: Record<string, unknown>; body?: unknown; path?: unknown; header?: unknown }) => object;

/** A client connected to a server with these handlers, and the requests that it sent. */
export async function ends(name: string, handlers: Readonly<Record<string, Handler>>, options: object = {}) {
  const module = await import(pathToFileURL(join(scratch, name, 'index.ts')).href);
  const create = (kind: string): unknown => Object.entries(module).find(([key]) => new RegExp(`^create\\w+${kind}$`).test(key))?.[1];
  const createServer = create('Server') as (handlers: object, options: object) => FetchHandler;
  const createClient = create('Client') as (options: object) => Record<string, Paged>;
  const server = inMemoryFetch(createServer(handlers, { security: { key: () => 'somebody' } }));
  const requests: Request[] = [];
  const fetch = byRequest((request) => {
    requests.push(request.clone());
    return server(request);
  });
  const client = createClient({ fetch, credentials: { key: 'K3Y' }, ...options });
  const method = (operation: string): Paged => {
    const found = client[operation];
    if (found === undefined) throw new Error(`No method ${operation}`);
    return found;
  };
  return { method, requests, module };
}

/** Collects at most `most` values of an iterable. */
export async function collect<T>(iterable: AsyncIterable<T>, most = 100): Promise<T[]> {
  const found: T[] = [];
  for await (const item of iterable) {
    found.push(item);
    if (found.length === most) break;
  }
  return found;
}
