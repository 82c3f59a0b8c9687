// Stands in the place of `services/index.ts` in tests of the services: either notes what each test asks of a sandbox, or has living mocks of the
// documents answer instead.
import { appendFileSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { load as parse } from 'js-yaml';
import { expect } from 'vitest';
import { type LivingMock, livingMock } from '../../generator/mock/entry/index.ts';
import { type ControlledSandbox, type CreateSandboxOptions, createSandbox as createReal } from '../../services/index.ts';
import { root } from '../documents.ts';
import type { Note } from './notes.ts';

export * from '../../services/index.ts';

const { OCTAVO_NOTES: notes = '', OCTAVO_BEHIND: behind } = process.env;

function note(outside?: string): void {
  const { testPath = '', currentTestName = '' } = expect.getState();
  appendFileSync(notes, `${JSON.stringify({ file: testPath, test: currentTestName, outside } satisfies Note)}\n`);
}

/** What a client of the document need not know of. */
const OWN = new Set(['fetch', 'close', 'reset', 'then']);

export async function createSandbox(options: CreateSandboxOptions = {}): Promise<ControlledSandbox> {
  if (behind === 'mock') return mocked();
  const sandbox = await createReal(options);
  return new Proxy(sandbox, {
    get(target, name) {
      if (name === 'fetch') return (document: string) => watched(document, target.fetch(document));
      if (!OWN.has(String(name))) note(String(name));
      return Reflect.get(target, name);
    },
  });
}

type Fetch = ReturnType<ControlledSandbox['fetch']>;

/** Notes each request: whether an operation of the document has its method and path. */
function watched(document: string, fetch: Fetch): Fetch {
  const places = placesOf(document);
  return (input, init) => {
    const { method, url } = new Request(input, init);
    const { pathname } = new URL(url);
    note(places.some((place) => place.test(`${method} ${pathname}`)) ? undefined : `${method} ${pathname}`);
    return fetch(input, init);
  };
}

interface Written {
  readonly servers?: readonly { readonly url: string }[];
  readonly paths: Readonly<Record<string, Readonly<Record<string, { readonly 'x-aliases'?: readonly { readonly path: string }[] }>>>>;
}

/** What a request to an operation looks like: its method and its path. */
function placesOf(document: string): readonly RegExp[] {
  const { servers = [], paths } = parse(readFileSync(join(root, 'specs', `${document}.yaml`), 'utf8')) as Written;
  const base = new URL(servers[0]?.url ?? '/', 'http://127.0.0.1').pathname.replace(/\/$/, '');
  return Object.entries(paths).flatMap(([path, item]) =>
    Object.entries(item).flatMap(([method, operation]) =>
      [path, ...(operation['x-aliases'] ?? []).map((alias) => alias.path)].map(
        (one) => new RegExp(`^${method} (?:${base})?${one.replace(/[.+()]/g, '\\$&').replace(/\{[^}]+\}/g, '[^/]+')}$`, 'i'),
      ),
    ),
  );
}

const mocks = new Map<string, Promise<LivingMock>>();

async function mocked(): Promise<ControlledSandbox> {
  const reset = async () => {
    for (const mock of mocks.values()) (await mock).reset();
  };
  await reset();
  const own: Readonly<Record<string, unknown>> = {
    reset,
    close: async () => undefined,
    fetch:
      (document: string): Fetch =>
      async (input, init) =>
        (await mockOf(document)).fetch(input, init),
  };
  return new Proxy(own, {
    get(target, name) {
      if (!OWN.has(String(name))) throw new Error(`A mock has no ${String(name)}.`);
      return target[String(name)];
    },
  }) as unknown as ControlledSandbox;
}

function mockOf(document: string): Promise<LivingMock> {
  const mock = mocks.get(document) ?? livingMock(join(root, 'specs', `${document}.yaml`), { cwd: root, things: 0 });
  mocks.set(document, mock);
  return mock;
}
