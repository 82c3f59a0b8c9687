// Exhibitions and their plans.
import { compare } from '../../texts.ts';
import { includes } from '../days.ts';
import { checkRun, kindOf, requireFree, requireRooms } from '../rules.ts';
import type { Museum, Store } from '../store.ts';
import type { Exhibition, ExhibitionInput } from '../things.ts';
import { exhibitionView } from '../views.ts';
import { allow, check } from '../wire.ts';
import { type Call, type Faults, type Handlers, read, requireTag, tagged, thing } from './call.ts';
import { listed } from './lists.ts';

interface ExhibitionQuery {
  readonly status?: string;
  readonly on?: string;
  readonly room?: string;
}

function isListed(exhibition: Exhibition, { status, on, room }: ExhibitionQuery, faults: Faults): boolean {
  const { opensOn: first, closesOn: last, rooms } = exhibition;
  const isOn = on === undefined || (includes({ first, last }, on) && !(faults.has('not-on-the-last-day') && on === last));
  const known = faults.has('only-first-room-is-searched') ? rooms.slice(0, 1) : rooms;
  return (status === undefined || exhibition.status === status) && isOn && (room === undefined || known.includes(room));
}

function checkInput(museum: Museum, input: ExhibitionInput, faults: Faults): void {
  checkRun(input.opensOn, input.closesOn, faults);
  const areGalleries = input.rooms.every((code) => kindOf(museum, code) === 'gallery');
  check(areGalleries, 'rooms', 'must be galleries');
  const { adult, reduced } = input.admission;
  check(reduced <= adult || faults.has('reduced-above-adult'), 'admission.reduced', 'must not be above the price for adults');
}

/** Refuses new days of an exhibition that others need. */
function requireDays(museum: Museum, exhibition: Exhibition, next: Exhibition, faults: Faults): void {
  const plan = { first: next.opensOn, last: next.closesOn, exhibition };
  if (exhibition.status === 'open') {
    allow(next.opensOn === exhibition.opensOn || faults.has('open-exhibitions-change-first-day'), 'The exhibition is open already.');
  }
  if (!faults.has('new-days-are-not-compared')) requireRooms(museum, next.rooms, plan, faults);
  for (const { accession } of exhibition.exhibits) requireFree(museum, accession, plan, faults);
  const isWithin = exhibition.groups.every(({ day }) => includes(plan, day));
  allow(isWithin || faults.has('groups-outside-of-new-days'), 'A group has booked another day.');
}

export function exhibitions(store: Store, faults: Faults): Handlers {
  const view = (call: Call, exhibition: Exhibition): object => exhibitionView(call, exhibition, faults);
  const found = (call: Call): Exhibition => thing(call, call.museum.exhibitions, 'exhibition');

  return {
    listExhibitions: (call) => {
      const query = call.query<ExhibitionQuery>();
      const all = [...call.museum.exhibitions.values()].filter((one) => isListed(one, query, faults));
      const inOrder = all.toSorted((a, b) => compare(a.opensOn, b.opensOn));
      return listed(call, inOrder, (one) => view(call, one), faults);
    },

    createExhibition: (call) => {
      const { museum } = call;
      const input = call.input<ExhibitionInput>();
      checkInput(museum, input, faults);
      requireRooms(museum, input.rooms, { first: input.opensOn, last: input.closesOn }, faults);
      const exhibition: Exhibition = {
        exhibition: `E${museum.next('exhibitions', 100)}`,
        ...input,
        status: 'planned',
        exhibits: [],
        groups: [],
        createdAt: store.now(),
      };
      museum.exhibitions.set(exhibition.exhibition, exhibition);
      return tagged(201, view(call, exhibition), { location: `/exhibitions/${exhibition.exhibition}` });
    },

    getExhibition: (call) => read(call, view(call, found(call)), faults),

    updateExhibition: (call) => {
      const exhibition = found(call);
      requireTag(call, view(call, exhibition));
      const next = { ...exhibition, ...call.input<Partial<ExhibitionInput>>() };
      checkRun(next.opensOn, next.closesOn, faults);
      allow(exhibition.status === 'planned' || exhibition.status === 'open', 'The exhibition is over.');
      requireDays(call.museum, exhibition, next, faults);
      Object.assign(exhibition, next);
      return tagged(200, view(call, exhibition));
    },
  };
}
