// What a port knows.
import { randomBytes } from 'node:crypto';
import { Clock } from '../clock.ts';

export type VesselType = 'container' | 'tanker' | 'bulk' | 'ferry' | 'cruise' | 'fishing';

export interface Contact {
  readonly name: string;
  readonly email: string;
  readonly phone: string | null;
}

export interface Vessel {
  readonly shipNumber: string;
  readonly name: string;
  readonly callSign: string | null;
  readonly flag: string;
  readonly type: VesselType;
  readonly length: number;
  readonly beam: number;
  readonly maxDraught: number;
  readonly grossTonnage: number;
  readonly equipment: readonly string[];
  readonly contacts: readonly Contact[];
  readonly builtOn: string | null;
  readonly remarks: string | null;
  readonly createdAt: string;
  readonly updatedAt: string;
}

export interface Berth {
  readonly code: string;
  readonly length: number;
  readonly depth: number;
  readonly accepts: readonly VesselType[];
  readonly bollards: number;
  readonly shorePower: boolean;
  readonly note: string | null;
}

export interface Goods {
  readonly unNumber: string;
  readonly class: string;
  readonly name: string;
  readonly quantity: number;
  readonly packages: number;
  readonly flashPoint: number | null;
}

export interface Clearance {
  readonly decision: 'granted' | 'refused';
  readonly validUntil: string | null;
  readonly reason: string | null;
  readonly decidedAt: string;
}

export type CallState = 'announced' | 'arrived' | 'berthed' | 'departed' | 'cancelled';

/** What a caller says of a call. */
export interface Plan {
  readonly shipNumber: string;
  readonly eta: string;
  readonly etd: string;
  readonly draught: number;
  readonly purpose: string;
  readonly crew: number;
  readonly passengers: number;
  readonly agent: { readonly name: string; readonly email: string };
  readonly previousPorts: readonly string[];
  readonly remarks: string | null;
}

export interface Payment {
  readonly reference: string;
  readonly amount: number;
  readonly method: string;
  readonly paidOn: string;
  readonly recordedAt: string;
}

export interface Visit extends Plan {
  readonly id: string;
  readonly state: CallState;
  readonly berth: string | null;
  readonly arrivedAt: string | null;
  readonly berthedAt: string | null;
  readonly departedAt: string | null;
  readonly cancelReason: string | null;
  readonly goods: readonly Goods[];
  readonly clearance: Clearance | null;
  readonly payments: readonly Payment[];
  readonly createdAt: string;
}

interface OrderBase {
  readonly id: string;
  readonly callId: string;
  readonly at: string;
  readonly state: 'open' | 'completed' | 'cancelled';
  readonly price: number;
  readonly doneAt: string | null;
}

export interface PilotOrder extends OrderBase {
  readonly kind: 'pilot';
  readonly boarding: string;
}

export interface TugOrder extends OrderBase {
  readonly kind: 'tug';
  readonly tugs: number;
  readonly hours: number;
}

export type Order = PilotOrder | TugOrder;

export interface Incident {
  readonly id: string;
  readonly kind: string;
  readonly severity: number;
  readonly happenedAt: string;
  readonly shipNumber: string | null;
  readonly position: { readonly latitude: number; readonly longitude: number };
  readonly litres: number | null;
  readonly detains: boolean;
  readonly description: string;
  readonly state: 'open' | 'resolved';
  readonly outcome: string | null;
  readonly resolvedAt: string | null;
}

export interface Notice {
  readonly number: number;
  readonly title: string;
  readonly text: string;
  readonly from: string;
  readonly until: string;
  readonly berths: readonly string[];
  readonly closes: boolean;
  readonly publishedAt: string;
}

/** The things of one port. A change puts a new object in the place of the old one. */
export interface Port {
  readonly vessels: Map<string, Vessel>;
  readonly berths: Map<string, Berth>;
  readonly visits: Map<string, Visit>;
  readonly orders: Map<string, Order>;
  readonly incidents: Map<string, Incident>;
  readonly notices: Map<number, Notice>;
}

export interface Store {
  readonly ports: readonly Port[];
  readonly clock: Clock;
}

export const newId = (): string => randomBytes(6).toString('hex');

export const emptyPort = (): Port => ({
  vessels: new Map(),
  berths: new Map(),
  visits: new Map(),
  orders: new Map(),
  incidents: new Map(),
  notices: new Map(),
});

export const storeOf = (ports: readonly Port[]): Store => ({ ports, clock: new Clock() });

export const visitsOf = ({ visits }: Port, shipNumber: string): Visit[] =>
  [...visits.values()].filter((visit) => visit.shipNumber === shipNumber);

export const ordersOf = ({ orders }: Port, callId: string): Order[] => [...orders.values()].filter((order) => order.callId === callId);

/** The call whose vessel lies at a berth. */
export const occupantOf = ({ visits }: Port, code: string): Visit | undefined =>
  [...visits.values()].find(({ state, berth }) => state === 'berthed' && berth === code);
