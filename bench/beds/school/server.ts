// The service of the bed `school`: the office of a school, on node:http and in memory.
import type { IncomingMessage, RequestListener } from 'node:http';
import { fileURLToPath } from 'node:url';
import { addressOf, bytesOf, listenerOf, type Reply } from '../http.ts';
import { contractsOf } from '../limits.ts';
import { type Running, serve, serveByHand } from '../listen.ts';
import { without } from '../members.ts';
import { targetOf } from '../routes.ts';
import { type Contract, contractOf } from './contract.ts';
import { absenceHandlers } from './handlers/absences.ts';
import type { Handlers } from './handlers/call.ts';
import { classHandlers } from './handlers/classes.ts';
import { markHandlers } from './handlers/marks.ts';
import { pupilHandlers } from './handlers/pupils.ts';
import { tripHandlers } from './handlers/trips.ts';
import { yearHandlers } from './handlers/years.ts';
import { limits } from './limits.ts';
import { seededStore } from './seeds.ts';
import type { School, Store } from './store.ts';
import { must, Refusal, refusalReply } from './wire.ts';

export const documentPath = fileURLToPath(new URL('openapi.yaml', import.meta.url));

/** The offices of two schools, and a teacher of the first one. */
export const credentials = {
  lindenhof: { token: 'office-lindenhof-6f1c9d' },
  seeblick: { token: 'office-seeblick-b72e40' },
  teacher: { token: 'teacher-lindenhof-3a85ce' },
} as const;

const HANDLERS: Handlers = {
  ...yearHandlers,
  ...classHandlers,
  ...pupilHandlers,
  ...absenceHandlers,
  ...markHandlers,
  ...tripHandlers,
};

/** What a teacher's token may do beside reading. */
const FOR_TEACHERS = ['createAbsence', 'decideAbsence', 'createMark', 'signUp', 'withdraw'];
const MOST_BYTES = 65_536;
const BODIES = ['POST', 'PUT', 'PATCH'];

const contracts = contractsOf(documentPath, contractOf, limits);

interface Caller {
  readonly school: School;
  readonly office: boolean;
}

interface Service {
  readonly store: Store;
  readonly contract: Contract;
  readonly has: (fault: string) => boolean;
}

const fold = (text: string, has: Service['has']): string => (has('token-any-case') ? text.toLowerCase() : text);

function callerOf(header: string | undefined, { store, has }: Service): Caller {
  const [, token = ''] = /^bearer +(\S+)$/i.exec(header ?? '') ?? [];
  const known = Object.entries(credentials).find((one) => fold(one[1].token, has) === fold(token, has));
  const school = store.schools.get(known?.[0] === 'teacher' ? 'lindenhof' : (known?.[0] ?? ''));
  if (school === undefined) throw new Refusal(401, 'There is no token, or it is not known.', undefined, { 'www-authenticate': 'Bearer' });
  return { school, office: known?.[0] !== 'teacher' };
}

const refusals = (has: Service['has']) => ({
  path: () => new Refusal(404, 'There is no such path.'),
  method: (allow: string) => new Refusal(405, 'The path has no such method.', undefined, has('no-allow') ? {} : { allow }),
});

function checkRights(id: string, method: string, { office }: Caller, has: Service['has']): void {
  const mayDo = office || method === 'GET' || method === 'HEAD';
  const allowed = has('teacher-changes-pupils') && id === 'updatePupil' ? true : FOR_TEACHERS.includes(id);
  must(mayDo || (allowed && !(has('teacher-no-sign-up') && id === 'signUp')), 403, 'A teacher token may not do this.');
}

async function answer(request: IncomingMessage, service: Service): Promise<Reply> {
  const { contract, has, store } = service;
  const { method = '', headers, url } = request;
  const { pathname, search } = addressOf(url);
  const caller = callerOf(headers.authorization, service);
  const { operation, path } = targetOf(contract.routes, method, pathname, refusals(has));
  const id = operation.operationId;
  checkRights(id, method, caller, has);
  contract.checkPath(operation, path);
  contract.checkHeaders(operation, headers);
  const query = contract.readQuery(operation, search);
  const bytes = await bytesOf(request, MOST_BYTES);
  must(bytes !== undefined, 413, 'The body is too large.');
  const body = BODIES.includes(method) ? contract.readBody(operation, headers['content-type'], bytes) : undefined;
  const handler = HANDLERS[id];
  if (handler === undefined) throw new Error(`There is no handler of ${id}.`);
  return handler({ store, ...caller, path: (name) => path.get(name) ?? '', query, headers, body, has });
}

function refusal(error: unknown, has: Service['has']): Reply {
  if (!(error instanceof Refusal)) return { status: 500, body: { error: 'internal', message: String(error) } };
  const reply = refusalReply(error);
  const isConflict = error.status === 409 && has('conflict-word');
  return isConflict ? { ...reply, body: { error: 'duplicate', message: error.message } } : reply;
}

/** A listener with some faults turned on, which starts with the first things of the bed. */
export function createSchool(faults: ReadonlySet<string>): RequestListener {
  const service: Service = { store: seededStore(), contract: contracts(faults), has: (fault) => faults.has(fault) };
  return listenerOf({
    answer: (request) => answer(request, service),
    refusal: (error) => refusal(error, service.has),
    headers: (headers, { method }) => (method === 'HEAD' && service.has('head-without-tag') ? without(headers, 'etag') : headers),
  });
}

export const listen = (faults: ReadonlySet<string> = new Set()): Promise<Running> => serve(createSchool(faults));

await serveByHand(import.meta.url, createSchool, 4024);
