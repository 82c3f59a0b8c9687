// What a line has.

export const KINDS = ['motorcycle', 'car', 'van', 'coach', 'lorry'] as const;

interface Thing {
  readonly id: string;
  /** The place in the order of creation. */
  readonly number: number;
  readonly createdAt: string;
}

export interface RouteInput {
  readonly code: string;
  readonly name: string;
  readonly crossingMinutes: number;
  readonly fares: { readonly adultCents: number; readonly childCents: number; readonly vehiclePerMetreCents: number };
  readonly portsOnTheWay?: readonly string[];
}

export type Route = Thing & Required<RouteInput>;

export interface Deck {
  readonly label: string;
  readonly laneMetres: number;
  readonly heightMetres: number;
  readonly kinds: readonly string[];
}

export interface ShipInput {
  readonly name: string;
  readonly callSign: string;
  readonly passengerCapacity: number;
  readonly decks: readonly Deck[];
  readonly homePort?: string | null;
  readonly builtOn?: string | null;
}

export interface Ship extends Thing {
  data: Required<ShipInput>;
}

export type Status = 'scheduled' | 'boarding' | 'departed' | 'cancelled';

export interface SailingInput {
  readonly routeId: string;
  readonly shipId: string;
  readonly departsAt: string;
  readonly checkInClosesMinutes?: number;
  readonly remark?: string | null;
}

export interface SailingPatch {
  readonly departsAt?: string;
  readonly checkInClosesMinutes?: number;
  readonly remark?: string | null;
  readonly status?: Status;
}

export interface Sailing extends Thing {
  readonly route: Route;
  readonly ship: Ship;
  readonly capacity: number;
  readonly decks: readonly Deck[];
  status: Status;
  departsAt: number;
  checkInClosesMinutes: number;
  remark: string | null;
  /** The number of the last card. */
  cards: number;
}

export interface PassengerInput {
  readonly name: string;
  readonly category: 'adult' | 'child' | 'infant';
  readonly birthDate?: string | null;
  readonly needsAssistance?: boolean;
}

export interface VehicleInput {
  readonly kind: string;
  readonly plate: string;
  readonly lengthMetres: number;
  readonly heightMetres: number;
  readonly declaredValueCents?: number;
}

interface Contact {
  readonly name: string;
  readonly email: string;
  readonly phone: string | null;
}

export interface BookingInput {
  readonly contact: Omit<Contact, 'phone'> & { readonly phone?: string | null };
  readonly passengers: readonly PassengerInput[];
  readonly vehicles?: readonly VehicleInput[];
  readonly note?: string | null;
  readonly metadata?: Readonly<Record<string, string>>;
}

export interface BookingPatch {
  readonly contact?: Partial<Contact>;
  readonly passengers?: readonly PassengerInput[];
  readonly note?: string | null;
  readonly metadata?: Readonly<Record<string, string | null>>;
}

export type Passenger = Required<PassengerInput>;
export type Vehicle = Required<VehicleInput> & { readonly deck: string };

export interface Booking extends Thing {
  readonly reference: string;
  readonly sailing: Sailing;
  status: 'confirmed' | 'checkedIn' | 'cancelled';
  contact: Contact;
  passengers: readonly Passenger[];
  readonly vehicles: readonly Vehicle[] | null;
  note: string | null;
  metadata: Readonly<Record<string, string>>;
  totalCents: number;
  refundCents: number | null;
  checkedInAt: string | null;
}

export interface NoticeInput {
  readonly severity: string;
  readonly title: string;
  readonly text: string;
  readonly translations?: Readonly<Record<string, string>>;
  readonly links?: readonly string[];
  readonly validFrom?: string;
  readonly validUntil?: string | null;
}

export interface Notice extends Thing {
  readonly sailing: Sailing;
  readonly severity: string;
  readonly title: string;
  readonly text: string;
  readonly translations: Readonly<Record<string, string>>;
  readonly links: readonly string[];
  readonly validFrom: number;
  readonly validUntil: number | null;
}
