// A service for clinics as other people write one, in memory, which does what its document says. Each fault that is planted is turned on by its name.
import type { IncomingMessage, RequestListener } from 'node:http';
import { addressOf, essence, listenerOf, type Service, takes } from '../http.ts';
import { type Running, serve, serveByHand } from '../listen.ts';
import type { Operation } from '../schemas.ts';
import { contractWith, documentPath } from './contract.ts';
import { appointments } from './handlers/appointments.ts';
import type { Call, Faults, Handlers } from './handlers/call.ts';
import { invoices } from './handlers/invoices.ts';
import { keys } from './handlers/keys.ts';
import { patients } from './handlers/patients.ts';
import { prescriptions } from './handlers/prescriptions.ts';
import { staff } from './handlers/staff.ts';
import { createStore, credentials } from './seeds.ts';
import type { Clinic, Store } from './store.ts';
import { Refusal, readJson } from './wire.ts';

export { credentials, documentPath };

/** Operations that write and are for the desk too. */
const DESK = new Set([
  'createPatient',
  'updatePatient',
  'deletePatient',
  'putCoverage',
  'createAppointment',
  'updateAppointment',
  'moveAppointment',
]);

/** Operations that the desk may call by a fault. */
const LOOSE: Readonly<Record<string, string>> = {
  'desk-prescribes': 'createPrescription',
  'desk-changes-rooms': 'updateRoom',
};

function authenticate(store: Store, { operationId }: Operation, request: IncomingMessage, faults: Faults): Clinic {
  const secret = String(request.headers['x-api-key'] ?? '');
  const caller = store.secrets.get(secret);
  if (caller === undefined)
    throw new Refusal(401, `The key ${faults.has('unknown-key-repeated') ? `${secret} ` : ''}is missing or not known.`, [], {
      'www-authenticate': 'ApiKey realm="clinic"',
    });
  const isRead = request.method === 'GET' || request.method === 'HEAD';
  const isLoose = Object.entries(LOOSE).some(([fault, id]) => faults.has(fault) && id === operationId);
  if (caller.role === 'desk' && !isRead && !DESK.has(operationId) && !isLoose) throw new Refusal(403, 'The key is one of the desk.');
  return caller.clinic;
}

function checkType(operation: Operation, header: string, faults: Faults): void {
  const { requestBody, operationId } = operation;
  const isLoose = faults.has('patch-as-plain-json') && operationId === 'updatePatient' && essence(header) === 'application/json';
  if (!isLoose && !takes(operation, header)) throw new Refusal(415, `Send ${Object.keys(requestBody?.content ?? {}).join(' or ')}.`);
}

function errorOf({ status, code, message, fields }: Refusal, faults: Faults): object {
  if (faults.has('not-found-without-fields') && status === 404) return { code, message };
  if (faults.has('conflict-with-own-code') && status === 409) return { code: 'CONFLICT', message, fields };
  return { code, message, fields };
}

function createService(faults: Faults): Service {
  const contract = contractWith(faults);
  const store = createStore();
  const parts = [staff, patients, appointments, prescriptions, invoices, keys].map((part) => part(store, faults));
  const handlers: Handlers = Object.assign({}, ...parts);

  const answer: Service['answer'] = async (request) => {
    const { pathname, search } = addressOf(request.url);
    const target = contract.find(request.method ?? 'GET', pathname);
    const { operation } = target;
    if (request.method === 'HEAD' && operation.operationId === 'getPatient' && faults.has('patient-has-no-head'))
      throw new Refusal(405, 'The path has GET.', [], { allow: 'GET' });
    const clinic = authenticate(store, operation, request, faults);
    const ids = contract.ids(target);
    const query = contract.parameters(operation, search, request.headers);
    const call: Call = {
      clinic,
      id: (name) => Number(ids[name]),
      query: <T>() => query as T,
      pathname,
      search,
      header: (name) => request.headers[name] as string | undefined,
      input: async <T>() => {
        checkType(operation, request.headers['content-type'] ?? '', faults);
        return contract.body(operation, await readJson(request)) as T;
      },
    };
    const handler = handlers[operation.operationId];
    if (handler === undefined) throw new Error(`There is no handler for ${operation.operationId}.`);
    return handler(call);
  };

  const refusal: Service['refusal'] = (error) => {
    if (!(error instanceof Refusal) && !faults.has('unknown-room-fails')) console.error(error);
    const refused = error instanceof Refusal ? error : new Refusal(500, 'The service failed.');
    return { status: refused.status, headers: refused.headers, body: errorOf(refused, faults) };
  };

  return { answer, refusal };
}

/** The service as a listener of `node:http`, with its own things in memory. */
export const createClinic = (faults: Faults = new Set()): RequestListener => listenerOf(createService(faults));

/** Listens on loopback and gives the address. */
export const listen = (faults?: Faults): Promise<Running> => serve(createClinic(faults));

await serveByHand(import.meta.url, createClinic, 4014);
