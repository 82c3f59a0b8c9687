// Sailings.
import type { Reply } from '../../http.ts';
import { type Call, JSON_TYPE, type Operation, PATCH_TYPE, type Parameter } from '../call.ts';
import { bool, choice, list as listOf, text } from '../fields.ts';
import { instantOf } from '../formats.ts';
import { idOf, instant } from '../inputs.ts';
import { pageOf, paging } from '../pages.ts';
import { bookingsOf, type Line, requireThing } from '../store.ts';
import type { Route, Sailing, SailingInput, SailingPatch, Ship, Status } from '../things.ts';
import { timeOf } from '../times.ts';
import { arrivalOf, read, requireMatch, sailingTag, showSailing, tagged } from '../views.ts';
import { conflict, unprocessable } from '../wire.ts';
import { addNotice } from './notices.ts';

function list(call: Call): Reply {
  const { line, has, query } = call;
  const { routeId, shipId, status, departsFrom, departsBefore, disrupted, sort } = query;
  const from = typeof departsFrom === 'string' ? (instantOf(departsFrom) ?? 0) : Number.NEGATIVE_INFINITY;
  const before = typeof departsBefore === 'string' ? (instantOf(departsBefore) ?? 0) : Number.POSITIVE_INFINITY;
  const isLate = (time: number): boolean => (has('departs-from-after') ? time > from : time >= from);
  const all = [...line.sailings.values()].filter(
    (sailing) =>
      (routeId === undefined || sailing.route.id === routeId) &&
      (shipId === undefined || sailing.ship.id === shipId) &&
      isLate(sailing.departsAt) &&
      sailing.departsAt < before &&
      (disrupted === undefined || showSailing(sailing, call).disrupted === disrupted),
  );
  const found = all.filter((sailing) => !Array.isArray(status) || status.includes(sailing.status));
  const show = (sailing: Sailing): Readonly<Record<string, unknown>> => {
    const { arrivesAt, ...rest } = showSailing(sailing, call);
    return has('listed-without-arrival') ? rest : { ...rest, arrivesAt };
  };
  const total = has('total-of-any-status') ? all.length : found.length;
  return pageOf(call, found, { key: ({ departsAt }) => departsAt, isDescending: sort === '-departsAt' }, show, total);
}

const shownReply = (sailing: Sailing, call: Call, status = 200, headers: Reply['headers'] = {}): Reply => {
  const shown = showSailing(sailing, call);
  return tagged(shown, sailingTag(shown, call.has), status, headers);
};

/** Refuses a time at which the ship has another sailing. */
function requireFree({ sailings }: Line, ship: Ship, route: Route, departsAt: number, own?: Sailing): void {
  const arrivesAt = arrivalOf({ departsAt, route });
  const overlaps = (one: Sailing): boolean => one.departsAt < arrivesAt && departsAt < arrivalOf(one);
  const others = [...sailings.values()].filter((one) => one !== own && one.ship === ship && one.status !== 'cancelled');
  if (others.some(overlaps)) throw conflict('The ship has another sailing at that time.');
}

async function create(call: Call): Promise<Reply> {
  const { line, store } = call;
  const { routeId, shipId, departsAt, checkInClosesMinutes = 30, remark = null } = await call.body<SailingInput>('sailing');
  const route = line.routes.get(routeId);
  const ship = line.ships.get(shipId);
  if (route === undefined || ship === undefined) throw unprocessable(`There is no such ${route === undefined ? 'route' : 'ship'}.`);
  const time = timeOf(departsAt);
  requireFree(line, ship, route, time);
  const { passengerCapacity: capacity, decks } = ship.data;
  const kept = { route, ship, capacity, decks, departsAt: time, checkInClosesMinutes, remark };
  const sailing: Sailing = { ...store.born('sl'), ...kept, status: 'scheduled', cards: 0 };
  line.sailings.set(sailing.id, sailing);
  return shownReply(sailing, call, 201, { location: `/sailings/${sailing.id}` });
}

function get(call: Call): Reply {
  const shown = showSailing(requireThing(call.line.sailings, call.id, 'sailing'), call);
  return read(shown, sailingTag(shown, call.has), call);
}

function requireMove({ line, has }: Call, sailing: Sailing, status: Status): void {
  const move = `${sailing.status} ${status}`;
  if (sailing.status === status || move === 'scheduled boarding' || move === 'boarding departed') return;
  if (move === 'departed boarding' && has('departed-comes-back')) return;
  if (move !== 'boarding scheduled') throw conflict(`A sailing does not move from ${move.replace(' ', ' to ')}.`);
  if (bookingsOf(line, sailing).some((booking) => booking.status === 'checkedIn')) throw conflict('A booking is checked in.');
}

const isOver = ({ status }: Sailing): boolean => status === 'departed' || status === 'cancelled';

async function update(call: Call): Promise<Reply> {
  const { line, has } = call;
  const sailing = requireThing(line.sailings, call.id, 'sailing');
  const patch = await call.body<SailingPatch>('sailingPatch');
  requireMatch(sailingTag(showSailing(sailing, call), has), call);
  const { status = sailing.status, checkInClosesMinutes = sailing.checkInClosesMinutes, remark = sailing.remark } = patch;
  const time = patch.departsAt === undefined ? sailing.departsAt : timeOf(patch.departsAt);
  const comesBack = has('departed-comes-back') && sailing.status === 'departed' && status === 'boarding';
  if (isOver(sailing) && !comesBack) throw conflict(`The sailing is ${sailing.status}.`);
  requireMove(call, sailing, status);
  if (time !== sailing.departsAt) {
    if (sailing.status !== 'scheduled') throw conflict('The departure is fixed.');
    requireFree(line, sailing.ship, sailing.route, time, sailing);
  }
  Object.assign(sailing, { status, checkInClosesMinutes, remark, departsAt: time });
  return shownReply(sailing, call);
}

async function cancel(call: Call): Promise<Reply> {
  const { line, has } = call;
  const sailing = requireThing(line.sailings, call.id, 'sailing');
  const { reason } = await call.body<{ reason: string }>('sailingCancellation');
  if (isOver(sailing)) throw conflict(`The sailing is ${sailing.status}.`);
  sailing.status = 'cancelled';
  for (const booking of bookingsOf(line, sailing).filter(({ status }) => status !== 'cancelled'))
    Object.assign(booking, { status: 'cancelled', refundCents: booking.totalCents });
  if (!has('cancelled-in-silence')) addNotice(call, sailing, { severity: 'disruption', title: 'Sailing cancelled', text: reason });
  return shownReply(sailing, call);
}

const STATUSES = ['scheduled', 'boarding', 'departed', 'cancelled'];

const filters: Readonly<Record<string, Parameter>> = {
  routeId: { check: text({ pattern: idOf('rt') }) },
  shipId: { check: text({ pattern: idOf('sh') }) },
  status: { check: listOf(choice(...STATUSES), { min: 1 }), read: (value) => value.split(',') },
  departsFrom: { check: instant },
  departsBefore: { check: instant },
  disrupted: { check: bool, read: (value) => (value === 'true' ? true : value === 'false' ? false : value) },
  sort: { check: choice('departsAt', '-departsAt'), usual: 'departsAt' },
};

export const sailings: readonly Operation[] = [
  { id: 'listSailings', method: 'GET', path: '/sailings', query: { ...filters, ...paging }, run: list },
  { id: 'createSailing', method: 'POST', path: '/sailings', media: JSON_TYPE, run: create },
  { id: 'getSailing', method: 'GET', path: '/sailings/*', run: get },
  { id: 'updateSailing', method: 'PATCH', path: '/sailings/*', media: PATCH_TYPE, run: update },
  { id: 'cancelSailing', method: 'POST', path: '/sailings/*/cancellation', media: JSON_TYPE, run: cancel },
];
