// Routes.

import type { Reply } from '../../http.ts';
import { type Call, JSON_TYPE, type Operation } from '../call.ts';
import { text } from '../fields.ts';
import { PORT } from '../inputs.ts';
import { pageOf, paging } from '../pages.ts';
import { requireThing } from '../store.ts';
import type { Route, RouteInput } from '../things.ts';
import { showRoute } from '../views.ts';
import { conflict, unprocessable } from '../wire.ts';

function list(call: Call): Reply {
  const { port } = call.query;
  const calls = ({ code, portsOnTheWay }: Route): boolean =>
    typeof port !== 'string' || code.split('-').includes(port) || portsOnTheWay.includes(port);
  return pageOf(call, [...call.line.routes.values()].filter(calls), { key: ({ code }) => code }, showRoute);
}

async function create({ line, store, body }: Call): Promise<Reply> {
  const input = await body<RouteInput>('route');
  const { code, fares, portsOnTheWay = [] } = input;
  const [from, to] = code.split('-');
  if (from === to) throw unprocessable('The ends of a route are different ports.');
  if (fares.childCents > fares.adultCents) throw unprocessable('The fare of a child is not higher than that of an adult.');
  if ([...line.routes.values()].some((route) => route.code === code)) throw conflict('There is a route with this code.');
  const route: Route = { ...store.born('rt'), ...input, portsOnTheWay };
  line.routes.set(route.id, route);
  return { status: 201, body: showRoute(route), headers: { location: `/routes/${route.id}` } };
}

const get = ({ line, id }: Call): Reply => ({ status: 200, body: showRoute(requireThing(line.routes, id, 'route')) });

export const routes: readonly Operation[] = [
  { id: 'listRoutes', method: 'GET', path: '/routes', query: { port: { check: text({ pattern: PORT }) }, ...paging }, run: list },
  { id: 'createRoute', method: 'POST', path: '/routes', media: JSON_TYPE, run: create },
  { id: 'getRoute', method: 'GET', path: '/routes/*', run: get },
];
