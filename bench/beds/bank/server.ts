// The service: a retail bank, as its document describes it, on `node:http`.
import type { IncomingMessage, RequestListener } from 'node:http';
import { fileURLToPath } from 'node:url';
import { listenerOf, type Reply } from '../http.ts';
import { type Running, serve, serveByHand } from '../listen.ts';
import { Problem, routeOf, run } from '../plain.ts';
import { accountRoutes } from './accounts.ts';
import { cardRoutes } from './cards.ts';
import { orderRoutes } from './orders.ts';
import { createStore } from './store.ts';
import { transferRoutes } from './transfers.ts';

export const documentPath = fileURLToPath(new URL('openapi.yaml', import.meta.url));

/** The sessions of the service: one for each customer. */
export const credentials = {
  nadia: { session: 'mrd-5e0b71c9-nadia' },
  oscar: { session: 'mrd-a84f2d36-oscar' },
} as const;

function customerOf({ headers }: IncomingMessage): string {
  const cookies = (headers.cookie ?? '').split(';').map((cookie) => cookie.trim());
  const found = Object.entries(credentials).find(([, { session }]) => cookies.includes(`meridian_session=${session}`));
  if (found === undefined) throw new Problem(401, 'Unauthorized', 'There is no session, or it is unknown.');
  return found[0];
}

/** Codes of the checks that all beds share, as this service writes them. */
const CODES: Readonly<Record<string, string>> = {
  not_found: 'NotFound',
  method_not_allowed: 'MethodNotAllowed',
  unsupported_media_type: 'UnsupportedMediaType',
  too_large: 'TooLarge',
  not_json: 'BadRequest',
  invalid_body: 'BadRequest',
  invalid_query: 'BadRequest',
};

function refusal(error: unknown): Reply {
  const { status, code, message, flaws, headers } = error instanceof Problem ? error : new Problem(500, 'Internal', String(error));
  const errors = flaws.map(({ at, message: what }) => ({ Field: at, Message: what }));
  const body = { Code: CODES[code] ?? code, Message: message, ...(errors.length === 0 ? {} : { Errors: errors }) };
  return { status, body, headers };
}

/** A service of its own, with the faults of these ids. */
export function createBank(faults: ReadonlySet<string>): RequestListener {
  const store = createStore();
  const has = (fault: string): boolean => faults.has(fault);
  const routes = [...accountRoutes, ...transferRoutes(has), ...orderRoutes, ...cardRoutes];
  return listenerOf({
    answer: async (request) => {
      const customer = customerOf(request);
      const [route, path] = routeOf(routes, request);
      return run(route, path, request, { store, customer, has });
    },
    refusal,
  });
}

/** Serves on loopback, on a free port. */
export const listen = (faults: ReadonlySet<string> = new Set()): Promise<Running> => serve(createBank(faults));

await serveByHand(import.meta.url, createBank, 4033);
