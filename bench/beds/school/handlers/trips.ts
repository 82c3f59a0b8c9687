// Trips, and pupils who take part in them.
import { gap, instant, millisecondsOf } from '../../clock.ts';
import { newId } from '../store.ts';
import type { SignUp, Trip } from '../things.ts';
import { tripView } from '../views.ts';
import { must, tagOf } from '../wire.ts';
import { type Call, find, type Handlers, NOT_FOUND, pageOf, pupilOf, showTagged, tagged, tripOf } from './call.ts';

const YEAR_10000 = Date.UTC(10_000, 0);

interface Filters {
  readonly state?: string;
  readonly class?: string;
  readonly departsFrom?: string;
  readonly departsBefore?: string;
}

const tripTag = (has: Call['has'], view: object): string =>
  has('trip-tag-without-participants') ? tagOf(view, 'participants', 'placesLeft') : tagOf(view);

function isListed(trip: Trip, filters: Filters, has: Call['has']): boolean {
  const { departsFrom, departsBefore } = filters;
  const departs = millisecondsOf(trip.departsAt);
  const from =
    departsFrom === undefined ? 0 : millisecondsOf(has('departs-from-offset') ? departsFrom.slice(0, 19).concat('Z') : departsFrom);
  const before = departsBefore === undefined ? Number.POSITIVE_INFINITY : millisecondsOf(departsBefore);
  return (
    (filters.state === undefined || trip.state === filters.state) &&
    (filters.class === undefined || trip.classes.includes(filters.class)) &&
    (departsFrom === undefined || departs >= from) &&
    (has('departs-before-or-at') ? departs <= before : departs < before)
  );
}

function tripToCancel(call: Call): Trip {
  if (!call.has('cancel-trip-of-other-school')) return tripOf(call);
  return find(new Map([...call.store.schools.values()].flatMap(({ trips }) => [...trips])), call.path('tripId'));
}

function checkSignUp({ school, has }: Call, trip: Trip, pupilId: string): void {
  const pupil = find(school.pupils, pupilId);
  must(trip.state === 'open' || has('sign-up-cancelled-trip'), 409, 'The trip is cancelled.');
  must(trip.classes.includes(pupil.class) || has('sign-up-not-invited'), 422, 'The class of the pupil is not invited.');
  must(trip.signUps.has(pupilId) || trip.signUps.size < trip.places, 409, 'No place is left.');
}

const withSignUps = (call: Call, trip: Trip, signUps: Trip['signUps']): unknown => call.school.trips.set(trip.id, { ...trip, signUps });

export const tripHandlers: Handlers = {
  listTrips: (call) => {
    const { has, school, query } = call;
    const found = [...school.trips.values()].filter((one) => isListed(one, query as Filters, has));
    const sorted = found.toSorted((a, b) => millisecondsOf(a.departsAt) - millisecondsOf(b.departsAt));
    return pageOf(call, sorted, { show: tripView, faults: { last: 'trips-full-last-page' } });
  },
  createTrip: ({ body, has, school, store }) => {
    const given = body as Omit<Trip, 'id'>;
    must(millisecondsOf(given.departsAt) < millisecondsOf(given.returnsAt), 422, 'The trip returns before it departs.');
    must(millisecondsOf(given.departsAt) > Date.now(), 422, 'The trip departs in the past.');
    must(millisecondsOf(given.returnsAt) < YEAR_10000, 422, 'The trip is not over before the year 10000.');
    must(
      given.classes.every((one) => school.classes.has(one)),
      422,
      'A class does not exist.',
    );
    const now = store.clock.now();
    const sent = { departsAt: given.departsAt, returnsAt: given.returnsAt };
    const utc = { departsAt: instant(sent.departsAt), returnsAt: instant(sent.returnsAt) };
    const times = has('trip-times-as-sent') ? sent : utc;
    const trip: Trip = { id: newId(), ...given, ...times, state: 'open', cancelReason: null, createdAt: now, signUps: new Map() };
    school.trips.set(trip.id, trip);
    const view = tripView(trip);
    const location = has('trip-location-of-list') ? '/trips' : `/trips/${trip.id}`;
    return tagged(201, view, tripTag(has, view), { location });
  },
  getTrip: (call) => {
    const view = tripView(tripOf(call));
    return showTagged(call, view, tripTag(call.has, view));
  },
  cancelTrip: (call) => {
    const { body, has, store } = call;
    const before = tripToCancel(call);
    must(before.state === 'open' || has('trip-cancelled-twice'), 409, 'The trip is cancelled.');
    const { reason } = body as { reason: string };
    const signUps: Trip['signUps'] = has('cancel-drops-participants') ? new Map() : before.signUps;
    const trip: Trip = { ...before, state: 'cancelled', cancelReason: reason, signUps };
    const owner = [...store.schools.values()].find(({ trips }) => trips.has(trip.id));
    owner?.trips.set(trip.id, trip);
    const view = tripView(trip);
    return tagged(200, view, tripTag(has, view));
  },
  signUp: async (call) => {
    const { has, path, store, body } = call;
    const pupilId = path('pupilId');
    const seen = tripOf(call);
    checkSignUp(call, seen, pupilId);
    if (has('trip-places-race')) await gap();
    const trip = tripOf(call);
    const known = trip.signUps.get(pupilId);
    const given = body as Pick<SignUp, 'consent' | 'diets' | 'pocketMoneyCents'>;
    const money = has('no-pocket-money') ? given.pocketMoneyCents || null : given.pocketMoneyCents;
    const signedUpAt = known === undefined || has('signed-up-at-moves') ? store.clock.now() : known.signedUpAt;
    const made: SignUp = { trip: trip.id, pupil: pupilId, ...given, pocketMoneyCents: money, signedUpAt };
    withSignUps(call, trip, new Map([...trip.signUps, [pupilId, made]]));
    return { status: known === undefined || has('sign-up-again-201') ? 201 : 200, body: made };
  },
  withdraw: (call) => {
    const trip = tripOf(call);
    const { id } = pupilOf(call);
    must(trip.signUps.has(id), 404, NOT_FOUND);
    must(trip.state === 'open', 409, 'The trip is cancelled.');
    withSignUps(call, trip, new Map([...trip.signUps].filter(([pupil]) => pupil !== id)));
    return { status: 204 };
  },
};
