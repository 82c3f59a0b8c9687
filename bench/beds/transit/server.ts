// The service: public transport of regions, as its document describes it, on `node:http`.
import type { IncomingMessage, RequestListener } from 'node:http';
import { fileURLToPath } from 'node:url';
import { addressOf, listenerOf, type Reply } from '../http.ts';
import { type Running, serve, serveByHand } from '../listen.ts';
import { Problem, type Route, routeOf, run, type Shape } from '../plain.ts';
import * as lines from './lines.ts';
import * as passes from './passes.ts';
import { createNetworks } from './seeds.ts';
import * as shapes from './shapes.ts';
import * as stops from './stops.ts';
import { type Context, type Has, Maker, type Network } from './store.ts';

export const documentPath = fileURLToPath(new URL('openapi.yaml', import.meta.url));

/** The keys of the callers: nina and omar operate two networks, and pia is an agent of the first one. */
export const credentials = {
  nina: { key: 'op-nord-5b1f0c9e72', network: 'nord', isOperator: true },
  omar: { key: 'op-west-e47a3d8816', network: 'west', isOperator: true },
  pia: { key: 'ag-nord-90c2d6f1ab', network: 'nord', isOperator: false },
} as const;

const CALLERS = new Map<string, { readonly network: string; readonly isOperator: boolean }>(
  Object.values(credentials).map(({ key, network, isOperator }) => [key, { network, isOperator }]),
);

type TransitRoute = Route<Context> & { readonly isForAgents: boolean };
type More = Pick<TransitRoute, 'query' | 'type'>;

const MERGE_PATCH = 'application/merge-patch+json';

const get = (path: string, handler: Route<Context>['run'], query: NonNullable<More['query']> = {}): TransitRoute[] =>
  ['GET', 'HEAD'].map((method) => ({ method, path, query, run: handler, isForAgents: true }));

function write(line: string, handler: Route<Context>['run'], body?: Shape, type?: string): TransitRoute {
  const [method = '', path = ''] = line.split(' ');
  return {
    method,
    path,
    run: handler,
    isForAgents: path.startsWith('/passes'),
    ...(body === undefined ? {} : { body }),
    ...(type === undefined ? {} : { type }),
  };
}

const { pages, choice } = shapes;

function routesOf(has: Has): readonly TransitRoute[] {
  return [
    ...get('/lines', lines.listLines, { ...pages, mode: choice('bus', 'tram', 'rail', 'ferry'), sort: choice('name', '-name') }),
    write('POST /lines', lines.createLine, shapes.lineShape(has)),
    ...get('/lines/{lineId}', lines.getLine),
    write('PATCH /lines/{lineId}', lines.updateLine, shapes.linePatchShape(has), MERGE_PATCH),
    ...get('/lines/{lineId}/trips', lines.listTrips, { ...pages, date: shapes.onDay, state: choice('scheduled', 'cancelled') }),
    write('POST /lines/{lineId}/trips', lines.createTrip, shapes.tripShape(has)),
    ...get('/trips/{tripId}', lines.getTrip),
    write('POST /trips/{tripId}/cancel', lines.cancelTrip),
    ...get('/stops', stops.listStops, { ...pages, zone: shapes.zone, q: shapes.words, stepFree: shapes.stepFree }),
    ...get('/stops/{code}', stops.getStop),
    write('PUT /stops/{code}', stops.putStop, shapes.stopShape(has)),
    write('DELETE /stops/{code}', stops.deleteStop),
    ...get('/fare-products', passes.listProducts, { ...pages, zone: shapes.zone }),
    write('POST /fare-products', passes.createProduct, shapes.productShape),
    ...get('/fare-products/{productId}', passes.getProduct),
    ...get('/passes', passes.listPasses, {
      ...pages,
      state: choice('issued', 'active', 'suspended', 'refunded'),
      productId: shapes.words,
    }),
    write('POST /passes', passes.buyPass, shapes.passShape(has)),
    ...get('/passes/{passId}', passes.getPass),
    write('POST /passes/{passId}/activate', passes.activatePass),
    write('POST /passes/{passId}/suspend', passes.suspendPass, shapes.suspensionShape),
    write('POST /passes/{passId}/resume', passes.resumePass),
    write('POST /passes/{passId}/refund', passes.refundPass, shapes.refundShape),
    write('POST /imports', stops.createImport, shapes.importShape),
    ...get('/imports/{importId}', stops.getImport),
  ];
}

interface Service {
  readonly networks: ReadonlyMap<string, Network>;
  readonly maker: Maker;
  readonly routes: readonly TransitRoute[];
  readonly has: Has;
}

async function answer({ networks, maker, routes, has }: Service, request: IncomingMessage): Promise<Reply> {
  const caller = CALLERS.get(request.headers['x-transit-key']?.toString() ?? '');
  const network = networks.get(caller?.network ?? '');
  if (caller === undefined || network === undefined) throw new Problem(401, 'key-missing', 'Please send a valid key in X-Transit-Key.');
  const [route, path] = routeOf(routes, request);
  if (!caller.isOperator && !route.isForAgents) throw new Problem(403, 'operators-only', 'Only operators may do this.');
  stops.settle(network, has);
  const { pathname, search } = addressOf(request.url);
  return run(route, path, request, { network, maker, has, isOperator: caller.isOperator, pathname, search });
}

const asFlaw = ({ at, message }: { at: string; message: string }): unknown =>
  at === '' || at.startsWith('/') ? { pointer: at, detail: message } : { parameter: at, detail: message };

function refusal(error: unknown, has: Has): Reply {
  const problem = error instanceof Problem ? error : new Problem(500, 'internal', 'Something went wrong.');
  const { status, code, message, flaws, headers } = problem;
  const errors = flaws.length === 0 ? {} : { errors: flaws.slice(0, 20).map(asFlaw) };
  const body = { type: `/problems/${code.replaceAll('_', '-')}`, title: message, status, ...errors };
  return { status, body, headers, type: has('conflict-as-json') && status === 409 ? 'application/json' : 'application/problem+json' };
}

/** A service of its own, with the faults of these ids. */
export function createTransit(faults: ReadonlySet<string>): RequestListener {
  const has: Has = (fault) => faults.has(fault);
  const maker = new Maker();
  const service: Service = { networks: createNetworks(maker), maker, routes: routesOf(has), has };
  return listenerOf({ answer: (request) => answer(service, request), refusal: (error) => refusal(error, has) });
}

/** Serves on loopback, on a free port. */
export const listen = (faults: ReadonlySet<string> = new Set()): Promise<Running> => serve(createTransit(faults));

await serveByHand(import.meta.url, createTransit, 4047);
