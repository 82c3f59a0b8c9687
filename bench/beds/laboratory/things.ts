// The things of a laboratory as the service keeps them.

export interface Client {
  readonly id: string;
  readonly createdAt: string;
  name: string;
  kind: string;
  email: string | null;
  paymentDays: number;
  discountPercent: number;
  tags: readonly string[];
  active: boolean;
}

export interface Limits {
  readonly low: number;
  readonly high: number;
}

export interface NewTest {
  readonly name: string;
  readonly discipline: string;
  readonly specimens: readonly string[];
  readonly unit: string;
  readonly decimals: number;
  readonly range: Limits;
  readonly critical: Limits | null;
  readonly price: number;
  readonly turnaroundHours: number;
  readonly stabilityHours: number;
}

export interface Test extends NewTest {
  readonly code: string;
  readonly revision: number;
}

export interface Calibration {
  readonly performedAt: string;
  readonly performedBy: string;
  readonly deviationPercent: number;
  readonly passed: boolean;
  readonly validUntil: string | null;
}

export interface Instrument {
  readonly id: string;
  readonly name: string;
  readonly serial: string;
  readonly tests: readonly string[];
  readonly calibrationDays: number;
  calibration: Calibration | null;
}

export type ResultState = 'pending' | 'entered' | 'approved' | 'cancelled';
export type Flag = 'critical_low' | 'low' | 'normal' | 'high' | 'critical_high';

export interface Result {
  readonly sample: string;
  /** The test as it was ordered. */
  readonly ordered: Test;
  state: ResultState;
  revision: number;
  value: number | null;
  unit: string;
  flag: Flag | null;
  analyst: string | null;
  instrumentId: string | null;
  measuredAt: string | null;
  comment: string | null;
  approver: string | null;
  notified: string | null;
  /** Whether a worklist has it. */
  listed: boolean;
}

export interface Sample {
  readonly letter: string;
  readonly kind: string;
  readonly collectedAt: string;
  readonly site: string | null;
  readonly results: readonly Result[];
  rejected: string | null;
}

export type Priority = 'routine' | 'urgent' | 'stat';
export type Status = 'received' | 'in_progress' | 'approved' | 'reported' | 'cancelled';

export interface Order {
  readonly number: string;
  readonly clientId: string;
  /** The discount of the client when the order was placed. */
  readonly discountPercent: number;
  readonly receivedAt: string;
  readonly samples: Sample[];
  readonly reports: Report[];
  /** The priority when the order was placed. */
  readonly firstPriority: Priority;
  reference: string | null;
  priority: Priority;
  note: string | null;
  cancelled: boolean;
  /** Whether the last report shows what the results are. */
  reported: boolean;
}

export interface Entry {
  readonly order: Order;
  readonly sample: Sample;
  readonly result: Result;
}

export interface Worklist {
  readonly id: string;
  readonly instrumentId: string;
  readonly entries: readonly Entry[];
  /** How many results were pending when it was made. */
  readonly size: number;
}

export interface Report {
  readonly version: number;
  readonly orderNo: string;
  readonly supersedes: number | null;
  readonly reason: string | null;
  readonly signedBy: string;
  readonly releasedAt: string;
  readonly results: readonly object[];
  readonly flags: readonly (Flag | null)[];
}

export interface Credit {
  readonly amount: number;
  readonly reason: string;
  readonly creditedAt: string;
}

export interface Invoice {
  readonly number: string;
  readonly clientId: string;
  readonly lines: readonly { readonly orderNo: string; readonly amount: number }[];
  readonly net: number;
  readonly tax: number;
  readonly issuedAt: string;
  readonly paymentDays: number;
  readonly credits: Credit[];
}
