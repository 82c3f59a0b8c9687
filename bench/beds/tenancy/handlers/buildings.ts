// Buildings.
import { contains, isSameText, type Key } from '../../texts.ts';
import type { Agency } from '../store.ts';
import type { Building, BuildingInput } from '../things.ts';
import { buildingView } from '../views.ts';
import { allow, check } from '../wire.ts';
import { changed, found, made, type Part, requireTag, shown, slice, sorted } from './call.ts';

interface Query {
  readonly q?: string;
  readonly city?: string;
  readonly amenity?: readonly string[];
  readonly sortBy: string;
  readonly descending: boolean;
}

const KEYS: Readonly<Record<string, (building: Building) => Key>> = { name: ({ name }) => name, floors: ({ floors }) => floors };

export const buildings: Part = (store, faults) => {
  function requireNewName(all: ReadonlyMap<string, Building>, name: string, isSame: (a: string, b: string) => boolean, id?: string): void {
    const isTaken = [...all.values()].some((one) => one.id !== id && isSame(one.name, name));
    allow(!isTaken, 'Another building has this name.');
  }

  function isInCity({ address }: Building, city: string): boolean {
    return faults.has('city-by-case') ? address.city === city : isSameText(address.city, city);
  }

  function matches(building: Building, { q, city, amenity }: Query): boolean {
    const hasName = q === undefined || contains(building.name, q);
    const hasCity = city === undefined || isInCity(building, city);
    return hasName && hasCity && (amenity ?? []).every((one) => building.amenities.includes(one));
  }

  const topFlatOf = (agency: Agency, { id }: Building): number => Math.max(...agency.flatsOf(id).map(({ floor }) => floor));

  return {
    listBuildings: (call) => {
      const query = call.query<Query>();
      const all = [...call.agency.buildings.values()].filter((one) => matches(one, query));
      return slice(call, sorted(all, KEYS[query.sortBy], query.descending), (one) => buildingView(call.agency, one), faults);
    },

    createBuilding: (call) => {
      const input = call.input<BuildingInput>();
      const isTooLong = faults.has('name-in-utf16') && input.name.length > 80;
      check(!isTooLong, 'name', 'is too long');
      const all = faults.has('building-names-of-all-agencies') ? store.everywhere((one) => one.buildings) : call.agency.buildings;
      const isSame = faults.has('building-names-by-case') ? (a: string, b: string) => a === b : isSameText;
      requireNewName(all, input.name, isSame);
      const now = store.now();
      const building: Building = { id: store.id(), ...input, createdAt: now, updatedAt: now };
      call.agency.buildings.set(building.id, building);
      const reply = made('/buildings', buildingView(call.agency, building), faults);
      return faults.has('building-created-200') ? { ...reply, status: 200 } : reply;
    },

    getBuilding: (call) => shown(call, buildingView(call.agency, found(call.agency.buildings, call.path('buildingId'))), faults),

    replaceBuilding: (call) => {
      const building = found(call.agency.buildings, call.path('buildingId'));
      const input = call.input<BuildingInput>();
      requireTag(call, buildingView(call.agency, building), faults);
      requireNewName(call.agency.buildings, input.name, isSameText, building.id);
      const isHighEnough = topFlatOf(call.agency, building) <= input.floors || faults.has('top-floor-below-flats');
      allow(isHighEnough, 'The building has a flat above this floor.');
      const next: Building = { ...building, ...input, updatedAt: store.now() };
      call.agency.buildings.set(building.id, next);
      return changed(buildingView(call.agency, next), faults);
    },

    deleteBuilding: (call) => {
      const building = found(call.agency.buildings, call.path('buildingId'));
      if (!faults.has('building-delete-ignores-if-match')) requireTag(call, buildingView(call.agency, building), faults);
      const isEmpty = call.agency.flatsOf(building.id).length === 0 || faults.has('building-with-flats-deleted');
      allow(isEmpty, 'The building has flats.');
      call.agency.buildings.delete(building.id);
      return { status: 204 };
    },
  };
};
