// Movements of vessels: they arrive, berth and depart.
import { gap, millisecondsOf } from '../../clock.ts';
import type { Reply } from '../../http.ts';
import type { Ask } from '../ask.ts';
import { duesOf } from '../money.ts';
import { checkBerth, checkFree, checkReady, DAY, isBefore, isDetained } from '../rules.ts';
import { ordersOf } from '../store.ts';
import { conflict, invalid } from '../wire.ts';
import { vesselOfVisit, visitOf } from './things.ts';
import { keep, momentOf } from './visits.ts';

export function recordArrival(ask: Ask): Reply {
  const visit = visitOf(ask);
  const at = momentOf(ask);
  const early = millisecondsOf(visit.eta) - millisecondsOf(at);
  if (early > DAY || (early === DAY && ask.on('day-early-refused'))) throw invalid('at', 'is more than 24 hours before eta');
  if (visit.state !== 'announced') throw conflict('The call is not announced.');
  return keep(ask, { ...visit, state: 'arrived', arrivedAt: at });
}

export async function recordBerthing(ask: Ask): Promise<Reply> {
  const { port, on } = ask;
  const visit = visitOf(ask);
  const { berth: code } = ask.body as { berth: string };
  const at = momentOf(ask);
  const berth = port.berths.get(code);
  if (berth === undefined) throw invalid('berth', 'is not there');
  if (visit.arrivedAt !== null && isBefore(at, visit.arrivedAt)) throw invalid('at', 'is before the arrival');
  if (visit.state !== 'arrived') throw conflict('The call is not arrived.');
  const vessel = vesselOfVisit(port, visit);
  checkReady(ask, visit, vessel, at);
  checkBerth(ask, berth, vessel, visit.draught);
  checkFree(ask, code, at, visit.eta);
  if (on('race-berth')) await gap();
  return keep(ask, { ...visit, state: 'berthed', berth: code, berthedAt: at });
}

export function recordDeparture(ask: Ask): Reply {
  const { port, on } = ask;
  const visit = visitOf(ask);
  const at = momentOf(ask);
  if (visit.berthedAt !== null && isBefore(at, visit.berthedAt)) throw invalid('at', 'is before the berthing');
  if (visit.state !== 'berthed') throw conflict('The call is not berthed.');
  const awaited = ordersOf(port, visit.id).filter(({ kind }) => kind === 'pilot' || !on('departure-with-open-tugs'));
  if (awaited.some(({ state }) => state === 'open')) throw conflict('An order is open.');
  if (duesOf(ask, visit, vesselOfVisit(port, visit)).balance > 0 && !on('departure-without-paying'))
    throw conflict('Something is left to pay.');
  if (isDetained(ask, visit.shipNumber) && !on('detained-vessel-departs')) throw conflict('An incident detains the vessel.');
  return keep(ask, { ...visit, state: 'departed', departedAt: at });
}
