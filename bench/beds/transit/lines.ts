// Lines and their trips.
import { millisecondsOf } from '../clock.ts';
import type { Reply } from '../http.ts';
import type { Asked, Values } from '../plain.ts';
import { byText, isSameText } from '../texts.ts';
import { checkMatch, paged, tagged } from './replies.ts';
import { WEEKDAYS } from './shapes.ts';
import { broken, type Context, conflict, found, type Line, type Trip, type TripCall, tagOf } from './store.ts';

function shown(line: Line, { network, has }: Context): unknown {
  const trips = [...network.trips.values()].filter(({ lineId }) => lineId === line.id);
  const counted = has('cancelled-trips-counted') ? trips : trips.filter(({ state }) => state === 'scheduled');
  return { ...line, tripCount: counted.length };
}

const REQUIRED = new Set(['name', 'mode', 'operatesOn', 'validFrom']);
const DEFAULTS = { colour: null, validUntil: null, headwayMinutes: null, accessible: false, note: null };

function checkLine(line: Line, { network }: Context): void {
  if (line.validUntil !== null && line.validUntil < line.validFrom) throw broken('/validUntil', 'must not be before validFrom');
  const isTaken = [...network.lines.values()].some(({ id, name }) => id !== line.id && isSameText(name, line.name));
  if (isTaken) throw conflict('Another line has this name.');
}

export function listLines(asked: Asked, context: Context): Reply {
  const { mode, sort } = asked.query;
  const lines = [...context.network.lines.values()].filter((line) => mode === undefined || line.mode === mode);
  if (sort === 'name') lines.sort((a, b) => byText(a.name, b.name));
  if (sort === '-name') lines.sort((a, b) => byText(b.name, a.name));
  return paged(
    asked,
    context,
    lines.map((line) => shown(line, context)),
  );
}

export function createLine(asked: Asked, context: Context): Reply {
  const { network, maker } = context;
  const now = maker.clock.now();
  const known = Object.fromEntries(Object.entries(asked.body).filter(([name]) => Object.hasOwn(DEFAULTS, name) || REQUIRED.has(name)));
  const line = { ...DEFAULTS, ...known, id: '', createdAt: now, updatedAt: now } as unknown as Line;
  checkLine(line, context);
  const made = { ...line, id: maker.id('LN') };
  network.lines.set(made.id, made);
  const body = shown(made, context);
  return { status: 201, body, headers: { location: `/lines/${made.id}`, etag: tagOf(body) } };
}

export const getLine = (asked: Asked, context: Context): Reply =>
  tagged(asked, shown(found(context.network.lines, asked.path.lineId, 'line'), context));

function merged(line: Line, patch: Values, { has }: Context): Line {
  const defaults: Values = DEFAULTS;
  const changes = Object.entries(patch)
    .filter(([name, value]) => !(has('note-not-removed') && name === 'note' && value === null))
    .map(([name, value]) => [name, value === null ? defaults[name] : value]);
  return { ...line, ...Object.fromEntries(changes) };
}

export function updateLine(asked: Asked, context: Context): Reply {
  const { network, maker, has } = context;
  const line = found(network.lines, asked.path.lineId, 'line');
  checkMatch(asked, tagOf(shown(line, context)), !has('if-match-left-out'));
  const changed = { ...merged(line, asked.body, context), updatedAt: maker.clock.now() };
  checkLine(changed, context);
  network.lines.set(line.id, changed);
  return tagged({ ...asked, header: () => undefined }, shown(changed, context));
}

const startOf = ({ calls }: Trip): string => calls[0]?.at ?? '';

export function listTrips(asked: Asked, context: Context): Reply {
  const { network, has } = context;
  const line = found(network.lines, asked.path.lineId, 'line');
  const { date, state } = asked.query;
  const trips = [...network.trips.values()].filter(
    (trip) => trip.lineId === line.id && (date === undefined || trip.serviceDate === date) && (state === undefined || trip.state === state),
  );
  if (has('trips-sorted-as-text')) trips.sort((a, b) => byText(startOf(a), startOf(b)));
  else trips.sort((a, b) => millisecondsOf(startOf(a)) - millisecondsOf(startOf(b)));
  return paged(asked, context, trips);
}

function checkDate(line: Line, date: string, { has }: Context): void {
  const at = '/serviceDate';
  const isOver = line.validUntil !== null && date > line.validUntil;
  if (date < line.validFrom || isOver) throw broken(at, 'must be a day on which the line is valid');
  const weekday = WEEKDAYS[new Date(`${date}T00:00:00Z`).getUTCDay()] ?? '';
  if (!line.operatesOn.includes(weekday) && !has('weekday-unchecked')) throw broken(at, 'must be a weekday on which the line operates');
}

function checkCalls(calls: readonly TripCall[], date: string, { network }: Context): void {
  for (const [index, { stop, at }] of calls.entries()) {
    if (!network.stops.has(stop)) throw broken(`/calls/${index}/stop`, 'must be a stop of the network');
    const before = calls[index - 1];
    if (before === undefined && at.slice(0, 10) !== date) throw broken('/calls/0/at', 'must be on the service date');
    const isLater = before === undefined || millisecondsOf(at) > millisecondsOf(before.at);
    if (!isLater) throw broken(`/calls/${index}/at`, 'must be later than the call before');
  }
}

export function createTrip({ path, body }: Asked, context: Context): Reply {
  const { network, maker } = context;
  const line = found(network.lines, path.lineId, 'line');
  const { serviceDate, seats, calls } = body as unknown as Trip;
  checkDate(line, serviceDate, context);
  checkCalls(calls, serviceDate, context);
  const [first, last] = [calls.at(0)?.at ?? '', calls.at(-1)?.at ?? ''];
  const durationMinutes = Math.floor((millisecondsOf(last) - millisecondsOf(first)) / 60_000);
  const trip: Trip = { id: maker.id('TR'), lineId: line.id, serviceDate, seats, calls, durationMinutes, state: 'scheduled' };
  network.trips.set(trip.id, trip);
  return { status: 201, body: trip, headers: { location: `/trips/${trip.id}` } };
}

export const getTrip = ({ path }: Asked, { network }: Context): Reply => ({ status: 200, body: found(network.trips, path.tripId, 'trip') });

export function cancelTrip({ path }: Asked, { network }: Context): Reply {
  const trip = found(network.trips, path.tripId, 'trip');
  if (trip.state === 'cancelled') throw conflict('The trip is cancelled already.');
  const changed: Trip = { ...trip, state: 'cancelled' };
  network.trips.set(trip.id, changed);
  return { status: 200, body: changed };
}
