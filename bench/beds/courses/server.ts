// The courses as other people write such a service, in memory, which does what its document says. Each planted fault is turned on by its name.
import { randomUUID } from 'node:crypto';
import type { IncomingMessage, RequestListener } from 'node:http';
import { addressOf, bytesOf, jsonOf, listenerOf, type Reply, type Service, takes } from '../http.ts';
import { type Running, serve, serveByHand } from '../listen.ts';
import type { Operation } from '../schemas.ts';
import { contractWith, documentPath } from './contract.ts';
import { assignments } from './handlers/assignments.ts';
import type { Call, Faults, Handlers } from './handlers/call.ts';
import { certificates } from './handlers/certificates.ts';
import { courses } from './handlers/courses.ts';
import { enrolments } from './handlers/enrolments.ts';
import { learners } from './handlers/learners.ts';
import { lessons } from './handlers/lessons.ts';
import { payments } from './handlers/payments.ts';
import { subjects } from './handlers/subjects.ts';
import { teachers } from './handlers/teachers.ts';
import { createStore } from './seeds.ts';
import { Refusal, refuse } from './wire.ts';

export { documentPath };

/** The offices of two schools, and a teacher of the first one. */
export const credentials = {
  harbour: { school: 'harbour', key: 'ferry-5521-saffron' },
  hill: { school: 'hill', key: 'meadow-7310-copper' },
  teacher: { school: 'harbour', key: 'chalk-4486-indigo' },
} as const;

interface Caller {
  readonly school: 'harbour' | 'hill';
  readonly key: string;
}

/** Who sends a request: the holder of the key, if the school is that of the key. */
function callerOf({ headers }: IncomingMessage, faults: Faults): Caller {
  const holder = Object.values(credentials).find(({ key }) => key === headers['x-school-key']);
  const school = Object.values(credentials).find((one) => one.school === headers['x-school'])?.school;
  if (holder === undefined || school === undefined) throw refuse(401, 'The school or the key is missing or wrong.');
  if (faults.has('key-of-any-school')) return { ...holder, school };
  if (holder.school !== school) throw refuse(401, 'The school or the key is missing or wrong.');
  return holder;
}

const MOST = 65_536;

/** The JSON of a body, or a refusal of its size, its media type or its form. */
async function bodyOf(request: IncomingMessage, operation: Operation, faults: Faults): Promise<unknown> {
  if (operation.requestBody === undefined) return undefined;
  const bytes = await bytesOf(request, MOST);
  if (bytes === undefined) throw refuse(413, `A body has at most ${MOST} bytes.`);
  const isTaken = takes(operation, request.headers['content-type']) || faults.has('any-media-type');
  if (!isTaken) throw refuse(415, 'The operation does not take this media type.');
  try {
    return jsonOf(bytes);
  } catch {
    throw refuse(400, 'The body is no JSON.');
  }
}

const PARTS = [subjects, teachers, courses, lessons, learners, enrolments, payments, certificates, assignments];

interface Body {
  readonly data: { readonly attributes: unknown };
}

function createService(faults: Faults): Service {
  const contract = contractWith(faults);
  const store = createStore();
  const handlers: Handlers = Object.assign({}, ...PARTS.map((part) => part(store, faults)));

  /** Refuses the key of a teacher where only the office may come. */
  function checkRole(operation: Operation, { key }: Caller): void {
    const isLoose = operation.operationId === 'cancelCourse' && faults.has('teacher-cancels-courses');
    if (key === credentials.teacher.key && contract.isForOffice(operation) && !isLoose) throw refuse(403, 'Only the office may do this.');
  }

  const answer: Service['answer'] = async (request) => {
    const { pathname, search } = addressOf(request.url);
    const { operation, path } = contract.find(request.method ?? 'GET', pathname);
    const { operationId } = operation;
    if (request.method === 'HEAD' && operationId === 'getEnrolment' && faults.has('enrolment-without-head'))
      throw new Refusal(405, [{ detail: 'The path has GET.' }], { allow: 'GET' });
    const caller = callerOf(request, faults);
    checkRole(operation, caller);
    const header = (name: string): string | undefined => request.headers[name]?.toString();
    contract.correlationId(operation, header('correlation-id'));
    const query = contract.query(operation, search);
    const given = await bodyOf(request, operation, faults);
    const body = operation.requestBody === undefined ? undefined : (contract.body(operation, given) as Body);
    const call: Call = {
      school: store[caller.school],
      pathname,
      search,
      header,
      id: (name) => path.get(name) ?? '',
      query: <T>(name: string) => query[name] as T | undefined,
      input: <T>() => body?.data.attributes as T,
      data: <T>() => body?.data as T,
    };
    const handler = handlers[operationId];
    if (handler === undefined) throw new Error(`There is no handler for ${operationId}.`);
    return handler(call);
  };

  const refusal: Service['refusal'] = (error): Reply => {
    if (!(error instanceof Refusal)) console.error(error);
    const known = error instanceof Refusal ? error : refuse(500, 'The service failed.');
    const isBare = known.status === 422 && faults.has('errors-without-pointer');
    const errors = known.errors().map(({ source, ...others }) => (isBare || source === undefined ? others : { ...others, source }));
    return { status: known.status, headers: known.headers, body: { errors } };
  };

  const headers: Service['headers'] = (all, { headers: given }) => ({
    ...all,
    'correlation-id': given['correlation-id']?.toString() ?? randomUUID(),
  });

  return { answer, refusal, headers };
}

/** The service as a listener of `node:http`, with its own things in memory. */
export const createCourses = (faults: Faults = new Set()): RequestListener => listenerOf(createService(faults));

/** Listens on loopback and gives the address. */
export const listen = (faults?: Faults): Promise<Running> => serve(createCourses(faults));

await serveByHand(import.meta.url, createCourses, 4016);
