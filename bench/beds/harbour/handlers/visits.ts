// Calls: they are announced, changed, listed and cancelled.
import { millisecondsOf } from '../../clock.ts';
import type { Reply } from '../../http.ts';
import type { Ask } from '../ask.ts';
import { filtered, pageOf, sorted } from '../lists.ts';
import { checkPlan, checkStay, timeOf } from '../rules.ts';
import { newId, ordersOf, type Plan, type Visit } from '../store.ts';
import { visitView } from '../views.ts';
import { conflict, etagOf, requireMatch, shown } from '../wire.ts';
import { vesselOfVisit, visitOf } from './things.ts';
import { registeredVessel } from './vessels.ts';

/** A call as it is shown, and its tag. */
function tagged(ask: Ask, visit: Visit): { readonly body: object; readonly etag: string } {
  const body = visitView(ask, visit);
  const etag = etagOf(ask.on('tag-knows-no-state') ? visitView(ask, { ...visit, state: 'announced', arrivedAt: null }) : body);
  return { body, etag };
}

/** Keeps a call, and answers with it. */
export function keep(ask: Ask, visit: Visit): Reply {
  ask.port.visits.set(visit.id, visit);
  return { status: 200, body: visitView(ask, visit) };
}

export function listCalls(ask: Ask): Reply {
  const { port, query, on } = ask;
  const isOf = (states: readonly string[]): readonly string[] => (on('first-state-only') ? states.slice(0, 1) : states);
  const from = on('eta-from-is-after') ? 1 : 0;
  let found = filtered(ask, [...port.visits.values()], 'state', ({ state }, states: readonly string[]) => isOf(states).includes(state));
  found = filtered(ask, found, 'shipNumber', ({ shipNumber }, value: string) => shipNumber === value);
  found = filtered(ask, found, 'etaFrom', ({ eta }, time: string) => millisecondsOf(eta) >= millisecondsOf(time) + from);
  found = filtered(ask, found, 'etaBefore', ({ eta }, time: string) => millisecondsOf(eta) < millisecondsOf(time));
  found = filtered(ask, found, 'dangerous', ({ goods }, value: boolean) => goods.length > 0 === value);
  const sort = String(query.sort);
  const name = sort.replace('-', '') as 'eta' | 'createdAt';
  const key = (visit: Visit): number => millisecondsOf(visit[name]);
  const all = sorted(found, key, ({ id }) => id, sort.startsWith('-') ? -1 : 1);
  return pageOf(ask, 'calls', all, (visit) => visitView(ask, visit));
}

/** A plan with its times in UTC. */
const planOf = (ask: Ask, plan: Plan): Plan => ({ ...plan, eta: timeOf(ask, plan.eta, 'eta'), etd: timeOf(ask, plan.etd, 'etd') });

export function announceCall(ask: Ask): Reply {
  const { port, store, on } = ask;
  const plan = planOf(ask, ask.body as Plan);
  checkPlan(ask, plan, registeredVessel(ask, plan.shipNumber));
  checkStay(ask, plan);
  const previousPorts = on('ports-made-unique') ? [...new Set(plan.previousPorts)] : plan.previousPorts;
  const visit: Visit = {
    ...plan,
    previousPorts,
    id: newId(),
    state: 'announced',
    berth: null,
    arrivedAt: null,
    berthedAt: null,
    departedAt: null,
    cancelReason: null,
    goods: [],
    clearance: null,
    payments: [],
    createdAt: store.clock.now(),
  };
  port.visits.set(visit.id, visit);
  const { body, etag } = tagged(ask, visit);
  return { status: on('announcement-answers-200') ? 200 : 201, body, headers: { etag, location: `/calls/${visit.id}` } };
}

export function getCall(ask: Ask): Reply {
  const { body, etag } = tagged(ask, visitOf(ask));
  return shown(ask, body, etag);
}

export function updateCall(ask: Ask): Reply {
  const { port, on } = ask;
  const visit = visitOf(ask);
  const changes = ask.body as Partial<Plan>;
  const next = { ...visit, ...planOf(ask, { ...visit, ...changes }) } as Visit;
  const isUnchecked = on('changed-draught-unchecked') && changes.draught !== undefined;
  checkPlan(ask, isUnchecked ? { ...next, draught: 0.5 } : next, vesselOfVisit(port, visit));
  requireMatch(ask, tagged(ask, visit).etag);
  if (visit.state === 'departed' || visit.state === 'cancelled') throw conflict('The call is over.');
  const isFixed = changes.eta !== undefined || changes.draught !== undefined;
  if (visit.state !== 'announced' && isFixed && !on('draught-changes-after-arrival')) throw conflict('The vessel has arrived.');
  if (!on('changed-stay-unchecked')) checkStay(ask, next, visit.id);
  port.visits.set(visit.id, next);
  const { body, etag } = tagged(ask, next);
  return { status: 200, body, headers: { etag } };
}

export function cancelCall(ask: Ask): Reply {
  const { port, on } = ask;
  const visit = visitOf(ask);
  const { reason } = ask.body as { reason: string };
  if (visit.state !== 'announced') throw conflict('The call is not announced.');
  for (const order of ordersOf(port, visit.id)) {
    if (order.state !== 'open' || on('orders-outlive-call')) continue;
    port.orders.set(order.id, { ...order, state: 'cancelled', price: 0 });
  }
  return keep(ask, { ...visit, state: 'cancelled', cancelReason: reason });
}

/** The time of a body that says when something was. */
export const momentOf = (ask: Ask): string => timeOf(ask, (ask.body as { at: string }).at, 'at');
