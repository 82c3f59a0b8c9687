// What clubs keep in their books.
import type { Reply } from '../http.ts';

export interface Account {
  readonly id: string;
  readonly code: string;
  name: string;
  readonly kind: string;
  note: string | null;
  contact_email: string | null;
  tags: readonly string[];
  metadata: Readonly<Record<string, string>>;
  archived: boolean;
  readonly created_at: string;
}

export interface Line {
  readonly account: string;
  readonly amount: number;
  readonly memo: string | null;
}

export interface Entry {
  readonly id: string;
  readonly number: number;
  readonly date: string;
  readonly description: string;
  readonly reference: string | null;
  readonly lines: readonly Line[];
  status: 'posted' | 'reversed';
  readonly reverses: string | null;
  reversed_by: string | null;
  readonly template: string | null;
  readonly posted_at: string;
}

export interface Period {
  readonly id: string;
  readonly month: string;
  closed_at: string | null;
}

export interface Budget {
  readonly account: string;
  readonly year: number;
  readonly amount: number;
  readonly alert_percent: number;
  readonly comment: string | null;
}

export interface Schedule {
  readonly kind: string;
  readonly month?: number;
  readonly day?: number;
}

export interface Template {
  readonly id: string;
  readonly name: string;
  readonly description: string;
  readonly schedule: Schedule;
  readonly lines: readonly Line[];
  /** The dates for which it has run. */
  readonly dates: string[];
}

/** An answer that can be given again. */
export interface Kept {
  readonly body: unknown;
  readonly reply: Reply;
}

/** The books of a club. */
export interface Books {
  readonly club: string;
  readonly accounts: Map<string, Account>;
  readonly entries: Entry[];
  /** The earliest month comes first. */
  readonly periods: Period[];
  readonly budgets: Map<string, Budget>;
  readonly templates: Map<string, Template>;
  /** Names of templates that cannot be taken, in small letters. */
  readonly names: Set<string>;
  readonly kept: Map<string, Kept>;
}
