// Flats.
import { gap } from '../../clock.ts';
import { without } from '../../members.ts';
import type { Key } from '../../texts.ts';
import type { Agency } from '../store.ts';
import type { Flat, FlatInput } from '../things.ts';
import { flatView, isVacant } from '../views.ts';
import { allow, check } from '../wire.ts';
import { changed, found, made, type Part, requireTag, shown, slice, sorted } from './call.ts';

interface Query {
  readonly buildingId?: string;
  readonly vacant?: boolean;
  readonly minRooms?: number;
  readonly maxRent?: number;
  readonly sortBy: string;
  readonly descending: boolean;
}

const KEYS: Readonly<Record<string, (flat: Flat) => Key>> = { area: ({ area }) => area, baseRent: ({ baseRent }) => baseRent };

export const flats: Part = (store, faults) => {
  function hasRooms({ rooms }: Flat, minRooms: number): boolean {
    return faults.has('more-than-min-rooms') ? rooms > minRooms : rooms >= minRooms;
  }

  function hasVacancy(agency: Agency, flat: Flat, vacant: boolean | undefined): boolean {
    if (vacant === undefined || (!vacant && faults.has('not-vacant-ignored'))) return true;
    return isVacant(agency, flat) === vacant;
  }

  function matches(agency: Agency, flat: Flat, { buildingId, vacant, minRooms, maxRent }: Query): boolean {
    const isThere = buildingId === undefined || flat.buildingId === buildingId;
    const isLarge = minRooms === undefined || hasRooms(flat, minRooms);
    const isCheap = maxRent === undefined || flat.baseRent <= maxRent;
    return isThere && isLarge && isCheap && hasVacancy(agency, flat, vacant);
  }

  function requireFreeNumber(others: readonly Flat[], number: string): void {
    allow(!others.some((one) => one.number === number), 'Another flat has this number.');
  }

  /** The members that change. Some faults lose values that are false or empty. */
  function changeOf(call: { readonly input: <T>() => T }): Partial<FlatInput> {
    const change = call.input<Partial<FlatInput>>();
    if (change.petsAllowed === false && faults.has('pets-stay-allowed')) return without(change, 'petsAllowed');
    if (change.features?.length === 0 && faults.has('features-stay')) return without(change, 'features');
    return change;
  }

  return {
    listFlats: (call) => {
      const query = call.query<Query>();
      const all = [...call.agency.flats.values()].filter((one) => matches(call.agency, one, query));
      return slice(call, sorted(all, KEYS[query.sortBy], query.descending), (one) => flatView(call.agency, one), faults);
    },

    createFlat: async (call) => {
      const building = found(call.agency.buildings, call.path('buildingId'));
      const input = call.input<FlatInput>();
      check(input.floor <= building.floors, 'floor', 'is above the top floor of the building');
      const isWide = faults.has('flat-numbers-of-all-buildings');
      requireFreeNumber(isWide ? [...call.agency.flats.values()] : call.agency.flatsOf(building.id), input.number);
      if (faults.has('number-twice-at-once')) await gap();
      const now = store.now();
      const flat: Flat = { id: store.id(), buildingId: building.id, ...input, createdAt: now, updatedAt: now };
      call.agency.flats.set(flat.id, flat);
      const reply = made('/flats', flatView(call.agency, flat), faults);
      return faults.has('flat-without-location') ? { ...reply, headers: without(reply.headers ?? {}, 'location') } : reply;
    },

    getFlat: (call) => shown(call, flatView(call.agency, found(call.agency.flats, call.path('flatId'))), faults),

    updateFlat: (call) => {
      const flat = found(call.agency.flats, call.path('flatId'));
      const change = changeOf(call);
      requireTag(call, flatView(call.agency, flat), faults);
      const next: Flat = { ...flat, ...change, updatedAt: store.now() };
      const top = found(call.agency.buildings, flat.buildingId).floors;
      check(next.floor <= top || faults.has('floor-above-top-by-change'), 'floor', 'is above the top floor of the building');
      const others = call.agency.flatsOf(flat.buildingId).filter(({ id }) => id !== flat.id);
      if (!faults.has('number-taken-by-change')) requireFreeNumber(others, next.number);
      call.agency.flats.set(flat.id, next);
      return changed(flatView(call.agency, next), faults);
    },

    deleteFlat: (call) => {
      const { agency } = call;
      const flat = found(agency.flats, call.path('flatId'));
      requireTag(call, flatView(agency, flat), faults);
      const leases = agency.leasesOf(flat.id).filter(({ state }) => state !== 'ended' || !faults.has('flat-with-ended-lease-deleted'));
      allow(leases.length === 0, 'The flat has a lease.');
      agency.flats.delete(flat.id);
      const repairs = faults.has('repairs-outlive-flat') ? [] : [...agency.repairs.values()].filter(({ flatId }) => flatId === flat.id);
      for (const { id } of repairs) agency.repairs.delete(id);
      return { status: 204 };
    },
  };
};
