// The service: the front desk of a hotel, as its document describes it, on `node:http`.
import { type IncomingMessage, type RequestListener, STATUS_CODES } from 'node:http';
import { fileURLToPath } from 'node:url';
import { listenerOf, type Reply } from '../http.ts';
import { type Running, serve, serveByHand } from '../listen.ts';
import { Problem, routeOf, run } from '../plain.ts';
import { billingRoutes } from './billing.ts';
import { inventoryRoutes } from './inventory.ts';
import { stayRoutes } from './stays.ts';
import { createStore, type House, type Store } from './store.ts';

export const documentPath = fileURLToPath(new URL('openapi.yaml', import.meta.url));

/** The keys of the service: one for each property. */
export const credentials = {
  lakeside: { key: 'fd_lakeside_6c1e93b7' },
  summit: { key: 'fd_summit_20d84fa5' },
} as const;

const routes = [...inventoryRoutes, ...stayRoutes, ...billingRoutes];

function houseOf({ houses }: Store, { headers }: IncomingMessage): House {
  const [name = ''] = Object.entries(credentials).find(([, { key }]) => key === headers['x-property-key']) ?? [];
  const house = houses.get(name);
  if (house === undefined) throw new Problem(401, 'unauthorized', 'The key is missing or unknown.');
  return house;
}

function refusal(error: unknown): Reply {
  const { status, code, message, flaws, headers } = error instanceof Problem ? error : new Problem(500, 'internal', String(error));
  const violations = flaws.map(({ at, message: what }) => ({ field: at, message: what }));
  const body = { title: STATUS_CODES[status], status, code, detail: message, ...(violations.length === 0 ? {} : { violations }) };
  return { status, content: JSON.stringify(body), type: 'application/problem+json', headers };
}

/** A service of its own, with the faults of these ids. */
export function createHotel(faults: ReadonlySet<string>): RequestListener {
  const store = createStore();
  const has = (fault: string): boolean => faults.has(fault);
  return listenerOf({
    answer: async (request) => {
      const house = houseOf(store, request);
      const [route, path] = routeOf(routes, request);
      return run(route, path, request, { store, house, has });
    },
    refusal,
  });
}

/** Serves on loopback, on a free port. */
export const listen = (faults: ReadonlySet<string> = new Set()): Promise<Running> => serve(createHotel(faults));

await serveByHand(import.meta.url, createHotel, 4031);
