// What a library keeps at its lending desk.
import { Clock } from '../clock.ts';

export interface TitleEntry {
  readonly title: string;
  readonly authors: readonly string[];
  readonly language: string;
  readonly published: number | null;
  readonly 'loan-days': number;
}

export interface Copy {
  readonly barcode: string;
  readonly isbn: string;
  readonly shelf: string | null;
  state: 'available' | 'on-loan' | 'set-aside';
}

export interface NewBorrower {
  readonly name: string;
  readonly email: string;
  readonly group: 'adult' | 'junior';
}

export interface Borrower extends NewBorrower {
  readonly card: string;
}

export interface Loan {
  readonly id: string;
  readonly barcode: string;
  readonly isbn: string;
  readonly card: string;
  readonly 'lent-on': string;
  'due-on': string;
  renewals: number;
  'returned-on': string | null;
  fine: string | null;
}

export interface Hold {
  readonly id: string;
  readonly isbn: string;
  readonly card: string;
  readonly 'placed-at': string;
  /** The copy that is set aside, once the hold is ready. */
  barcode: string | null;
}

export interface Fine {
  readonly id: string;
  readonly loan: string;
  readonly card: string;
  readonly amount: number;
  outstanding: number;
}

/** A library. Its maps keep the order in which things were added. */
export interface Library {
  readonly clock: Clock;
  readonly titles: Map<string, TitleEntry>;
  readonly copies: Map<string, Copy>;
  readonly borrowers: Map<string, Borrower>;
  readonly loans: Map<string, Loan>;
  readonly holds: Map<string, Hold>;
  readonly fines: Map<string, Fine>;
  /** The number of the last card. */
  lastCard: number;
  /** The e-mail addresses of accounts that were closed, which a fault remembers. */
  readonly closed: Set<string>;
}

export const createLibrary = (): Library => ({
  clock: new Clock(),
  titles: new Map(),
  copies: new Map(),
  borrowers: new Map(),
  loans: new Map(),
  holds: new Map(),
  fines: new Map(),
  lastCard: 100,
  closed: new Set(),
});
