// The payroll as other people write such a service, in memory, which does what its document says. Each planted fault is turned on by its name.
import { randomBytes } from 'node:crypto';
import type { IncomingMessage, RequestListener } from 'node:http';
import { addressOf, bytesOf, jsonOf, listenerOf, type Reply, type Service, takes } from '../http.ts';
import { type Running, serve, serveByHand } from '../listen.ts';
import type { Operation } from '../schemas.ts';
import { contractWith, documentPath } from './contract.ts';
import { absences } from './handlers/absences.ts';
import type { Call, Faults, Handlers } from './handlers/call.ts';
import { contracts } from './handlers/contracts.ts';
import { employees } from './handlers/employees.ts';
import { items } from './handlers/items.ts';
import { payslips } from './handlers/payslips.ts';
import { runs } from './handlers/runs.ts';
import { times } from './handlers/times.ts';
import { createStore } from './seeds.ts';
import { Refusal } from './wire.ts';

export { documentPath };

interface Caller {
  readonly token: string;
  readonly employer: 'linden' | 'marlow';
  readonly scopes: readonly string[];
}

const ALL = ['people:read', 'people:write', 'time:write', 'pay:read', 'pay:write', 'pay:approve'];

/** Two employers, and a clerk of the first one who enters time. */
export const credentials = {
  linden: { token: 'pay.linden.4c1fQzT8Lw', employer: 'linden', scopes: ALL },
  marlow: { token: 'pay.marlow.Zk2vN9sBd0', employer: 'marlow', scopes: ALL },
  clerk: { token: 'pay.clerk.u7HxE3pRy5', employer: 'linden', scopes: ['people:read', 'time:write'] },
} as const satisfies Record<string, Caller>;

/** Operations whose scope is not checked by a fault. */
const LOOSE: Readonly<Record<string, string>> = { decideAbsence: 'clerk-decides', listPayItems: 'clerk-sees-pay-items' };

/** Who sends a request. */
function callerOf(header: string | undefined, faults: Faults): Caller {
  const token = /^Bearer +(\S+)$/i.exec(header ?? '')?.[1];
  const found = Object.values(credentials).find((one) => one.token === token);
  if (found !== undefined) return found;
  const headers: Record<string, string> = faults.has('unauthorized-without-challenge')
    ? {}
    : { 'www-authenticate': 'Bearer realm="payroll"' };
  throw new Refusal('unauthorized', 'The token is missing or wrong.', [], headers);
}

const MOST = 32_768;

async function bodyOf(request: IncomingMessage, { requestBody }: Operation): Promise<Buffer> {
  const bytes = requestBody === undefined ? Buffer.alloc(0) : await bytesOf(request, MOST);
  if (bytes === undefined) throw new Refusal('too-large', `A body has at most ${MOST} bytes.`);
  return bytes;
}

function parse(operation: Operation, type: string | undefined, bytes: Buffer): unknown {
  if (!takes(operation, type)) throw new Refusal('unsupported-type', 'The operation does not take this media type.');
  try {
    return jsonOf(bytes);
  } catch {
    throw new Refusal('malformed', 'The body is not JSON.');
  }
}

function requireScope({ scopes }: Caller, operationId: string, scope: string, faults: Faults): void {
  const isLoose = faults.has(LOOSE[operationId] ?? '');
  if (!scopes.includes(scope) && !isLoose) throw new Refusal('forbidden', `The operation needs the scope ${scope}.`);
}

const PARTS = [employees, contracts, times, absences, items, runs, payslips];

const newTrace = (): string => randomBytes(8).toString('hex');

function createService(faults: Faults): Service {
  const contract = contractWith(faults);
  const store = createStore();
  const handlers: Handlers = Object.assign({}, ...PARTS.map((part) => part(store, faults)));
  const traces = new WeakMap<IncomingMessage, string>();

  const answer: Service['answer'] = async (request) => {
    traces.set(request, newTrace());
    const { pathname, search } = addressOf(request.url);
    const method = request.method ?? 'GET';
    const target = contract.find(method, pathname);
    const { operation, path } = target;
    const { operationId } = operation;
    if (method === 'HEAD' && operationId === 'getPayslip' && faults.has('payslip-without-head')) {
      throw new Refusal('not-allowed', 'The path has GET.', [], { allow: 'GET' });
    }
    const caller = callerOf(request.headers.authorization, faults);
    requireScope(caller, operationId, contract.scope(operation), faults);
    contract.path(target);
    const query = contract.query(operation, search);
    const bytes = await bodyOf(request, operation);
    const call: Call = {
      employer: store[caller.employer],
      others: [store[caller.employer === 'linden' ? 'marlow' : 'linden']],
      pathname,
      may: (scope) => caller.scopes.includes(scope),
      param: (name) => path.get(name) ?? '',
      query: <T>() => query as T,
      header: (name) => request.headers[name] as string | undefined,
      input: <T>() => contract.body(operation, parse(operation, request.headers['content-type'], bytes)) as T,
    };
    const handler = handlers[operationId];
    if (handler === undefined) throw new Error(`There is no handler for ${operationId}.`);
    return handler(call);
  };

  const refusal = (error: unknown, request: IncomingMessage): Reply => {
    if (!(error instanceof Refusal)) console.error(error);
    const known = error instanceof Refusal ? error : new Refusal('failed', 'The service failed.');
    const trace = faults.has('faults-have-another-trace') ? newTrace() : (traces.get(request) ?? '');
    return { status: known.status, headers: known.headers, body: known.body(trace, faults) };
  };

  const headers: Service['headers'] = (given, request) => ({ ...given, 'trace-id': traces.get(request) ?? newTrace() });

  return { answer, refusal, headers };
}

/** The service as a listener of `node:http`, with its own things in memory. */
export const createPayroll = (faults: Faults = new Set()): RequestListener => listenerOf(createService(faults));

/** Listens on loopback and gives the address. */
export const listen = (faults?: Faults): Promise<Running> => serve(createPayroll(faults));

await serveByHand(import.meta.url, createPayroll, 4231);
