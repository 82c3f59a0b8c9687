// Screenings and their seats.
import { instant, millisecondsOf } from '../../clock.ts';
import { bookingsOf, type Group, isActive, newId, type Store, screeningsOf } from '../store.ts';
import type { Faults, Film, Hall, NewScreening, Screening } from '../things.ts';
import { screeningView, takenSeats } from '../views.ts';
import { conflict, deleted, ok, tagOf, unfit } from '../wire.ts';
import { cancelOne } from './bookings.ts';
import { answerRead, answerWith, type Call, changes, found, type Order, type Part, pageOf, requireMatch, sorted } from './call.ts';

interface Query {
  readonly film_id?: string;
  readonly hall_id?: string;
  readonly status?: string;
  readonly from?: string;
  readonly to?: string;
  readonly order: Order;
}

const CLEANING = 20;

const startOf = ({ starts_at }: { readonly starts_at: string }): number => millisecondsOf(starts_at);
const endOf = ({ ends_at }: { readonly ends_at: string }): number => millisecondsOf(ends_at);

function fits(screening: Screening, { film_id, hall_id, status, from, to }: Query, faults: Faults): boolean {
  const start = startOf(screening);
  const isLate = to !== undefined && (faults.has('end-of-days-included') ? start > millisecondsOf(to) : start >= millisecondsOf(to));
  if (isLate || (from !== undefined && start < millisecondsOf(from))) return false;
  return [
    [film_id, screening.film_id],
    [hall_id, screening.hall_id],
    [status, screening.status],
  ].every(([asked, has]) => asked === undefined || asked === has);
}

/** When a screening starts and ends, in UTC. */
function timesOf(given: string, film: Film, faults: Faults): { readonly starts_at: string; readonly ends_at: string } {
  const starts_at = instant(faults.has('offset-ignored') ? given.replace(/[+-]\d\d:\d\d$/, 'Z') : given);
  if (millisecondsOf(starts_at) <= Date.now()) throw unfit('starts_at', 'is not in the future');
  const ends_at = new Date(millisecondsOf(starts_at) + (film.runtime_minutes + CLEANING) * 60_000).toISOString();
  if (!/^\d{4}-/.test(starts_at) || !/^\d{4}-/.test(ends_at)) throw unfit('starts_at', 'is too late');
  return { starts_at, ends_at };
}

function requireFreeHall(group: Group, hallId: string, times: ReturnType<typeof timesOf>, faults: Faults, id?: string): void {
  const overlaps = (one: Screening): boolean =>
    faults.has('touching-screenings-refused')
      ? startOf(one) <= endOf(times) && endOf(one) >= startOf(times)
      : startOf(one) < endOf(times) && endOf(one) > startOf(times);
  const counts = ({ status }: Screening): boolean => status === 'scheduled' || faults.has('cancelled-screenings-keep-halls');
  const others = screeningsOf(group, 'hall_id', hallId).filter((one) => one.id !== id && counts(one));
  if (others.some(overlaps)) throw conflict('The hall is taken at that time.');
}

function requirePrices({ prices }: Group, codes: readonly string[] = []): void {
  if (!codes.every((code) => prices.has(code))) throw unfit('price_codes', 'has a price that does not exist');
}

/** The hall that a body names, which must belong to the group. */
function hallOf(store: Store, group: Group, id: string, faults: Faults): Hall {
  const groups = faults.has('halls-of-other-groups') ? Object.values(store) : [group];
  const hall = groups.map(({ halls }) => halls.get(id)).find((one) => one !== undefined);
  if (hall === undefined) throw unfit('hall_id', 'is the id of no hall');
  return hall;
}

function schedule(store: Store, { group, input }: Call, faults: Faults): Screening {
  const given = input<NewScreening>();
  const film = group.films.get(given.film_id);
  if (film === undefined) throw unfit('film_id', 'is the id of no film');
  const hall = hallOf(store, group, given.hall_id, faults);
  requirePrices(group, given.price_codes);
  const needed = given.format === '2d' ? [] : [given.format];
  if (!needed.every((one) => hall.features.includes(one))) throw unfit('format', 'is not possible in this hall');
  const times = timesOf(given.starts_at, film, faults);
  requireFreeHall(group, hall.id, times, faults);
  const now = group.clock.now();
  return { id: newId(), ...given, ...times, status: 'scheduled', created_at: now, updated_at: now };
}

function changed(group: Group, screening: Screening, change: Partial<NewScreening>, faults: Faults): Screening {
  if (screening.status === 'cancelled') throw conflict('The screening is cancelled.');
  requirePrices(group, change.price_codes);
  const { starts_at } = change;
  const film = group.films.get(screening.film_id);
  const kept = { ...screening, ...change, updated_at: group.clock.now() };
  if (starts_at === undefined || film === undefined) return kept;
  const times = timesOf(starts_at, film, faults);
  const isBooked = bookingsOf(group, 'screening_id', screening.id).some(isActive);
  if (isBooked && changes(screening.starts_at, times.starts_at)) throw conflict('The screening has bookings, so it cannot move.');
  if (!faults.has('moved-onto-others')) requireFreeHall(group, screening.hall_id, times, faults, screening.id);
  return { ...kept, ...times };
}

export const screenings: Part = (store, faults) => {
  const show = ({ group }: Call, screening: Screening) => screeningView(group, screening, faults);
  const of = ({ group, path }: Call): Screening => found(group.screenings, path('screening_id'));

  return {
    listScreenings: (call) => {
      const asked = call.query<Query>();
      const fitting = [...call.group.screenings.values()].filter((one) => fits(one, asked, faults));
      const slips = { isRoundedDown: faults.has('pages-rounded-down') };
      const inOrder = sorted(fitting, (a, b) => startOf(a) - startOf(b), asked.order);
      return pageOf('screenings', inOrder, asked, (one) => show(call, one), slips);
    },
    createScreening: (call) => {
      const screening = schedule(store, call, faults);
      call.group.screenings.set(screening.id, screening);
      return answerWith(show(call, screening), `/screenings/${screening.id}`);
    },
    getScreening: (call) => answerRead(call, show(call, of(call)), faults),
    updateScreening: (call) => {
      const screening = of(call);
      requireMatch(call, tagOf(show(call, screening)), faults);
      const after = changed(call.group, screening, call.input<Partial<NewScreening>>(), faults);
      call.group.screenings.set(screening.id, after);
      return answerWith(show(call, after));
    },
    deleteScreening: (call) => {
      const screening = of(call);
      requireMatch(call, tagOf(show(call, screening)), faults);
      if (bookingsOf(call.group, 'screening_id', screening.id).length > 0) throw conflict('The screening has bookings.');
      call.group.screenings.delete(screening.id);
      return deleted;
    },
    cancelScreening: (call) => {
      const { group } = call;
      const screening = of(call);
      if (screening.status === 'cancelled') throw conflict('The screening is cancelled already.');
      const bookings = bookingsOf(group, 'screening_id', screening.id).filter(isActive);
      if (bookings.some(({ status }) => status === 'checked_in')) throw conflict('Guests are checked in.');
      if (!faults.has('bookings-of-cancelled-screenings')) for (const one of bookings) cancelOne(group, one, faults);
      const after: Screening = { ...screening, status: 'cancelled', updated_at: group.clock.now() };
      group.screenings.set(screening.id, after);
      return answerWith(show(call, after));
    },
    listSeats: (call) => {
      const screening = of(call);
      const taken = takenSeats(call.group, screening.id, faults);
      const asked = call.query<{ readonly free?: boolean }>().free;
      const rows = (call.group.halls.get(screening.hall_id)?.rows ?? []).toSorted((a, b) => (a.row < b.row ? -1 : 1));
      const seats = rows.flatMap(({ row, kind, seats: count }) =>
        Array.from({ length: count }, (_, index) => ({ row, number: index + 1, kind, free: !taken.has(`${row}${index + 1}`) })),
      );
      return ok(seats.filter(({ free }) => asked === undefined || free === asked));
    },
  };
};
