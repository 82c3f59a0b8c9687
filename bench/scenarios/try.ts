// Tries one request of a scenario at both ends: a generated server, whose handler passes its input to a generated client, which calls the mock.
import { type Called, type Caller, callerOf, credentialsOf, type Method } from './client.ts';
import type { CompiledDocument } from './compile.ts';
import { type Given, inputs } from './inputs.ts';
import type { MockApi } from './packages.ts';
import { difference, requestOf } from './replay.ts';

interface OperationRow {
  readonly method: string;
  readonly path: string;
}

/** The generated code of a document. */
export interface Generated extends CompiledDocument {
  readonly createClient: (options: object) => Readonly<Record<string, Method>>;
  readonly createServer: (handlers: object, options: object) => (request: Request) => Promise<Response>;
  readonly operations: Readonly<Record<string, OperationRow>>;
}

/** What went wrong at each end; absent where nothing did. */
export interface Verdict {
  readonly client?: string;
  readonly server?: string;
}

/** Tries a request against the documents of its service, the newest first. */
export async function tryApi(documents: readonly Generated[], api: MockApi, mockUrl: string, scenario: string): Promise<Verdict> {
  let first: Verdict | undefined;
  for (const generated of documents.toReversed()) {
    const prefix = prefixOf(generated, api.uri);
    if (prefix === undefined) continue;
    const verdict = await tryDocument(generated, api, mockUrl, prefix, inputs[scenario]);
    if (verdict.client === undefined && verdict.server === undefined) return verdict;
    first ??= verdict;
  }
  return first ?? { client: 'no document has the path', server: 'no document has the path' };
}

/** Follows the pages of the first request of a scenario. Its other requests are the pages that links lead to, which no document has. */
export async function tryPages(documents: readonly Generated[], apis: readonly MockApi[], mockUrl: string): Promise<Verdict> {
  const [api] = apis;
  const [generated] = documents;
  if (api === undefined || generated === undefined) return { client: 'no document', server: 'no document' };
  const first = await tryApi([generated], api, mockUrl, '');
  if (first.client !== undefined) return first;
  const request = await requestOf(api, mockUrl);
  const caller = callerOf(generated.createClient, mockUrl, {}, mockUrl)(api);
  const name = operationOf(generated, api.method, api.uri)?.[0] ?? '';
  const { paths, fault } = await caller.follow(name, api.request?.body === undefined ? {} : { body: JSON.parse(await request.text()) });
  const wanted = apis.map(({ uri }) => uri);
  if (fault === undefined && paths.join() === wanted.join()) return first;
  return { ...first, client: fault ?? `requested ${paths.join(', ')} instead of ${wanted.join(', ')}` };
}

/** The path of a document's server, with the variables that the path of a scenario shows. */
function prefixOf({ document }: CompiledDocument, uri: string): string | undefined {
  const url = document.servers?.[0]?.url.replace('{endpoint}', 'http://localhost:3000') ?? 'http://localhost:3000';
  const pattern = decodeURIComponent(new URL(url).pathname)
    .replace(/\/$/, '')
    .replace(/[.*+?^$()|[\]\\]/g, '\\$&')
    .replace(/\{\w+\}/g, '[^/]+');
  return new RegExp(`^${pattern}(?=/|$)`).exec(uri.replace(/\\+:/g, ':'))?.[0];
}

export function operationOf({ operations }: Generated, method: string, uri: string): [name: string, row: OperationRow] | undefined {
  return Object.entries(operations).find(([, row]) => row.method === method.toUpperCase() && patternOf(row.path).test(uri));
}

function patternOf(path: string): RegExp {
  return new RegExp(`^${path.replace(/[.*+?^$()|[\]\\]/g, '\\$&').replace(/\{\w+\}/g, '.*')}$`);
}

async function tryDocument(
  generated: Generated,
  api: MockApi,
  mockUrl: string,
  prefix: string,
  given: Given | undefined,
): Promise<Verdict> {
  const [, { path = '' } = {}] = operationOf(generated, api.method, api.uri.slice(prefix.length)) ?? [];
  const request = await requestOf(api, mockUrl, mediaTypeOf(generated.document.paths[path]?.[api.method]));
  const schemes = generated.document.components?.securitySchemes ?? {};
  const credentials = credentialsOf(schemes, request.headers);
  const caller = callerOf(generated.createClient, `${mockUrl}${prefix}`, credentials, mockUrl)(api);
  let called: Called | undefined;
  const handle = (name: string) => async (input: object) => {
    called = await caller.call(name, input);
    return called.result ?? { status: 599 };
  };
  const faults: unknown[] = [];
  const server = generated.createServer(Object.fromEntries(caller.names.map((name) => [name, handle(name)])), {
    basePath: prefix,
    validateResponses: false,
    security: Object.fromEntries(Object.keys(schemes).map((name) => [name, () => 'caller'])),
    onError: (error: unknown, info: { issues?: unknown }) => faults.push(info.issues ?? String(error)),
  });
  const differs = await difference(api, await server(request.clone() as Request), mockUrl).catch(String);
  // Where the server refuses the request, the client gets what a user would pass.
  called ??= await byHand(generated, caller, api, prefix, given);
  const ofHandler = faults.length === 0 ? '' : ` (${JSON.stringify(faults).slice(0, 400)})`;
  return {
    ...(called.fault === undefined ? {} : { client: called.fault }),
    ...(differs === undefined ? {} : { server: `${differs}${ofHandler}` }),
  };
}

/** The media type of the request body, where there is one only. */
function mediaTypeOf(operation: unknown): string | undefined {
  const { requestBody } = (operation ?? {}) as { requestBody?: { content: object } };
  const types = Object.keys(requestBody?.content ?? {});
  return types.length === 1 ? types[0] : undefined;
}

async function byHand(generated: Generated, caller: Caller, api: MockApi, prefix: string, given: Given | undefined): Promise<Called> {
  const [name] = operationOf(generated, api.method, api.uri.slice(prefix.length)) ?? [];
  if (name === undefined) return { fault: 'the document has no such operation' };
  if (given === undefined) return { fault: 'the server refuses the request, and bench/scenarios/inputs.ts has no input' };
  return await caller.call(name, given(api));
}
