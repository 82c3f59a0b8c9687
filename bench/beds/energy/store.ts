// What a supplier has, in memory.
import { randomInt } from 'node:crypto';
import { Clock } from '../clock.ts';

export interface Address {
  readonly street: string;
  readonly postcode: string;
  readonly city: string;
}

export interface CustomerData {
  readonly kind: 'private' | 'business';
  readonly name: string;
  readonly email: string;
  readonly phone: string | null;
  readonly companyNumber: string | null;
  readonly address: Address;
  readonly tags: readonly string[];
  readonly notes: string;
}

export interface Customer extends CustomerData {
  readonly id: string;
  readonly createdAt: string;
}

export interface SupplyPointData {
  readonly energy: 'electricity' | 'gas';
  readonly address: Address;
  readonly capacityKw: number;
  readonly annualEstimateKwh: number;
}

export interface SupplyPoint extends SupplyPointData {
  readonly code: string;
}

export interface RegisterValue {
  readonly register: string;
  readonly value: number;
}

export interface Meter {
  readonly serial: string;
  readonly supplyPointCode: string;
  readonly digits: number;
  readonly registers: readonly string[];
  readonly installedOn: string;
  readonly removedOn: string | null;
}

export interface ReadingData {
  readonly readOn: string;
  readonly kind: 'actual' | 'estimated';
  readonly values: readonly RegisterValue[];
  readonly note: string | null;
}

export interface Reading extends ReadingData {
  readonly id: string;
  readonly meterSerial: string;
  readonly source: 'installation' | 'exchange' | 'recorded';
  readonly recordedAt: string;
}

export interface Band {
  readonly upToKwh: number | null;
  readonly price: number;
}

export interface TariffData {
  readonly name: string;
  readonly energy: 'electricity' | 'gas';
  readonly audience: 'private' | 'business';
  readonly bands: readonly Band[];
  readonly nightPrice: number | null;
  readonly standingCharge: number;
  readonly taxPercent: number;
  readonly validFrom: string;
  readonly validTo: string | null;
}

export interface Tariff extends TariffData {
  readonly id: string;
  readonly state: 'draft' | 'published';
}

export interface ContractData {
  readonly customerId: string;
  readonly supplyPointCode: string;
  readonly tariffId: string;
  readonly startOn: string;
  readonly noticeDays: number;
  readonly minimumTermMonths: number;
}

export interface Contract extends ContractData {
  readonly id: string;
  readonly endOn: string | null;
  readonly cancellation: { readonly receivedOn: string; readonly reason: string; readonly comment: string | null } | null;
}

export interface Payment {
  readonly reference: string;
  readonly amount: number;
  readonly method: string;
  readonly paidOn: string;
}

/** The amounts of a bill, in cents. */
export interface Amounts {
  readonly energy: number;
  readonly standing: number;
  readonly tax: number;
}

export interface Plan {
  /** In cents. */
  readonly instalments: readonly { readonly dueOn: string; readonly amount: number }[];
  /** What had been paid before the plan, in cents. */
  readonly paidBefore: number;
}

export interface Bill {
  readonly id: string;
  readonly number: number;
  readonly contractId: string;
  readonly customerId: string;
  readonly from: string;
  readonly until: string;
  readonly kwh: number;
  readonly estimated: boolean;
  readonly amounts: Amounts;
  readonly issuedOn: string;
  readonly dueOn: string;
  readonly readingIds: readonly string[];
  readonly isVoid: boolean;
  readonly payments: readonly Payment[];
  readonly plan: Plan | null;
}

const LETTERS = 'abcdefghijkmnpqrstuvwxyz23456789';

export const newId = (): string => Array.from({ length: 8 }, () => LETTERS[randomInt(LETTERS.length)]).join('');

export class Store {
  readonly clock = new Clock();
  readonly customers = new Map<string, Customer>();
  readonly supplyPoints = new Map<string, SupplyPoint>();
  readonly meters = new Map<string, Meter>();
  readonly readings = new Map<string, Reading>();
  readonly tariffs = new Map<string, Tariff>();
  readonly contracts = new Map<string, Contract>();
  readonly bills = new Map<string, Bill>();
  /** E-mail addresses of customers that were deleted. */
  readonly goneEmails = new Set<string>();

  metersOf(code: string): Meter[] {
    return [...this.meters.values()].filter(({ supplyPointCode }) => supplyPointCode === code);
  }

  /** The readings of a meter in the order of their days. */
  readingsOf(serial: string): Reading[] {
    const all = [...this.readings.values()].filter(({ meterSerial }) => meterSerial === serial);
    return all.toSorted((a, b) => (a.readOn < b.readOn ? -1 : 1));
  }

  contractsOf(code: string): Contract[] {
    return [...this.contracts.values()].filter(({ supplyPointCode }) => supplyPointCode === code);
  }

  /** The bills of a contract that are not void, in the order of their periods. */
  billsOf(contractId: string): Bill[] {
    return [...this.bills.values()].filter((bill) => bill.contractId === contractId && !bill.isVoid);
  }
}
