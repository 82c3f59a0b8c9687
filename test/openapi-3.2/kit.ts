// What the table of OpenAPI 3.2 tries of one document: each stage of Octavo, as small functions.
import { tmpdir } from 'node:os';
import path from 'node:path';
import { inMemoryFetch } from '@octavo/runtime';
import { expect } from 'vitest';
import { Problems } from '../../generator/base/problem.ts';
import { compareServices } from '../../generator/diff/index.ts';
import { operationMarkdown } from '../../generator/docs/operation-page.ts';
import { plainReference } from '../../generator/docs/reference/plain-reference.ts';
import { samples } from '../../generator/docs/samples/index.ts';
import { entriesOf } from '../../generator/docs/search/entries.ts';
import { bundle } from '../../generator/load/bundle.ts';
import type { Description } from '../../generator/load/description.ts';
import { load } from '../../generator/load/index.ts';
import { buildService } from '../../generator/model/index.ts';
import type { Service } from '../../generator/model/service.ts';
import { OPTIONS } from '../emit/service.ts';
import { emit } from '../support/emit.ts';

export type Sections = Readonly<Record<string, unknown>>;

/** The stages, in the order of the columns. */
export const STAGES = ['loader', 'types', 'validators', 'client', 'server', 'mock', 'lint', 'docs', 'diff'] as const;
export type Stage = (typeof STAGES)[number];

/** Code that must compile beside the generated code; `// @ts-expect-error` says what must not. */
export interface Code {
  readonly code: string;
}

/** Why a stage has nothing to do with a construct, in one sentence. */
export interface Reason {
  readonly reason: string;
}

export type Cell = ((kit: Kit) => void | Promise<void>) | Code | Reason;

export interface Construct {
  /** As the table names it, in Markdown. */
  readonly name: string;
  /** Where OpenAPI 3.2.0 has it. */
  readonly section: string;
  /** A document that has it; the head is added. */
  readonly document: Sections;
  readonly cells: Readonly<Record<Stage, Cell>>;
}

export interface Sent {
  readonly url: string;
  readonly method: string;
  readonly headers: Headers;
  readonly body: string;
}

type Method = (input?: unknown) => Promise<{ readonly status: number; readonly body: unknown; readonly headers?: Record<string, unknown> }>;
type Handlers = Readonly<Record<string, (input: never, context?: never) => unknown>>;

export interface Kit {
  readonly description: Description;
  readonly service: Service;
  /** `severity code`, of the loader and the model. */
  readonly problems: readonly string[];
  /** What Redocly's linter and Octavo find: `severity code`. Recommendations, which are warnings of Redocly, are not listed. */
  readonly findings: readonly string[];
  /** An emitted file. */
  file(name: string): string;
  /** What a value lacks, by the validator of a schema: pointers. */
  issues(schema: string, value: unknown): Promise<string[]>;
  /** Calls an operation of the client, which sends to the server with these handlers. */
  call(
    operation: string,
    input: unknown,
    handlers: Handlers,
    options?: object,
  ): Promise<{ readonly sent: Sent; readonly result: Awaited<ReturnType<Method>> }>;
  /** What a handler of the server gets of a request, or the response where it gets none. */
  serve(
    request: Request,
    operation: string,
    answer: unknown,
    options?: object,
  ): Promise<{ readonly input: unknown; readonly response: Response }>;
  /** What the generated mock server answers. */
  mock(request: Request): Promise<Response>;
  /** The Markdown pages of all operations, and the plain reference. */
  readonly pages: string;
  /** The bundle that Redocly's pages and Prism read. */
  readonly bundle: Sections;
  /** `kind code` of each change, where the document is changed like this. */
  diff(change: (document: never) => void): Promise<string[]>;
}

export const BASE = 'https://pets.example.com';

export function whole(sections: Sections): Sections {
  return {
    openapi: '3.2.0',
    info: { title: 'Pets', version: '1.0.0', license: { name: 'MIT', identifier: 'MIT' } },
    servers: [{ url: BASE }],
    security: [],
    ...sections,
    paths: withSummaries(sections.paths ?? {}),
  };
}

/** Redocly's recommended rules ask for summaries. */
function withSummaries(value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  const entries = Object.entries(value).map(([key, member]) => [key, withSummaries(member)] as const);
  return Object.fromEntries('operationId' in value ? [['summary', 'An operation.'], ...entries] : entries);
}

export interface Read {
  readonly description: Description;
  readonly service: Service;
  readonly problems: readonly string[];
}

export async function read(sections: Sections): Promise<Read> {
  const problems = new Problems();
  const file = path.join(tmpdir(), 'pets.json');
  const description = await load(file, { root: tmpdir(), text: JSON.stringify(whole(sections), undefined, 2) }, problems);
  const service = description === undefined ? undefined : buildService(description, {}, problems);
  if (description === undefined || service === undefined) throw new Error(problems.list.map(({ message }) => message).join('\n'));
  return { description, service, problems: problems.list.map(({ severity, code }) => `${severity} ${code}`) };
}

export function emitted({ service }: Read): ReadonlyMap<string, string> {
  return emit(service, OPTIONS);
}

/** `folder` has the emitted files. */
export async function kitOf(construct: Construct, read_: Read, folder: string, findings: readonly string[]): Promise<Kit> {
  const { description, service, problems } = read_;
  const files = emitted(read_);
  const module = async (name: string): Promise<Record<string, never>> => await import(path.join(folder, name));
  const [index, validators, examples] = await Promise.all([module('index.ts'), module('validators.ts'), module('examples.ts')]);
  const create = <T>(from: Record<string, never>, name: string, ...given: unknown[]): T => {
    expect(Object.keys(from)).toContain(name);
    return (from[name] as unknown as (...args: unknown[]) => T)(...given);
  };
  const serverOf = (handlers: object, options: object): ((request: Request) => Promise<Response>) =>
    create(index, 'createPetsServer', handlers, options);
  const kit: Kit = {
    description,
    service,
    problems,
    findings,
    bundle: bundle(description),
    file: (name) => files.get(name) ?? '',
    async issues(schema, value) {
      const issues: { readonly path: string }[] = [];
      create(validators, `validate${schema}`, value, issues);
      return issues.map(({ path: at }) => at);
    },
    async call(operation, input, handlers, options = {}) {
      const sent: Sent[] = [];
      const server = inMemoryFetch(serverOf(handlers, options));
      const fetch = async (url: string, init: RequestInit & { duplex?: 'half' }): Promise<Response> => {
        const request = new Request(url, { duplex: 'half', ...init } as RequestInit);
        sent.push({ url, method: request.method, headers: new Headers(init.headers), body: await request.clone().text() });
        return await server(url, { ...init, ...(request.body === null ? {} : { body: await request.arrayBuffer() }) } as never);
      };
      const client = create<Record<string, Method>>(index, 'createPetsClient', { fetch, ...options });
      const method = client[operation];
      if (method === undefined) throw new Error(`The client has no ${operation}.`);
      const result = await method(input);
      const [first] = sent;
      if (first === undefined) throw new Error('Nothing was sent.');
      return { sent: first, result };
    },
    async serve(request, operation, answer, options = {}) {
      let input: unknown;
      const handler = (given: unknown): unknown => {
        input = given;
        return answer;
      };
      return { response: await serverOf({ [operation]: handler }, options)(request), input };
    },
    mock: (request) => create<(request: Request) => Promise<Response>>(examples, 'mockPetsServer')(request),
    get pages() {
      const options = { clientModule: './index.ts', runtime: '@octavo/runtime' };
      const markdown = entriesOf(service).map((entry) =>
        operationMarkdown(service, entry, entry.kind === 'operation' ? samples(service, entry.operation, options) : []),
      );
      const frame = { title: 'Pets', services: [], pages: new Set<never>(), isDev: false };
      return [...markdown, plainReference(service, frame, options)].join('\n');
    },
    async diff(change) {
      const changed = structuredClone(construct.document);
      change(changed as never);
      return compareServices(service, (await read(changed)).service).map(({ kind, code }) => `${kind} ${code}`);
    },
  };
  return kit;
}

/** The loader and the model have no problem with the document. */
export function isRead({ problems }: Kit): void {
  expect(problems).toEqual([]);
}

/** Neither linter finds a fault. */
export function isSound({ findings }: Kit): void {
  expect(findings).toEqual([]);
}

export function shows(...texts: readonly string[]): Cell {
  return ({ pages }) => {
    for (const text of texts) expect(pages).toContain(text);
  };
}

export const none = (reason: string): Reason => ({ reason });
export const code = (text: string): Code => ({ code: text });
