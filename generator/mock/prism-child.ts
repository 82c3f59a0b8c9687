// The process that Prism runs in: gets documents and requests over the IPC channel and sends responses back. It opens no port, and ends with its
// parent.
import { flushCompileCache } from 'node:module';
import { watchParent } from '../base/end-with-parent.ts';
import { messageOf } from '../base/error.ts';
import { isJson } from '../model/media-type.ts';
import type { ErrorTemplates } from './error-templates.ts';
import { loadPrism, type PrismInstance, type PrismModules, type PrismOperation, silentLogger } from './prism-modules.ts';
import { asciiJson, headersOf, problem, problemAnswer, serialize, violationsOf } from './prism-response.ts';
import type { FromChild, MockAnswer, MockRequest, PrismOptions, ToChild } from './protocol.ts';
import { prismMethods } from './reading.ts';
import { preferenceRefusal, refusal, refusedBy } from './refusal.ts';
import { type StreamFormats, writingFor } from './streams/formats.ts';

const [prismManifest = '', optionsText = '{}'] = process.argv.slice(2);
const options: PrismOptions = { dynamic: false, errors: false, ...JSON.parse(optionsText) };
interface Loaded {
  readonly operations: readonly PrismOperation[];
  readonly errors: ErrorTemplates;
  readonly streams: StreamFormats;
}
const documents = new Map<string, Loaded>();

function send(message: FromChild): void {
  if (process.connected) process.send?.(message);
}

process.on('disconnect', () => process.exit(0));
// A signal to the whole process group reaches the parent too, which decides when to stop.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => {});
// An unhandled rejection in Prism must not end the process for all documents; its request runs into the time limit.
process.on('unhandledRejection', () => {});

/** The settings of Prism's own server; see `createPrismServerWithLogger` in @stoplight/prism-cli. */
function configOf(mock: object): object {
  return { isProxy: false, validateRequest: true, validateResponse: true, checkSecurity: true, errors: options.errors, mock };
}

async function answer(prism: PrismInstance, modules: PrismModules, request: MockRequest): Promise<MockAnswer> {
  const loaded = documents.get(request.document);
  if (loaded === undefined) throw new Error(`Unknown document \`${request.document}\`.`);
  const { operations } = loaded;
  const input = {
    method: request.method.toLowerCase(),
    url: { path: request.path, query: queryOf(request.query) },
    headers: { ...request.headers },
    body: bodyOf(request),
  };
  const preferences = modules.preferencesOf(input);
  if (preferences._tag === 'Left') return problem(preferences.left, modules);
  // Prism modifies the settings of a request, so each request gets its own.
  const mock: Record<string, unknown> = { dynamic: options.dynamic, ignoreExamples: false };
  for (const [key, value] of Object.entries(preferences.right)) {
    if (value !== undefined) mock[key] = value;
  }
  const result = await prism.request(input, operations, configOf(mock))();
  const routed = modules.route({ resources: operations, input });
  const operation = routed._tag === 'Right' ? routed.right : undefined;
  if (result._tag === 'Left') {
    const refused = refusedBy(result.left, request, operations);
    // Like a generated server, the mock ignores a slash at the end of a path.
    if (refused?.status === 404 && /.\/$/.test(request.path))
      return answer(prism, modules, { ...request, path: request.path.slice(0, -1) });
    if (refused === undefined) return preferenceRefusal(result.left, operation, request) ?? problem(result.left, modules);
    const headers = {
      ...result.left.additional?.headers,
      ...(refused.status === 405 ? { allow: methodsAt(operations, input, modules) } : {}),
    };
    return refusal(refused.status, refused.faults, operation, loaded.errors, headers);
  }
  const { output, validations } = result.right;
  const violations = [...violationsOf('request', validations.input), ...violationsOf('response', validations.output)];
  const headers = headersOf(output.headers ?? {});
  if (violations.length > 0) headers['sl-violations'] = asciiJson(violations).slice(0, 4096);
  if (options.errors && validations.output.some(({ severity }) => severity === 0)) {
    const detail = 'The response does not match the document, and the mock was started with --errors.';
    return {
      ...problemAnswer(500, { type: 'about:blank', title: 'Invalid response', status: 500, detail, validation: violations }),
      isOurs: true,
    };
  }
  const faults = validations.input.filter(({ severity }) => severity === 0);
  if (faults.length > 0 && output.statusCode >= 400) {
    return refusal(output.statusCode, faults, operation, loaded.errors, headers);
  }
  const contentType = headers['content-type'];
  const status = Number.isInteger(output.statusCode) ? output.statusCode : 200;
  const name = operation === undefined ? '' : `${operation.method.toUpperCase()} ${operation.path}`;
  const stream = contentType === undefined ? undefined : writingFor(loaded.streams, name, status, contentType);
  const body = contentType === undefined && output.body === undefined ? undefined : serialize(output.body, contentType ?? '', stream);
  return { status, headers, ...(operation === undefined ? {} : { operation: name }), ...(body === undefined ? {} : { body }) };
}

/** The methods of a path as the header `Allow` lists them (RFC 9110 section 15.5.6). HEAD goes with GET. */
function methodsAt(resources: readonly PrismOperation[], input: object, modules: PrismModules): string {
  const found = [...prismMethods].filter((method) => modules.route({ resources, input: { ...input, method } })._tag === 'Right');
  return [...new Set(found.flatMap((method) => (method === 'get' ? ['GET', 'HEAD'] : [method.toUpperCase()])))].join(', ');
}

/** One value as text, several values of a name as a list, like in Prism's own server. */
function queryOf(query: string): Record<string, string | string[]> {
  const params = new URLSearchParams(query);
  const values = new Map<string, string | string[]>();
  for (const name of new Set(params.keys())) {
    const all = params.getAll(name);
    // Prism assigns names to plain objects, where `__proto__` would set the prototype.
    if (name !== '__proto__') values.set(name, all.length === 1 ? (all[0] ?? '') : all);
  }
  return Object.fromEntries(values);
}

function bodyOf(request: MockRequest): unknown {
  if (request.body === undefined) return null;
  return isJson(request.headers['content-type'] ?? '') ? JSON.parse(request.body) : request.body;
}

async function handle(message: ToChild, prism: PrismInstance, modules: PrismModules): Promise<void> {
  switch (message.kind) {
    case 'load':
      try {
        // Prism modifies the document that it reads. This copy came over the channel, so nothing else uses it.
        documents.set(message.id, {
          operations: await modules.operationsOf(message.document),
          errors: message.errors,
          streams: message.streams,
        });
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
    modules = loadPrism(prismManifest);
  } catch (error) {
    send({ kind: 'unusable', message: messageOf(error) });
    return;
  }
  const prism = modules.createInstance(configOf({}), { logger: silentLogger() });
  process.on('message', (message: ToChild) => void handle(message, prism, modules));
  send({ kind: 'ready' });
  watchParent();
  // The process is killed in the end, so the compile cache must be written earlier.
  setTimeout(flushCompileCache, 2000).unref();
}

start();
