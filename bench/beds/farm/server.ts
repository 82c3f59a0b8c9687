// The service: the wholesale interface of farm shop hubs, as its document describes it, on `node:http`.
import type { IncomingMessage, RequestListener } from 'node:http';
import { fileURLToPath } from 'node:url';
import { addressOf, bytesOf, essence, jsonOf, listenerOf, type Reply, takes } from '../http.ts';
import { contractsOf } from '../limits.ts';
import { type Running, serve, serveByHand } from '../listen.ts';
import type { OpenApi } from '../schemas.ts';
import type { Call, Handlers } from './call.ts';
import { type Contract, checkedBody, contractOf, readParameters, type Target, targetOf } from './contract.ts';
import { growers } from './handlers/growers.ts';
import { lots } from './handlers/lots.ts';
import { orders } from './handlers/orders.ts';
import { prices } from './handlers/prices.ts';
import { products } from './handlers/products.ts';
import { limits } from './limits.ts';
import { Store } from './store.ts';
import type { HubName } from './things.ts';
import { badRequest, notFound, Refusal } from './wire.ts';

export const documentPath = fileURLToPath(new URL('openapi.yaml', import.meta.url));

/** The keys of the service: one for each of two hubs. */
export const credentials: Readonly<Record<HubName, { readonly key: string }>> = {
  birch: { key: 'hub-birch-41c7e0b92d' },
  quarry: { key: 'hub-quarry-d80f53a61e' },
};

const LARGEST = 65_536;

const handlers: Handlers = { ...growers, ...products, ...lots, ...prices, ...orders };

const contracts = contractsOf(documentPath, (document) => contractOf<OpenApi>(document), limits);

type Has = Call['has'];

function hubOf({ headers }: IncomingMessage): HubName {
  const key = headers['x-hub-key'];
  if (key === credentials.birch.key) return 'birch';
  if (key === credentials.quarry.key) return 'quarry';
  throw new Refusal(401, 'The key is missing or unknown.');
}

/** The body of a request, for an operation that takes one. */
async function readBody(contract: Contract<OpenApi>, request: IncomingMessage, { operation }: Target, has: Has): Promise<unknown> {
  if (operation.requestBody === undefined) return undefined;
  const type = request.headers['content-type'];
  const isText = operation.operationId === 'setPrice' && has('price-as-text') && essence(type) === 'text/plain';
  if (!isText && !takes(operation, type)) throw new Refusal(415, 'The body must be application/json in UTF-8.');
  const bytes = await bytesOf(request, LARGEST);
  if (bytes === undefined) throw new Refusal(413, `A body may have up to ${LARGEST} bytes.`);
  let body: unknown;
  try {
    body = jsonOf(bytes);
  } catch {
    throw badRequest('The body is not JSON.');
  }
  return checkedBody(contract, operation, body);
}

async function answer(contract: Contract<OpenApi>, store: Store, has: Has, request: IncomingMessage): Promise<Reply> {
  const { method = 'GET', url } = request;
  const hub = store.hubs[hubOf(request)];
  const { pathname, search } = addressOf(url);
  const target = targetOf(contract, method, url);
  const header = (name: string): string | undefined => request.headers[name.toLowerCase()]?.toString();
  const { path, query } = readParameters(contract, target, search, header);
  const handler = handlers[target.operation.operationId];
  if (handler === undefined) throw notFound('address');
  const body = await readBody(contract, request, target, has);
  const id = (name: string): number => Number(path[name]);
  return handler({ store, hub, id, query, header, body, pathname, search, has });
}

function refusal(error: unknown, has: Has): Reply {
  const known = error instanceof Refusal ? error : new Refusal(500, String(error));
  const reply = known.reply();
  return reply.status === 409 && has('conflict-as-json') ? { ...reply, type: 'application/json' } : reply;
}

/** A service of its own, with the faults of these ids. */
export function createFarm(faults: ReadonlySet<string>): RequestListener {
  const contract = contracts(faults);
  const store = new Store();
  const has: Has = (fault) => faults.has(fault);
  return listenerOf({
    answer: (request) => answer(contract, store, has, request),
    refusal: (error) => refusal(error, has),
    headers: ({ link, 'x-total-count': total, ...others }, { method }) => {
      const ofList = link === undefined || total === undefined ? {} : { link, 'x-total-count': total };
      return method === 'HEAD' && has('head-without-total') ? others : { ...others, ...ofList };
    },
  });
}

/** Serves on loopback, on a free port. */
export const listen = (faults: ReadonlySet<string> = new Set()): Promise<Running> => serve(createFarm(faults));

await serveByHand(import.meta.url, createFarm, 4041);
