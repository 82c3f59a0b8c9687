// What happens in an exhibition: its steps, its objects and its groups.
import { gap } from '../../clock.ts';
import { includes, isMonday } from '../days.ts';
import { freeIn, relocate, requireFree, requireOpenRecord, shows, statusOf } from '../rules.ts';
import type { Museum, Store } from '../store.ts';
import type { Exhibit, Exhibition, Group, GroupInput, Item } from '../things.ts';
import { exhibitionView } from '../views.ts';
import { allow, check, notFound } from '../wire.ts';
import { type Call, type Faults, type Handlers, tagged, thing } from './call.ts';

const STEPS: Readonly<Record<string, readonly string[]>> = { planned: ['open', 'cancelled'], open: ['closed'] };

/** The objects of an exhibition, each with its room. */
const itemsOf = (museum: Museum, { exhibits }: Exhibition): { item: Item; room: string }[] =>
  exhibits.flatMap(({ accession, room }) => {
    const item = museum.objects.get(accession);
    return item === undefined ? [] : [{ item, room }];
  });

/** Brings the objects to their rooms, or refuses to open. */
function open(call: Call, exhibition: Exhibition, at: string, faults: Faults): void {
  const { museum, role } = call;
  const all = itemsOf(museum, exhibition);
  allow(all.length > 0 || faults.has('empty-exhibitions-open'), 'The exhibition has no objects.');
  const isThere = (item: Item): boolean => ['stored', 'displayed'].includes(statusOf(museum, item));
  const areThere = all.every(({ item }) => isThere(item) || (faults.has('open-with-objects-in-workshops') && item.location !== null));
  allow(areThere, 'An object is not in a store or a gallery.');
  const moving = all.filter(({ item, room }) => item.location !== room);
  for (const code of exhibition.rooms) {
    const place = museum.locations.get(code);
    const needed = moving.filter(({ room }) => room === code).length;
    const isEnough = place === undefined || freeIn(museum, place) >= needed;
    allow(isEnough || faults.has('rooms-take-any-number'), `${code} does not have enough free places.`);
  }
  if (faults.has('opening-moves-nothing')) return;
  for (const { item, room } of moving) relocate(item, { to: room, reason: 'display', by: role, at });
}

function close(call: Call, exhibition: Exhibition, at: string, faults: Faults): void {
  if (faults.has('closing-leaves-objects')) return;
  for (const { item } of itemsOf(call.museum, exhibition)) {
    if (faults.has('closing-without-movement')) item.location = item.home;
    else relocate(item, { to: item.home, reason: 'return', by: call.role, at });
  }
}

interface ExhibitInput {
  readonly accession: string;
  readonly room: string;
  readonly label: string;
}

function requireRoom(museum: Museum, exhibition: Exhibition, room: string, { maxLux }: Item, faults: Faults): void {
  const place = museum.locations.get(room);
  const lux = place?.lux ?? 0;
  const isDark = faults.has('rooms-just-as-bright') ? lux < maxLux : lux <= maxLux;
  allow(isDark || faults.has('rooms-of-any-light'), 'The room is brighter than the object tolerates.');
  const count = exhibition.exhibits.filter((one) => one.room === room).length;
  const most = (place?.capacity ?? 0) + (faults.has('one-exhibit-too-many') ? 1 : 0);
  allow(count < most, 'The exhibition has as many objects in the room as it holds.');
}

/** The price of a group, which is lower from twenty people on. */
function priceOf({ admission }: Exhibition, { adults, reduced }: GroupInput, faults: Faults): number {
  const sum = adults * admission.adult + reduced * admission.reduced;
  const isLarge = faults.has('discount-from-21') ? adults + reduced > 20 : adults + reduced >= 20;
  if (!isLarge) return sum;
  return faults.has('discount-rounded-up') ? Math.ceil((sum * 9) / 10) : Math.floor((sum * 9) / 10);
}

function checkGroup({ opensOn, closesOn }: Exhibition, { day, adults, reduced }: GroupInput, faults: Faults): void {
  const people = adults + reduced;
  const most = faults.has('group-of-41') ? 41 : 40;
  check(people >= 2 && people <= most, 'adults', 'and the others must be 2 to 40 people');
  const isDay = includes({ first: opensOn, last: closesOn }, day) || faults.has('groups-on-any-day');
  check(isDay, 'day', 'must be a day of the exhibition');
  check(!isMonday(day) || faults.has('groups-on-mondays'), 'day', 'must not be a Monday');
}

export function exhibits(store: Store, faults: Faults): Handlers {
  const view = (call: Call, exhibition: Exhibition): object => exhibitionView(call, exhibition, faults);
  const found = (call: Call): Exhibition => thing(call, call.museum.exhibitions, 'exhibition');
  const requirePlanned = (isPlanned: boolean): void => allow(isPlanned, 'The exhibition is not planned any more.');

  return {
    setExhibitionStatus: (call) => {
      const exhibition = found(call);
      const { status } = call.input<{ status: 'open' | 'closed' | 'cancelled' }>();
      const isOpenCancelled = exhibition.status === 'open' && status === 'cancelled' && faults.has('open-exhibitions-cancelled');
      const isStep = (STEPS[exhibition.status] ?? []).includes(status) || isOpenCancelled;
      allow(isStep, `An exhibition that is ${exhibition.status} does not become ${status}.`);
      if (status === 'open') open(call, exhibition, store.now(), faults);
      if (status === 'closed') close(call, exhibition, store.now(), faults);
      exhibition.status = status;
      return tagged(200, view(call, exhibition));
    },

    addExhibit: (call) => {
      const { museum } = call;
      const exhibition = found(call);
      const { accession, room, label } = call.input<ExhibitInput>();
      const item = museum.objects.get(accession);
      check(item !== undefined, 'accession', 'must be an object');
      check(exhibition.rooms.includes(room), 'room', 'must be a room of the exhibition');
      if (item === undefined) throw notFound();
      const { status } = exhibition;
      requirePlanned(status === 'planned' || (status === 'open' && faults.has('open-exhibitions-take-objects')));
      requireOpenRecord(item);
      allow(!shows(exhibition, accession) || faults.has('exhibits-twice'), 'The object is in the exhibition.');
      requireFree(museum, accession, { first: exhibition.opensOn, last: exhibition.closesOn, exhibition }, faults);
      requireRoom(museum, exhibition, room, item, faults);
      const exhibit: Exhibit = { accession, room, label: faults.has('labels-in-plain-ascii') ? label.replace(/[^ -~]/g, '') : label };
      exhibition.exhibits.push(exhibit);
      return tagged(201, view(call, exhibition));
    },

    removeExhibit: (call) => {
      const exhibition = found(call);
      const accession = call.id('accession');
      const index = exhibition.exhibits.findIndex((one) => one.accession === accession);
      if (index < 0) throw notFound();
      requirePlanned(exhibition.status === 'planned');
      const last = faults.has('last-exhibit-takes-the-place') ? exhibition.exhibits.pop() : undefined;
      if (last === undefined) exhibition.exhibits.splice(index, 1);
      else if (last.accession !== accession) exhibition.exhibits.splice(index, 1, last);
      return { status: 204 };
    },

    bookGroup: async (call) => {
      const exhibition = found(call);
      const input = call.input<GroupInput>();
      checkGroup(exhibition, input, faults);
      const isCurrent = exhibition.status === 'planned' || exhibition.status === 'open';
      allow(isCurrent, 'The exhibition is over.');
      const people = input.adults + input.reduced;
      const sameDay = exhibition.groups.filter(({ day }) => day === input.day || faults.has('places-for-all-days'));
      const booked = sameDay.reduce((sum, group) => sum + group.people, 0);
      const isEnough = booked + people <= exhibition.groupPlaces;
      allow(
        isEnough || (booked < exhibition.groupPlaces && faults.has('last-group-overbooks')),
        'There are not enough places on this day.',
      );
      if (faults.has('two-groups-at-once')) await gap();
      const number = exhibition.groups.length + 1;
      const group: Group = { number, ...input, people, price: priceOf(exhibition, input, faults) };
      exhibition.groups.push(group);
      return { status: 201, body: group };
    },
  };
}
