// The things that agencies keep.

export type Faults = ReadonlySet<string>;

export interface BuildingInput {
  readonly name: string;
  readonly address: { readonly street: string; readonly postalCode: string; readonly city: string };
  readonly floors: number;
  readonly yearBuilt: number | null;
  readonly amenities: readonly string[];
  readonly energyClass: string | null;
  readonly contactEmail: string | null;
  readonly notes: string | null;
}

interface Kept {
  readonly id: string;
  readonly createdAt: string;
}

interface Changing extends Kept {
  readonly updatedAt: string;
}

export type Building = BuildingInput & Changing;

interface Equipment {
  readonly name: string;
  readonly quantity: number;
  readonly installedOn: string | null;
}

export interface FlatInput {
  readonly number: string;
  readonly floor: number;
  readonly rooms: number;
  readonly area: number;
  readonly baseRent: number;
  readonly petsAllowed: boolean;
  readonly features: readonly string[];
  readonly equipment: readonly Equipment[];
}

export interface Flat extends FlatInput, Changing {
  readonly buildingId: string;
}

export interface TenantInput {
  readonly firstName: string;
  readonly lastName: string;
  readonly email: string;
  readonly phone: string | null;
  readonly birthDate: string | null;
  readonly contactBy: string;
  readonly tags: readonly string[];
  readonly emergencyContact: { readonly name: string; readonly phone: string; readonly relation?: string } | null;
}

export type Tenant = TenantInput & Changing;

export interface LeaseInput {
  readonly flatId: string;
  readonly tenantIds: readonly string[];
  readonly startsOn: string;
  readonly endsOn: string | null;
  readonly rent: number;
  readonly serviceCharge: number;
  readonly deposit: number;
  readonly currency: string;
  readonly dueDay: number;
  readonly noticeMonths: number;
  readonly occupants: readonly { readonly name: string; readonly birthYear?: number }[];
}

export interface Lease extends LeaseInput, Kept {
  readonly state: 'draft' | 'active' | 'ended';
  readonly signedOn: string | null;
  readonly terminationReason: string | null;
}

interface Extra {
  readonly text: string;
  readonly amount: number;
}

export interface ChargeInput {
  readonly rent: number;
  readonly serviceCharge: number;
  readonly extras: readonly Extra[];
  readonly note: string | null;
}

export interface Payment {
  readonly amount: number;
  readonly paidOn: string;
  readonly method: string;
  readonly reference: string | null;
}

export interface Charge extends ChargeInput {
  readonly leaseId: string;
  readonly month: string;
  readonly payments: Payment[];
}

export interface TradespersonInput {
  readonly company: string;
  readonly trades: readonly string[];
  readonly email: string | null;
  readonly phone: string | null;
  readonly hourlyRate: number | null;
  readonly rating: number | null;
}

export type Tradesperson = TradespersonInput & Kept;

export interface RepairInput {
  readonly flatId: string;
  readonly title: string;
  readonly description: string | null;
  readonly trade: string;
  readonly priority: string;
  readonly reportedBy: string | null;
  readonly photos: readonly string[];
}

export type RepairStatus = 'reported' | 'assigned' | 'done' | 'cancelled';

export interface RepairChange {
  readonly title?: string;
  readonly description?: string | null;
  readonly priority?: string;
  readonly status?: RepairStatus;
  readonly tradespersonId?: string | null;
  readonly scheduledFor?: string | null;
  readonly cost?: number | null;
}

export interface Repair extends RepairInput, Changing {
  readonly status: RepairStatus;
  readonly tradespersonId: string | null;
  readonly scheduledFor: string | null;
  readonly cost: number | null;
}
