// The things of the rentals, as they are kept.

export interface Address {
  readonly street: string;
  readonly postcode: string;
  readonly city: string;
  readonly country: string;
  readonly location?: { readonly latitude: number; readonly longitude: number };
}

interface Numbered {
  readonly number: string;
  readonly createdAt: string;
}

export interface DepotInput {
  readonly name: string;
  readonly address: Address;
  readonly phone?: string;
  readonly opensAt: string;
  readonly closesAt: string;
  readonly holidays: readonly string[];
}
export interface Depot extends DepotInput, Numbered {
  readonly keyBoxCode: string;
}

export interface ModelInput {
  readonly name: string;
  readonly manufacturer: string;
  readonly category: string;
  readonly dayRate: number;
  readonly deposit: number;
  readonly weightKg: number;
  readonly licenceRequired: boolean;
  readonly power: Readonly<Record<string, unknown>>;
  readonly attributes: Readonly<Record<string, string>>;
  readonly safetySheet: string | null;
}
export interface Model extends ModelInput, Numbered {}

export interface MachineInput {
  readonly modelNumber: string;
  readonly depotNumber: string;
  readonly serialNumber: string;
  readonly yearBuilt: number;
  readonly operatingHours: number;
  readonly note: string | null;
  readonly nextInspectionOn: string | null;
  readonly tags: readonly string[];
}
export interface Machine extends MachineInput, Numbered {
  readonly state: 'available' | 'out' | 'maintenance' | 'defect';
}
export type MachinePatch = Partial<Pick<Machine, 'depotNumber' | 'operatingHours' | 'note' | 'nextInspectionOn' | 'tags'>>;

export interface JobInput {
  readonly kind: string;
  readonly note: string | null;
}
export interface Job extends JobInput {
  readonly number: string;
  readonly machineNumber: string;
  readonly state: 'open' | 'finished';
  readonly result: 'passed' | 'failed' | null;
  readonly cost: number | null;
}
export interface JobResult {
  readonly result: 'passed' | 'failed';
  readonly cost: number;
  readonly nextInspectionOn?: string;
}

export interface PriceListInput {
  readonly name: string;
  readonly validFrom: string;
  readonly validUntil: string | null;
  readonly rates: readonly { readonly modelNumber: string; readonly dayRate: number }[];
}
export interface PriceList extends PriceListInput, Numbered {}

export interface CustomerInput {
  readonly name: string;
  readonly email: string;
  readonly vatNumber: string | null;
  readonly billingAddress: Address;
  readonly contacts: readonly unknown[];
  readonly creditLimit: number;
  readonly paymentDays: number;
  readonly priceListNumber: string | null;
  readonly blocked: boolean;
  readonly portalPin?: string;
}
export interface Customer extends CustomerInput, Numbered {}

export interface ReservationInput {
  readonly customerNumber: string;
  readonly machineNumber: string;
  readonly from: string;
  readonly until: string;
  readonly site: Address;
  readonly contactPhone?: string | undefined;
  readonly insured: boolean;
  readonly accessories: readonly unknown[];
  readonly note: string | null;
}
export interface Reservation extends ReservationInput, Numbered {
  readonly days: number;
  readonly state: 'booked' | 'out' | 'returned' | 'cancelled';
  readonly dayRate: number;
  readonly total: number;
  readonly deposit: { readonly due: number; readonly paid: number; readonly kept: number; readonly refunded: number };
  readonly pickedUpOn: string | null;
  readonly returnedOn: string | null;
  readonly invoiceNumber: string | null;
  readonly cancelReason: string | null;
}
export type ReservationPatch = Partial<Omit<ReservationInput, 'customerNumber' | 'machineNumber' | 'contactPhone'>> & {
  readonly contactPhone?: string | null;
};

export interface PickUp {
  readonly on: string;
  readonly depositPaid: number;
  readonly licenceNumber?: string;
}
export interface Return {
  readonly on: string;
  readonly operatingHours: number;
  readonly damages: readonly { readonly description: string; readonly cost: number }[];
  readonly toDepotNumber?: string;
}

export interface PaymentInput {
  readonly reference: string;
  readonly amount: number;
  readonly paidOn: string;
  readonly method: Readonly<Record<string, unknown>>;
}
export interface Payment extends PaymentInput {
  readonly recordedAt: string;
}
export interface InvoiceLine {
  readonly kind: 'rental' | 'extra-days' | 'damage' | 'deposit';
  readonly text: string;
  readonly amount: number;
}
export interface Invoice extends Numbered {
  readonly customerNumber: string;
  readonly reservationNumber: string;
  readonly issuedOn: string;
  readonly dueOn: string;
  readonly lines: readonly InvoiceLine[];
  readonly payments: readonly Payment[];
}
