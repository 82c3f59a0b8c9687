// The service: the back office of translation agencies, as its document describes it, on `node:http`.
import type { IncomingMessage, RequestListener } from 'node:http';
import { fileURLToPath } from 'node:url';
import { addressOf, bytesOf, essence, jsonOf, listenerOf, type Reply } from '../http.ts';
import { type Running, serve, serveByHand } from '../listen.ts';
import { badHeader, badParameter, type Handlers, type Has, invalid, MEDIA_TYPE, notFound, Refusal } from './call.ts';
import type { Check, Problem } from './checks.ts';
import { isUuid } from './formats.ts';
import { clients } from './handlers/clients.ts';
import { jobs } from './handlers/jobs.ts';
import { money } from './handlers/money.ts';
import { projects } from './handlers/projects.ts';
import { inputsOf } from './inputs.ts';
import { checkQuery } from './lists.ts';
import { createStore } from './seeds.ts';
import type { Agency, Store } from './store.ts';

export const documentPath = fileURLToPath(new URL('openapi.yaml', import.meta.url));

/** The tokens of the callers. Each one belongs to another agency. */
export const credentials = {
  lena: { token: 'lk_nord_8f2d61c07be94a53' },
  tomas: { token: 'lk_sur_31a9e7d5408c4f26' },
} as const;

const AGENCIES: ReadonlyMap<string, string> = new Map([
  [credentials.lena.token, 'nord'],
  [credentials.tomas.token, 'sur'],
]);

const LARGEST = 65_536;

const REFERENCE = /^[A-Za-z0-9-]{8,40}$/;

const handlers: Handlers = { ...clients, ...projects, ...jobs, ...money };

/** The paths, with the operation of each method. A path has at most one id. */
const PATHS: readonly (readonly [path: string, operations: Readonly<Record<string, string>>])[] = [
  ['/clients', { POST: 'createClient' }],
  ['/clients/{clientId}', { GET: 'getClient' }],
  ['/clients/{clientId}/terms', { GET: 'listTerms', POST: 'addTerm' }],
  ['/projects', { GET: 'listProjects', POST: 'createProject' }],
  ['/projects/{projectId}', { GET: 'getProject', PATCH: 'updateProject', DELETE: 'deleteProject' }],
  ['/projects/{projectId}/documents', { POST: 'addDocument' }],
  ['/documents/{documentId}', { GET: 'getDocument' }],
  ['/documents/{documentId}/jobs', { POST: 'createJob' }],
  ['/jobs/{jobId}', { GET: 'getJob' }],
  ['/jobs/{jobId}/relationships/translator', { PATCH: 'assignTranslator' }],
  ['/jobs/{jobId}/delivery', { POST: 'deliverJob' }],
  ['/jobs/{jobId}/review', { POST: 'reviewJob' }],
  ['/translators', { POST: 'createTranslator' }],
  ['/translators/{translatorId}', { GET: 'getTranslator' }],
  ['/invoices', { POST: 'createInvoice' }],
  ['/invoices/{invoiceId}', { GET: 'getInvoice' }],
];

const WITH_REFERENCE = new Set(['createProject', 'createInvoice']);

interface Service {
  readonly store: Store;
  readonly inputs: ReadonlyMap<string, Check>;
  readonly has: Has;
}

function agencyOf({ store }: Service, { headers }: IncomingMessage): Agency {
  const [, token = ''] = /^bearer +(\S+)$/i.exec(headers.authorization ?? '') ?? [];
  const agency = store.agencies.get(AGENCIES.get(token) ?? '');
  if (agency !== undefined) return agency;
  const detail = 'Please send the token of an agency.';
  throw new Refusal(401, 'unauthorized', [{ detail }], { 'www-authenticate': 'Bearer realm="lektora"' });
}

/** The operation of a request, and the id in its path. */
function routed(method: string, pathname: string): { operation: string; id: string } {
  const given = pathname.split('/');
  for (const [path, operations] of PATHS) {
    const names = path.split('/');
    const isPath = names.length === given.length && names.every((name, index) => name.startsWith('{') || name === given[index]);
    if (!isPath) continue;
    const operation = operations[method === 'HEAD' ? 'GET' : method];
    const allow = [...('GET' in operations ? ['HEAD'] : []), ...Object.keys(operations)].join(', ');
    if (operation === undefined) throw new Refusal(405, 'method', [{ detail: `This path has ${allow}.` }], { allow });
    const at = names.findIndex((name) => name.startsWith('{'));
    const id = given[at] ?? '';
    if (at >= 0 && !isUuid(id)) throw badParameter(names[at]?.slice(1, -1) ?? '', 'This is not a UUID.');
    return { operation, id: id.toLowerCase() };
  }
  throw notFound('path');
}

function checkReference({ has }: Service, operation: string, reference: string | undefined): void {
  if (reference === undefined || !WITH_REFERENCE.has(operation) || has('reference-of-any-form')) return;
  if (!REFERENCE.test(reference)) throw badHeader('Request-Reference', 'This must be 8 to 40 letters, digits and dashes.');
}

/** The body of a request, with the defaults of what was left out. */
function read({ inputs, has }: Service, operation: string, type: string, bytes: Buffer | undefined): unknown {
  const isAbsent = type === '' && bytes?.length === 0;
  const isOther = !isAbsent && essence(type) !== MEDIA_TYPE && !(has('plain-json-taken') && essence(type) === 'application/json');
  if (isOther) throw new Refusal(415, 'media-type', [{ detail: `The body must be ${MEDIA_TYPE}.` }]);
  if (bytes === undefined) throw new Refusal(413, 'too-large', [{ detail: `A body has up to ${LARGEST} bytes.` }]);
  let json: unknown;
  try {
    json = jsonOf(bytes);
  } catch {
    throw new Refusal(400, 'malformed', [{ detail: 'The body is not JSON in UTF-8.' }]);
  }
  const problems: Problem[] = [];
  const input = inputs.get(operation)?.(json, '', problems);
  if (problems.length > 0) throw invalid(problems);
  return input;
}

async function answer(service: Service, request: IncomingMessage): Promise<Reply> {
  const { store, has } = service;
  const { method = 'GET', url } = request;
  const header = (name: string): string | undefined => request.headers[name]?.toString();
  const agency = agencyOf(service, request);
  const { pathname, search } = addressOf(url);
  const { operation, id } = routed(method, pathname);
  checkQuery(operation, search, has);
  checkReference(service, operation, header('request-reference'));
  const handler = handlers[operation];
  if (handler === undefined) throw notFound('operation');
  const bytes = await bytesOf(request, LARGEST);
  const input = (): unknown => read(service, operation, header('content-type') ?? '', bytes);
  return handler({ store, agency, has, id, pathname, search, header, input });
}

function refusal(error: unknown, has: Has): Reply {
  if (!(error instanceof Refusal)) {
    const entry = { status: '500', code: 'internal', title: 'Something went wrong', detail: String(error) };
    return { status: 500, body: { errors: [entry] }, type: MEDIA_TYPE };
  }
  if (error.code === 'malformed' && has('malformed-as-plain-text'))
    return { status: 400, content: 'Unexpected token in JSON', type: 'text/plain' };
  return error.reply();
}

/** A service of its own, with the faults of these ids. */
export function createTranslation(faults: ReadonlySet<string>): RequestListener {
  const has: Has = (fault) => faults.has(fault);
  const service: Service = { store: createStore(), inputs: inputsOf(has), has };
  return listenerOf({
    answer: (request) => answer(service, request),
    refusal: (error) => refusal(error, has),
  });
}

/** Serves on loopback, on a free port. */
export const listen = (faults: ReadonlySet<string> = new Set()): Promise<Running> => serve(createTranslation(faults));

await serveByHand(import.meta.url, createTranslation, 4045);
