// The process that Prism runs in: documents and requests come over the IPC channel, answers go back. It opens no port, and ends with its parent.
import { createRequire, flushCompileCache, registerHooks } from 'node:module';
import path from 'node:path';
import { Worker } from 'node:worker_threads';
import { messageOf } from '../error.ts';
import { essenceOf, isJson } from '../model/media-type.ts';
import { refKeyStandIn } from './prepare.ts';
import type { FromChild, MockAnswer, MockRequest, PrismOptions, ToChild } from './protocol.ts';

// The parts of Prism's modules that are used here; Prism is an optional peer, so its own types may not be there.
type Either<Left, Right> = { readonly _tag: 'Left'; readonly left: Left } | { readonly _tag: 'Right'; readonly right: Right };
interface Violation {
  readonly path?: readonly (string | number)[];
  readonly code?: string | number;
  readonly message: string;
  readonly severity: number;
}
interface Mocked {
  readonly output: { readonly statusCode: number; readonly headers?: Readonly<Record<string, unknown>>; readonly body?: unknown };
  readonly validations: { readonly input: readonly Violation[]; readonly output: readonly Violation[] };
}
interface ProblemError extends Error {
  readonly status?: number;
  readonly detail?: string;
  readonly additional?: { readonly headers?: Readonly<Record<string, string>>; readonly [key: string]: unknown };
}
interface PrismInstance {
  request(input: unknown, operations: unknown, config: unknown): () => Promise<Either<ProblemError, Mocked>>;
}
interface PrismModules {
  readonly createInstance: (config: unknown, components: unknown) => PrismInstance;
  readonly operationsOf: (document: unknown) => Promise<readonly unknown[]>;
  readonly preferencesOf: (input: unknown) => Either<ProblemError, Readonly<Record<string, unknown>>>;
  readonly problemOf: (error: ProblemError) => object;
}

const [prismManifest = '', optionsText = '{}'] = process.argv.slice(2);
const options: PrismOptions = { dynamic: false, errors: false, ...JSON.parse(optionsText) };
const documents = new Map<string, readonly unknown[]>();

function send(message: FromChild): void {
  if (process.connected) process.send?.(message);
}

process.on('disconnect', () => process.exit(0));
// What is sent to a whole tree of processes reaches the parent too, and the parent decides.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => {});
// A rejection that Prism loses must not take the other documents along; its request runs into the time limit.
process.on('unhandledRejection', () => {});

function loadPrism(): PrismModules {
  // Prism loads faker in all of its seventy languages, a fifth of its start. Only the keyword `faker` reads them, and `prepare` drops it.
  registerHooks({
    resolve: (specifier, context, next) => {
      if (specifier !== '@faker-js/faker') return next(specifier, context);
      try {
        return next('@faker-js/faker/locale/en', context);
      } catch {
        return next(specifier, context);
      }
    },
  });
  const fromCli = createRequire(prismManifest);
  const http = fromCli('@stoplight/prism-http');
  const server = path.dirname(fromCli.resolve('@stoplight/prism-http-server'));
  const { getHttpConfigFromRequest } = fromCli(path.join(server, 'getHttpConfigFromRequest.js'));
  const { getHttpOperationsFromSpec } = fromCli('./dist/operations.js');
  return {
    createInstance: http.createInstance,
    operationsOf: getHttpOperationsFromSpec,
    preferencesOf: getHttpConfigFromRequest,
    problemOf: http.ProblemJsonError.toProblemJson,
  };
}

/** Prism logs every request in detail; nobody reads it here. */
function silentLogger(): object {
  const quiet = (): void => {};
  const logger = {
    trace: quiet,
    debug: quiet,
    info: quiet,
    success: quiet,
    start: quiet,
    warn: quiet,
    error: quiet,
    fatal: quiet,
    child: () => logger,
  };
  return logger;
}

/** Prism's own server with the same settings; see `createPrismServerWithLogger` in @stoplight/prism-cli. */
function configOf(mock: object): object {
  return { isProxy: false, validateRequest: true, validateResponse: true, checkSecurity: true, errors: options.errors, mock };
}

async function answer(prism: PrismInstance, modules: PrismModules, request: MockRequest): Promise<MockAnswer> {
  const operations = documents.get(request.document);
  if (operations === undefined) throw new Error(`Unknown document \`${request.document}\`.`);
  const input = {
    method: request.method.toLowerCase(),
    url: { path: request.path, query: queryOf(request.query) },
    headers: { ...request.headers },
    body: bodyOf(request),
  };
  const preferences = modules.preferencesOf(input);
  if (preferences._tag === 'Left') return problem(preferences.left, modules);
  // Prism writes into the settings of a request, so each gets its own.
  const mock: Record<string, unknown> = { dynamic: options.dynamic, ignoreExamples: false };
  for (const [key, value] of Object.entries(preferences.right)) {
    if (value !== undefined) mock[key] = value;
  }
  const result = await prism.request(input, operations, configOf(mock))();
  if (result._tag === 'Left') return problem(result.left, modules);
  const { output, validations } = result.right;
  const violations = [...violationsOf('request', validations.input), ...violationsOf('response', validations.output)];
  const headers = headersOf(output.headers ?? {});
  if (violations.length > 0) headers['sl-violations'] = asciiJson(violations).slice(0, 4096);
  if (options.errors && validations.output.some(({ severity }) => severity === 0)) {
    const detail = 'The response does not match the document, and the mock was started with --errors.';
    return problemAnswer(500, { type: 'about:blank', title: 'Invalid response', status: 500, detail, validation: violations });
  }
  const contentType = headers['content-type'];
  const body = contentType === undefined && output.body === undefined ? undefined : serialize(output.body, contentType ?? '');
  return { status: Number.isInteger(output.statusCode) ? output.statusCode : 200, headers, ...(body === undefined ? {} : { body }) };
}

/** A name once is its text, several times a list, as Prism's own server has it. */
function queryOf(query: string): Record<string, string | string[]> {
  const params = new URLSearchParams(query);
  const values = new Map<string, string | string[]>();
  for (const name of new Set(params.keys())) {
    const all = params.getAll(name);
    // Prism assigns names to plain objects, where this one would set the prototype.
    if (name !== '__proto__') values.set(name, all.length === 1 ? (all[0] ?? '') : all);
  }
  return Object.fromEntries(values);
}

function bodyOf(request: MockRequest): unknown {
  if (request.body === undefined) return null;
  return isJson(request.headers['content-type'] ?? '') ? JSON.parse(request.body) : request.body;
}

function problem(error: ProblemError, modules: PrismModules): MockAnswer {
  const status = error.status ?? 500;
  return problemAnswer(
    status,
    error.status === undefined ? { title: error.message, status } : modules.problemOf(error),
    error.additional?.headers,
  );
}

function problemAnswer(status: number, body: object, headers: Readonly<Record<string, string>> = {}): MockAnswer {
  return { status, headers: { ...headersOf(headers), 'content-type': 'application/problem+json' }, body: JSON.stringify(body) };
}

/** Diagnostics as @stoplight/types numbers them. */
const severities = ['Error', 'Warning', 'Information', 'Hint'];

function violationsOf(part: string, violations: readonly Violation[]): object[] {
  return violations.map(({ path: at, code, message, severity }) => {
    return { location: [part, ...(at ?? [])], severity: severities[severity] ?? severity, code, message };
  });
}

function asciiJson(value: unknown): string {
  return JSON.stringify(value).replace(/[^\x20-\x7e]/g, (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`);
}

/** Prism gives `null` for a header that it has no value for, and numbers. */
function headersOf(headers: Readonly<Record<string, unknown>>): Record<string, string> {
  const found: Record<string, string> = {};
  for (const [name, value] of Object.entries(headers)) {
    if (value !== null && value !== undefined) found[name.toLowerCase()] = String(value);
  }
  return found;
}

/** Prism has no serialiser for sequences (it throws), nor for bytes: both go out as text under their own type. */
function serialize(body: unknown, contentType: string): string | undefined {
  if (isJson(contentType)) return body === undefined ? undefined : JSON.stringify(restoreRefKeys(body));
  if (body === undefined || typeof body === 'string') return body;
  const restored = restoreRefKeys(body);
  const items = Array.isArray(restored) ? restored : [restored];
  const type = essenceOf(contentType);
  if (type === 'application/x-ndjson' || type === 'application/jsonl') return items.map((item) => `${JSON.stringify(item)}\n`).join('');
  if (type === 'application/json-seq') return items.map((item) => `\u001e${JSON.stringify(item)}\n`).join('');
  if (type === 'text/event-stream') return items.map(eventOf).join('');
  if (type === 'application/x-www-form-urlencoded') return formOf(restored);
  return typeof restored === 'object' ? JSON.stringify(restored) : String(restored);
}

/** Server-sent events, HTML Living Standard §9.2.5: an object with fields of an event is one, anything else is its data. */
function eventOf(item: unknown): string {
  const event = typeof item === 'object' && item !== null && 'data' in item ? Object.entries(item) : [['data', item] as const];
  const lines = event.flatMap(([name, value]) => {
    const text = typeof value === 'string' ? value : JSON.stringify(value);
    return text.split(/\r\n|\r|\n/).map((line) => `${name}: ${line}`);
  });
  return `${lines.join('\n')}\n\n`;
}

function formOf(value: unknown): string {
  const params = new URLSearchParams();
  for (const [name, item] of Object.entries(typeof value === 'object' && value !== null ? value : {})) {
    for (const one of Array.isArray(item) ? item : [item]) params.append(name, typeof one === 'object' ? JSON.stringify(one) : String(one));
  }
  return params.toString();
}

function restoreRefKeys(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(restoreRefKeys);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key === refKeyStandIn ? '$ref' : key, restoreRefKeys(item)]));
}

/** While Prism's own code loops, this thread hears nothing of the parent's death; another one does. */
function watchParent(): void {
  const watch = `const parent = process.ppid; setInterval(() => { if (process.ppid !== parent) process.kill(process.pid, 'SIGKILL'); }, 500);`;
  new Worker(watch, { eval: true }).unref();
}

async function handle(message: ToChild, prism: PrismInstance, modules: PrismModules): Promise<void> {
  switch (message.kind) {
    case 'load':
      try {
        // Prism writes into the document that it reads; this copy came over the channel and is nobody else's.
        documents.set(message.id, await modules.operationsOf(message.document));
        send({ kind: 'loaded', seq: message.seq });
      } catch (error) {
        send({ kind: 'refused', seq: message.seq, message: messageOf(error) });
      }
      return;
    case 'unload':
      documents.delete(message.id);
      return;
    case 'request':
      try {
        send({ kind: 'answer', seq: message.seq, answer: await answer(prism, modules, message.request) });
      } catch (error) {
        send({ kind: 'fault', seq: message.seq, message: messageOf(error) });
      }
      return;
  }
}

function start(): void {
  let modules: PrismModules;
  try {
    modules = loadPrism();
  } catch (error) {
    send({ kind: 'unusable', message: messageOf(error) });
    return;
  }
  const prism = modules.createInstance(configOf({}), { logger: silentLogger() });
  process.on('message', (message: ToChild) => void handle(message, prism, modules));
  send({ kind: 'ready' });
  watchParent();
  // The supervisor ends this process without warning, so the cache is not left to the exit.
  setTimeout(flushCompileCache, 2000).unref();
}

start();
