// The things that the bike service keeps, as its document names them.

export interface Station {
  readonly id: string;
  readonly name: string;
  readonly city: string;
  readonly location: { readonly lat: number; readonly lon: number };
  readonly opensAt: string;
  readonly closesAt: string;
  readonly capacity: number;
  readonly tags: readonly string[];
  readonly createdAt: string;
  readonly updatedAt: string;
}

export interface Dock {
  readonly number: number;
  readonly kind: 'plain' | 'charging';
  readonly powerKw?: number;
  readonly outOfOrder: boolean;
}

export type BikeStatus = 'available' | 'inRepair' | 'retired';

export interface Bike {
  readonly plate: string;
  readonly model: string;
  readonly kind: string;
  readonly loadKg?: number;
  readonly weightKg: number;
  readonly dailyRate: string;
  readonly deposit: string;
  readonly gears?: number;
  readonly purchasedOn?: string;
  readonly stationId?: string;
  readonly tags: readonly string[];
  readonly specs?: Readonly<Record<string, string>>;
  readonly note?: string;
  readonly status: BikeStatus;
  readonly repairCount: number;
  readonly createdAt: string;
  readonly updatedAt: string;
}

export interface BikePatch {
  readonly status?: BikeStatus;
  readonly stationId?: string | null;
  readonly tags?: readonly string[];
}

export interface Photo {
  readonly contentType: string;
  readonly size: number;
  readonly sha256: string;
}

export interface Repair {
  readonly id: string;
  readonly startedAt: string;
  readonly minutes: number;
  readonly cost: string;
  readonly summary: string;
  readonly parts: readonly { readonly name: string; readonly quantity: number }[];
  readonly createdAt: string;
}

export type BookingStatus = 'requested' | 'confirmed' | 'pickedUp' | 'returned' | 'cancelled';

export interface Booking {
  readonly id: string;
  readonly plate: string;
  readonly customerId: string;
  readonly from: string;
  readonly to: string;
  readonly helmets: number;
  readonly note?: string;
  readonly status: BookingStatus;
  readonly total: string;
  readonly createdAt: string;
  readonly updatedAt: string;
}

export interface BookingPatch {
  readonly status?: BookingStatus;
  readonly from?: string;
  readonly to?: string;
}

/** A customer as it is kept. The count of bookings is worked out when it is shown. */
export interface Customer {
  readonly id: string;
  readonly name: string;
  readonly email: string;
  readonly phone?: string;
  readonly birthDate?: string;
  readonly newsletter: boolean;
  readonly pin: string;
  readonly address?: Readonly<Record<string, string>>;
  readonly createdAt: string;
  readonly updatedAt: string;
}

export interface Token {
  readonly id: string;
  readonly name: string;
  readonly access: 'read' | 'write';
  readonly expiresAt?: string;
  readonly createdAt: string;
}
