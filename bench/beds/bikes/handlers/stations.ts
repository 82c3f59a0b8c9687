// Stations and their docks.
import type { Reply } from '../../http.ts';
import { compare, contains } from '../../texts.ts';
import type { Company, StationRecord } from '../store.ts';
import type { Dock, Station } from '../things.ts';
import { conflict, Refusal, unprocessable } from '../wire.ts';
import { type Call, type Faults, type Part, requireThing } from './call.ts';
import { numbered, sorted } from './lists.ts';

const requireStation = (call: Call): StationRecord => requireThing(call.company, call.company.stations, call.id('stationId'));

export const bikesAt = (company: Company, stationId: string): number =>
  [...company.bikes.values()].filter(({ value }) => value.stationId === stationId).length;

type Box = readonly [west: number, south: number, east: number, north: number];

function isIn([west, south, east, north]: Box, { lat, lon }: Station['location'], faults: Faults): boolean {
  if (faults.has('stations-box-swapped')) return lat >= west && lat <= east && lon >= south && lon <= north;
  if (faults.has('stations-box-edges-out')) return lon > west && lon < east && lat > south && lat < north;
  if (faults.has('stations-box-width-only')) return lon >= west && lon <= east;
  return lon >= west && lon <= east && lat >= south && lat <= north;
}

interface Query {
  readonly q?: string;
  readonly tag?: string;
  readonly box?: Box;
}

function checkBox([west, south, east, north]: Box): void {
  if (west > east || south > north) throw unprocessable('box', 'has its ends in the wrong order');
}

function fits({ name, city, tags, location }: Station, { q, tag, box }: Query, faults: Faults): boolean {
  const has = faults.has('stations-search-by-case') ? (text: string, part: string): boolean => text.includes(part) : contains;
  const isFound = q === undefined || has(name, q) || (has(city, q) && !faults.has('stations-search-name-only'));
  const hasTag = tag === undefined || (faults.has('stations-tag-part') ? tags.some((one) => one.includes(tag)) : tags.includes(tag));
  const isInside = box === undefined || isIn(box, location, faults);
  if (faults.has('stations-filters-either') && q !== undefined && tag !== undefined) return isFound || hasTag;
  return isFound && hasTag && isInside;
}

function kept(station: Station, faults: Faults): Station {
  const { name, location, tags } = station;
  const rounded = ({ lat, lon }: Station['location']): Station['location'] => ({
    lat: Number(lat.toFixed(4)),
    lon: Number(lon.toFixed(4)),
  });
  return {
    ...station,
    name: faults.has('station-name-trimmed') ? name.trim() : name,
    location: faults.has('station-place-rounded') ? rounded(location) : location,
    tags: faults.has('station-tags-unsorted') ? tags : tags.toSorted(compare),
  };
}

function check(call: Call, given: Station, faults: Faults, id?: string): void {
  const isLate = faults.has('station-closes-when-it-opens') ? given.closesAt >= given.opensAt : given.closesAt > given.opensAt;
  if (!isLate && !faults.has('station-closes-before-it-opens')) throw unprocessable('closesAt', 'is not later than opensAt');
  const same = ({ value }: StationRecord): boolean =>
    value.id !== id &&
    value.city.toLowerCase() === given.city.toLowerCase() &&
    (faults.has('station-name-taken-by-case') ? value.name === given.name : value.name.toLowerCase() === given.name.toLowerCase());
  if ([...call.company.stations.values()].some(same)) throw conflict('The city has a station with this name.');
}

const lastModified = ({ createdAt, updatedAt }: Station, faults: Faults): Record<string, string> => {
  const time = faults.has('station-last-modified-of-creation') ? createdAt : updatedAt;
  return { 'last-modified': faults.has('station-last-modified-iso') ? time : new Date(time).toUTCString() };
};

/** Whether a station has not changed since a time of HTTP. A text that is no such time is ignored. */
function isUnchanged({ updatedAt }: Station, since: string | undefined, faults: Faults): boolean {
  const isTime = since !== undefined && /^[A-Z][a-z]{2}, \d\d [A-Z][a-z]{2} \d{4} \d\d:\d\d:\d\d GMT$/.test(since);
  const time = isTime ? Date.parse(since) : Number.NaN;
  if (Number.isNaN(time) || faults.has('station-never-304')) return false;
  const changed = Math.floor(Date.parse(updatedAt) / 1000) * 1000;
  if (faults.has('station-304-whatever-time')) return true;
  return faults.has('station-304-same-time-only') ? changed === time : changed <= time;
}

function checkDock({ kind, powerKw }: Dock, faults: Faults): void {
  if (kind === 'charging' && powerKw === undefined && !faults.has('dock-charging-without-power'))
    throw unprocessable('powerKw', 'is missing');
  if (kind === 'plain' && powerKw !== undefined && !faults.has('dock-plain-with-power'))
    throw unprocessable('powerKw', 'is only for charging docks');
}

function requireCapacity({ company }: Call, { value, docks }: StationRecord, capacity: number, faults: Faults): void {
  const most = Math.max(0, ...docks.keys());
  if (capacity < bikesAt(company, value.id) && !faults.has('station-capacity-below-bikes')) throw conflict('More bikes stand there.');
  if (capacity < most && !faults.has('station-capacity-below-docks')) throw conflict('A dock has a higher number.');
}

export const stations: Part = (store, faults) => ({
  listStations: (call) => {
    const query = call.query<Query>();
    if (query.box !== undefined) checkBox(query.box);
    const isWide = faults.has('stations-search-all-companies') && query.q !== undefined;
    const companies = isWide ? [...store.companies.values()] : [call.company];
    const all = companies.flatMap((company) => [...company.stations.values()].map(({ value }) => value));
    const found = all.filter((station) => fits(station, query, faults));
    const order = faults.has('stations-by-creation') ? found : sorted(found, ({ name }) => name);
    const reply = numbered(call, order, faults, 'stations');
    return faults.has('stations-empty-null') && reply.body.length === 0 ? { ...reply, body: null } : reply;
  },

  createStation: (call) => {
    const given = call.input<Station>();
    check(call, given, faults);
    const now = store.now();
    const value: Station = { ...kept(given, faults), id: store.id(), createdAt: now, updatedAt: now };
    call.company.stations.set(value.id, { value, docks: new Map() });
    const headers = { location: faults.has('station-location-of-nothing') ? `/station/${value.id}` : `/stations/${value.id}` };
    return { status: faults.has('station-created-200') ? 200 : 201, body: value, headers };
  },

  getStation: (call) => {
    const { value } = requireStation(call);
    const headers = lastModified(value, faults);
    const bare = faults.has('station-304-without-last-modified') ? {} : headers;
    return isUnchanged(value, call.header('if-modified-since'), faults)
      ? { status: 304, headers: bare }
      : { status: 200, body: value, headers };
  },

  replaceStation: (call) => {
    const record = requireStation(call);
    const given = call.input<Station>();
    const { id, createdAt, tags } = record.value;
    check(call, given, faults, id);
    requireCapacity(call, record, given.capacity, faults);
    const updatedAt = faults.has('station-updated-at-stale') ? record.value.updatedAt : store.now();
    const next = { ...kept(given, faults), id, createdAt, updatedAt };
    record.value = faults.has('station-put-keeps-tags') && next.tags.length === 0 ? { ...next, tags } : next;
    return { status: 200, body: record.value, headers: lastModified(record.value, faults) };
  },

  deleteStation: (call): Reply => {
    const { id } = requireStation(call).value;
    const isUsed = bikesAt(call.company, id) > 0;
    if (isUsed && !faults.has('station-delete-with-bikes')) throw conflict('Bikes stand there.');
    call.company.stations.delete(id);
    if (!faults.has('station-deleted-404')) call.company.gone.add(id);
    return faults.has('station-delete-200') ? { status: 200, body: { deleted: true } } : { status: 204 };
  },

  listDocks: (call) => {
    const docks = [...requireStation(call).docks.values()].toSorted((a, b) => a.number - b.number);
    return { status: 200, body: faults.has('docks-by-creation') ? [...requireStation(call).docks.values()] : docks };
  },

  putDock: (call) => {
    const { value, docks } = requireStation(call);
    const given = call.input<Dock>();
    checkDock(given, faults);
    const number = call.number('number');
    if (number > value.capacity && !faults.has('dock-above-capacity')) throw conflict('The station has less room.');
    const old = docks.get(number);
    const isMerged = faults.has('dock-put-keeps-out-of-order') && old !== undefined;
    const dock: Dock = { ...given, number, outOfOrder: isMerged ? old.outOfOrder || given.outOfOrder : given.outOfOrder };
    docks.set(number, dock);
    return { status: old === undefined && !faults.has('dock-new-200') ? 201 : 200, body: dock };
  },

  deleteDock: (call) => {
    const { docks } = requireStation(call);
    const number = call.number('number');
    if (!docks.has(number) && !faults.has('dock-delete-of-nothing')) throw new Refusal(404, 'There is no such dock.');
    if (!faults.has('dock-stays')) docks.delete(number);
    return { status: 204 };
  },
});
