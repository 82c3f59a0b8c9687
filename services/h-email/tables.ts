// Declares the rows of the email service. Flags are 0 or 1; times are milliseconds since 1970 (UTC).

import type { Department, EmailType, Seniority, VerificationStatus } from '@octavo/interfaces/h-email';

export interface EmailTables {
  h_accounts: AccountRow;
  h_keys: KeyRow;
  h_domains: DomainRow;
  h_mailboxes: MailboxRow;
  h_verifications: VerificationRow;
}

/** An account, its plan, and its usage in the current period. */
export interface AccountRow {
  readonly id: number;
  readonly first_name: string | null;
  readonly last_name: string | null;
  readonly email: string;
  readonly plan_name: string;
  /** 0 is the free plan. */
  readonly plan_level: number;
  /** Credits that each period begins with. */
  readonly credits: number;
  /** When the period ends and usage begins again at 0. */
  readonly period_ends_at: number;
  /** Credits that searches and the finder cost in this period. */
  readonly searches_used: number;
  /** Verifications that cost half a credit each in this period. */
  readonly verifications_used: number;
}

interface KeyRow {
  /** Hash of the key (`hashOf`). */
  readonly hash: string;
  /** Null for the test key, which belongs to no account. */
  readonly account_id: number | null;
}

export interface DomainRow {
  readonly name: string;
  readonly organization: string | null;
  /** The organization's name as it is compared (`nameKey`). */
  readonly organization_key: string | null;
  readonly is_disposable: number;
  readonly is_webmail: number;
  readonly accepts_all: number;
  /** How addresses are formed, such as `{first}.{last}`. */
  readonly pattern: string | null;
  /** JSON: the other facts that a domain search returns about the company. */
  readonly facts: string;
}

/** A mailbox that the mail server of its domain knows, or an address that is known not to exist. */
export interface MailboxRow {
  readonly address: string;
  readonly domain: string;
  readonly exists: number;
  /** Whether the address was found on public pages, so that searches return it. */
  readonly is_listed: number;
  /** Whether its owner objected to the processing of the address. */
  readonly is_claimed: number;
  /** How the mail server behaves when the address is verified. */
  readonly server: 'answers' | 'slow' | 'fails' | 'blocks';
  /** Seconds that the finder needs until it finds an address that is not listed. */
  readonly search_seconds: number;
  readonly type: EmailType;
  readonly confidence: number;
  readonly first_name: string | null;
  readonly last_name: string | null;
  /** First and last name as they are compared (`nameKey`). */
  readonly person_key: string | null;
  readonly position: string | null;
  readonly position_raw: string | null;
  readonly seniority: Seniority | null;
  readonly department: Department | null;
  readonly profile_url: string | null;
  /** The last part of `profile_url`. */
  readonly profile_handle: string | null;
  readonly twitter: string | null;
  readonly phone_number: string | null;
  /** JSON: the public pages on which the address was found. */
  readonly sources: string;
  readonly verified_at: number | null;
  readonly verified_status: VerificationStatus | null;
}

/** A verification that an account began and whose mail server has not answered yet. */
interface VerificationRow {
  readonly account_id: number;
  readonly address: string;
  readonly ready_at: number;
}

/** A domain with a mail server, of which nothing else is known. */
export const EMPTY_DOMAIN = {
  organization: null,
  organization_key: null,
  is_disposable: 0,
  is_webmail: 0,
  accepts_all: 0,
  pattern: null,
  facts: '{}',
} as const satisfies Partial<DomainRow>;

/** A mailbox that exists, of which nothing else is known. */
export const EMPTY_MAILBOX = {
  exists: 1,
  is_listed: 0,
  is_claimed: 0,
  server: 'answers',
  search_seconds: 0,
  type: 'personal',
  confidence: 0,
  first_name: null,
  last_name: null,
  person_key: null,
  position: null,
  position_raw: null,
  seniority: null,
  department: null,
  profile_url: null,
  profile_handle: null,
  twitter: null,
  phone_number: null,
  sources: '[]',
  verified_at: null,
  verified_status: null,
} as const satisfies Partial<MailboxRow>;
