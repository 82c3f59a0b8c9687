// The service: observing time of small observatories, as its document describes it, on `node:http`.
import type { IncomingMessage, RequestListener } from 'node:http';
import { fileURLToPath } from 'node:url';
import { addressOf, bytesOf, essence, jsonOf, listenerOf, type Reply } from '../http.ts';
import { type Running, serve, serveByHand } from '../listen.ts';
import type { Call, Handler } from './call.ts';
import { instruments } from './handlers/instruments.ts';
import { nights } from './handlers/nights.ts';
import { observations } from './handlers/observations.ts';
import { proposals } from './handlers/proposals.ts';
import { bodiesOf, type Has } from './inputs.ts';
import { Query } from './lists.ts';
import { seed } from './seeds.ts';
import type { Check, Detail } from './shape.ts';
import { Store } from './store.ts';
import { badRequest, notFound, Refusal } from './wire.ts';

export const documentPath = fileURLToPath(new URL('openapi.yaml', import.meta.url));

/** The tokens of two institutes. */
export const credentials = {
  paloma: { token: 'mdn-7c1e94b0a2f84d35' },
  einar: { token: 'mdn-e05d3b6618c94f7a' },
} as const;

const INSTITUTES: Readonly<Record<string, string>> = {
  [credentials.paloma.token]: 'sierra',
  [credentials.einar.token]: 'fjell',
};

const LARGEST = 131_072;

const handlers: Readonly<Record<string, Handler>> = { ...instruments, ...nights, ...proposals, ...observations };

/** The paths, with the id that may stand in them, and the operation of each method. */
const ROUTES: readonly (readonly [path: RegExp, methods: Readonly<Record<string, string>>])[] = [
  [/^\/instruments$/, { GET: 'listInstruments', POST: 'createInstrument' }],
  [/^\/instruments\/([^/]+)$/, { GET: 'getInstrument', PATCH: 'updateInstrument' }],
  [/^\/instruments\/([^/]+)\/nights$/, { GET: 'listNights', POST: 'createNight' }],
  [/^\/instruments\/([^/]+)\/calibrations$/, { GET: 'listCalibrations', POST: 'createCalibration' }],
  [/^\/programmes$/, { POST: 'createProgramme' }],
  [/^\/programmes\/([^/]+)$/, { GET: 'getProgramme' }],
  [/^\/programmes\/([^/]+)\/proposals$/, { POST: 'createProposal' }],
  [/^\/proposals$/, { GET: 'listProposals' }],
  [/^\/proposals\/([^/]+)$/, { GET: 'getProposal', PUT: 'replaceProposal' }],
  [/^\/proposals\/([^/]+)\/decisions$/, { POST: 'decideProposal' }],
  [/^\/proposals\/([^/]+)\/observations$/, { POST: 'createObservation' }],
  [/^\/observations\/([^/]+)$/, { GET: 'getObservation', DELETE: 'cancelObservation' }],
  [/^\/observations\/([^/]+)\/files$/, { GET: 'listFiles', POST: 'createFile' }],
];

interface Target {
  readonly operation: string;
  readonly id: string;
}

function targetOf(method: string, pathname: string, has: Has): Target {
  for (const [path, methods] of ROUTES) {
    const found = path.exec(pathname);
    if (found === null) continue;
    const operation = methods[method === 'HEAD' ? 'GET' : method];
    const isRefused = method === 'HEAD' && operation === 'getObservation' && has('head-observation-refused');
    if (operation !== undefined && !isRefused) return { operation, id: found[1] ?? '' };
    const allow = Object.keys(methods).flatMap((name) => (name === 'GET' ? ['GET', 'HEAD'] : [name]));
    throw new Refusal(405, 'The path has no such method.', [], { allow: allow.join(', ') });
  }
  throw notFound();
}

function instituteOf({ headers }: IncomingMessage): string {
  const [, token = ''] = /^bearer +(\S+)$/i.exec(headers.authorization ?? '') ?? [];
  const institute = Object.hasOwn(INSTITUTES, token) ? INSTITUTES[token] : undefined;
  if (institute === undefined) throw new Refusal(401, 'The token is missing or unknown.', [], { 'www-authenticate': 'Bearer' });
  return institute;
}

function takes(operation: string, type: string | undefined, has: Has): boolean {
  const charset = /;\s*charset="?([^\s;"]+)/i.exec(type ?? '')?.[1]?.toLowerCase() ?? 'utf-8';
  const media = essence(type);
  const isLoose = media === 'application/json' && has('patch-as-json');
  const expected = operation === 'updateInstrument' && !isLoose ? 'application/merge-patch+json' : 'application/json';
  return charset === 'utf-8' && media === expected;
}

async function readJson(request: IncomingMessage, operation: string, has: Has): Promise<unknown> {
  if (!takes(operation, request.headers['content-type'], has)) throw new Refusal(415, 'The media type of the body is not supported.');
  const bytes = await bytesOf(request, LARGEST);
  if (bytes === undefined) throw new Refusal(413, `A body may have up to ${LARGEST} bytes.`);
  try {
    return jsonOf(bytes);
  } catch {
    throw badRequest('The body is not JSON.');
  }
}

function requireShape(check: Check | undefined, value: unknown): void {
  const found: Detail[] = [];
  check?.(value, '', found);
  if (found.length > 0) throw new Refusal(422, 'The body does not fit its schema.', found);
}

/** A service of its own, with the faults of these ids. */
export function createObservatory(faults: ReadonlySet<string>): RequestListener {
  const has: Has = (fault) => faults.has(fault);
  const bodies = bodiesOf(has);
  const store = new Store();
  seed(store);
  const answer = async (request: IncomingMessage): Promise<Reply> => {
    const { method = 'GET', url } = request;
    const institute = instituteOf(request);
    const { pathname, search } = addressOf(url);
    const { operation, id } = targetOf(method, pathname, has);
    const body = async <T>(conditions?: () => void): Promise<T> => {
      const value = await readJson(request, operation, has);
      conditions?.();
      requireShape(bodies[operation], value);
      return value as T;
    };
    const header = (name: string): string | undefined => request.headers[name]?.toString();
    const call: Call = { store, institute, has, id, query: new Query(search), header, body };
    const handler = handlers[operation];
    if (handler === undefined) throw notFound();
    return handler(call);
  };
  const refusal = (error: unknown): Reply => {
    if (error instanceof Refusal) return error.reply();
    return { status: 500, body: { fault: { code: 'internal', message: String(error), details: [] } } };
  };
  return listenerOf({ answer, refusal });
}

/** Serves on loopback, on a free port. */
export const listen = (faults: ReadonlySet<string> = new Set()): Promise<Running> => serve(createObservatory(faults));

await serveByHand(import.meta.url, createObservatory, 4042);
