// The service: what a car repair workshop needs, as its document describes it, on `node:http`.
import type { IncomingMessage, RequestListener } from 'node:http';
import { fileURLToPath } from 'node:url';
import { routerOf } from '../asks.ts';
import { addressOf, bytesOf, essence, jsonOf, listenerOf, type Reply } from '../http.ts';
import { type Running, serve, serveByHand } from '../listen.ts';
import type { Handler } from './call.ts';
import { desk } from './desk.ts';
import { bodiesOf, createStore, PATHS, Refusal } from './garage.ts';
import { repairs } from './repairs.ts';

export const documentPath = fileURLToPath(new URL('openapi.yaml', import.meta.url));

/** The keys of the service. The mechanic works in the garage of the first manager. */
export const credentials = {
  leeds: { key: 'gk-leeds-4b81f07e' },
  york: { key: 'gk-york-9920ac5d' },
  mechanic: { key: 'gk-leeds-floor-17c3' },
} as const;

const KEYS = new Map<string, { garage: 'leeds' | 'york'; isMechanic: boolean }>([
  [credentials.leeds.key, { garage: 'leeds', isMechanic: false }],
  [credentials.york.key, { garage: 'york', isMechanic: false }],
  [credentials.mechanic.key, { garage: 'leeds', isMechanic: true }],
]);

const LARGEST = 65_536;

const find = routerOf({
  listCustomers: 'GET /customers',
  createCustomer: 'POST /customers',
  deleteCustomer: 'DELETE /customers/{customer_id}',
  addVehicle: 'POST /customers/{customer_id}/vehicles',
  getVehicle: 'GET /vehicles/{vehicle_id}',
  changeVehicle: 'PATCH /vehicles/{vehicle_id}',
  listParts: 'GET /parts',
  putPart: 'PUT /parts/{sku}',
  listJobs: 'GET /jobs',
  bookJob: 'POST /jobs',
  getJob: 'GET /jobs/{number}',
  moveJob: 'POST /jobs/{number}/state',
  quoteJob: 'POST /jobs/{number}/quotes',
  decideQuote: 'POST /quotes/{quote_id}/decision',
  logLine: 'POST /jobs/{number}/lines',
});

const handlers: Readonly<Record<string, Handler>> = { ...desk, ...repairs };

const OF_MECHANICS = new Set(['logLine', 'moveJob']);

const badRequest = (message: string): Refusal => new Refusal(400, 'bad_request', message);

function requirePath(path: Readonly<Record<string, string>>): void {
  for (const [name, value] of Object.entries(path))
    if (PATHS[name]?.test(value) !== true) throw badRequest(`The parameter ${name} of the path is wrong.`);
}

/** The JSON of the body of a request. */
async function readJson(request: IncomingMessage): Promise<unknown> {
  const type = request.headers['content-type'];
  const charset = /;\s*charset="?([^\s;"]+)/i.exec(type ?? '')?.[1]?.toLowerCase() ?? 'utf-8';
  if (essence(type) !== 'application/json' || charset !== 'utf-8') throw new Refusal(415, 'not_json', 'The body must be application/json.');
  const bytes = await bytesOf(request, LARGEST);
  if (bytes === undefined) throw new Refusal(413, 'too_large', `A body may have up to ${LARGEST} bytes.`);
  try {
    return jsonOf(bytes);
  } catch {
    throw badRequest('The body is not JSON.');
  }
}

function refusal(error: unknown): Reply {
  if (error instanceof Refusal) return error.reply();
  return { status: 500, body: { error: { code: 'internal', message: String(error) } } };
}

/** A service of its own, with the faults of these ids. */
function createWorkshop(faults: ReadonlySet<string>): RequestListener {
  const store = createStore();
  const has = (fault: string): boolean => faults.has(fault);
  const bodies = bodiesOf(has('labour-of-no-time') ? 0 : 1);

  async function answer(request: IncomingMessage): Promise<Reply> {
    const key = KEYS.get(request.headers['x-garage-key']?.toString() ?? '');
    if (key === undefined)
      throw new Refusal(401, 'no_key', 'The key is missing or unknown.', { headers: { 'www-authenticate': 'GarageKey' } });
    const { pathname, search } = addressOf(request.url);
    const { method = 'GET' } = request;
    const found = find(method, pathname);
    if (!('name' in found)) {
      if (found.length === 0) throw new Refusal(404, 'not_found', 'There is no such path.');
      throw new Refusal(405, 'no_such_method', 'The path has no such method.', { headers: { allow: found.join(', ') } });
    }
    const { name, path } = found;
    const isOpen = method === 'GET' || OF_MECHANICS.has(name) || (name === 'decideQuote' && has('mechanic-decides'));
    if (key.isMechanic && !isOpen) throw new Refusal(403, 'managers_only', 'Mechanics may not do this.');
    requirePath(path);
    const check = bodies[name];
    const body = check === undefined ? undefined : await readJson(request);
    const problems = check?.(body, []) ?? [];
    const fields = problems.map(({ at, text }) => ({ name: at.join('.'), problem: text }));
    if (fields.length > 0) throw new Refusal(422, 'invalid', 'The body breaks its schema.', { fields });
    const handler = handlers[name];
    if (handler === undefined) throw new Refusal(404, 'not_found', 'There is no such operation.');
    return handler({ store, garage: store.garages[key.garage], path, search, body, has });
  }

  return listenerOf({ answer, refusal });
}

/** Serves on loopback, on a free port. */
export const listen = (faults: ReadonlySet<string> = new Set()): Promise<Running> => serve(createWorkshop(faults));

await serveByHand(import.meta.url, createWorkshop, 4037);
