// Vessels: the register of a port.
import { gap } from '../../clock.ts';
import type { Reply } from '../../http.ts';
import { contains } from '../../texts.ts';
import type { Ask } from '../ask.ts';
import { filtered, pageOf, sorted } from '../lists.ts';
import { type Vessel, visitsOf } from '../store.ts';
import { vesselView } from '../views.ts';
import { conflict, etagOf, invalid, requireMatch, shown } from '../wire.ts';
import { vesselOf } from './things.ts';

type Details = Omit<Vessel, 'createdAt' | 'updatedAt'>;

const DIMENSIONS = ['length', 'beam', 'maxDraught', 'grossTonnage'] as const;

function sortedVessels({ query, on }: Ask, vessels: readonly Vessel[]): readonly Vessel[] {
  const sort = query.sort as string | undefined;
  const name = (sort ?? 'shipNumber').replace('-', '') as 'shipNumber' | 'name' | 'length' | 'grossTonnage';
  const key = (vessel: Vessel): string | number => (on('lengths-sorted-as-texts') ? String(vessel[name]) : vessel[name]);
  return sorted(vessels, key, ({ shipNumber }) => shipNumber, sort?.startsWith('-') ? -1 : 1);
}

export function listVessels(ask: Ask): Reply {
  const { on } = ask;
  const has = on('search-minds-case')
    ? (text: string | null, part: string): boolean => (text ?? '').includes(part)
    : (text: string | null, part: string): boolean => contains(text, part);
  let found = filtered(ask, [...ask.port.vessels.values()], 'type', ({ type }, types: readonly string[]) => types.includes(type));
  found = filtered(ask, found, 'flag', ({ flag }, value: string) => flag === value);
  found = filtered(ask, found, 'minLength', ({ length }, least: number) => length >= least);
  found = filtered(ask, found, 'q', ({ name, callSign }, part: string) => has(name, part) || has(callSign, part));
  return pageOf(ask, 'vessels', sortedVessels(ask, found), (vessel) => vesselView(ask, vessel));
}

/** Refuses a vessel that cannot be, and gives it as it is kept. */
function keptVessel<T extends Details>({ on }: Ask, vessel: T): T {
  if (vessel.beam > vessel.length || (vessel.beam === vessel.length && !on('square-vessel')))
    throw invalid('beam', 'must be less than length');
  if (on('name-counted-in-units') && vessel.name.length > 60) throw invalid('name', 'must NOT have more than 60 characters');
  const contacts = on('fifth-contact-lost') ? vessel.contacts.slice(0, 4) : vessel.contacts;
  const isOld = vessel.builtOn !== null && Date.parse(vessel.builtOn) < 0;
  const builtOn = isOld && on('old-building-lost') ? null : vessel.builtOn;
  return { ...vessel, contacts, builtOn };
}

const tagged = (ask: Ask, vessel: Vessel): { readonly body: object; readonly etag: string } => {
  const body = vesselView(ask, vessel);
  return { body, etag: etagOf(body) };
};

export async function registerVessel(ask: Ask): Promise<Reply> {
  const { port, store, on } = ask;
  const now = store.clock.now();
  const vessel = { ...keptVessel(ask, ask.body as Details), createdAt: now, updatedAt: now };
  const { shipNumber } = vessel;
  const ports = on('ship-number-of-all-ports') ? store.ports : [port];
  if (ports.some(({ vessels }) => vessels.has(shipNumber))) throw conflict('The ship number is taken.');
  if (on('race-ship-number')) await gap();
  port.vessels.set(shipNumber, vessel);
  const { body, etag } = tagged(ask, vessel);
  const location = `/${on('location-of-no-vessel') ? 'vessel' : 'vessels'}/${shipNumber}`;
  return { status: 201, body, headers: { etag, location } };
}

export function getVessel(ask: Ask): Reply {
  const { body, etag } = tagged(ask, vesselOf(ask));
  return shown(ask, body, etag);
}

export function updateVessel(ask: Ask): Reply {
  const { port, store, on } = ask;
  const vessel = vesselOf(ask);
  const sent = Object.entries(ask.body as object).filter(([, value]) => value !== null || !on('null-changes-nothing'));
  const next: Vessel = keptVessel(ask, { ...vessel, ...Object.fromEntries(sent), updatedAt: store.clock.now() });
  if (!on('vessel-changed-against-tag')) requireMatch(ask, tagged(ask, vessel).etag);
  const inPort = on('dimensions-change-at-berth') ? ['arrived'] : ['arrived', 'berthed'];
  const isInPort = visitsOf(port, vessel.shipNumber).some(({ state }) => inPort.includes(state));
  if (isInPort && DIMENSIONS.some((name) => Object.hasOwn(ask.body as object, name))) throw conflict('The vessel is in port.');
  port.vessels.set(vessel.shipNumber, next);
  const { body, etag } = tagged(ask, next);
  return { status: 200, body, headers: { etag } };
}

export function deleteVessel(ask: Ask): Reply {
  const { port, on } = ask;
  const vessel = vesselOf(ask);
  requireMatch(ask, tagged(ask, vessel).etag);
  const calls = visitsOf(port, vessel.shipNumber);
  const blocking = on('vessel-of-cancelled-calls-deleted') ? calls.filter(({ state }) => state !== 'cancelled') : calls;
  if (blocking.length > 0) throw conflict('The vessel had calls.');
  for (const { id } of calls) port.visits.delete(id);
  port.vessels.delete(vessel.shipNumber);
  return on('deletion-answers-200') ? { status: 200, body: { deleted: true } } : { status: 204 };
}

/** The vessel that a body names. */
export function registeredVessel({ port }: Ask, shipNumber: string): Vessel {
  const vessel = port.vessels.get(shipNumber);
  if (vessel === undefined) throw invalid('shipNumber', 'is not registered');
  return vessel;
}
