// Declares the rows of the email service. Times are milliseconds since 1970 (UTC).

import type { Department, DomainSearch, EmailType, Seniority, Source, VerificationStatus } from '@octavo/interfaces/h-email';
import { flag, integer, json, key, nullable, type RowOf, type TablesOf, table, text, textOf } from '../platform/store/table.ts';

/** An account, its plan, and its usage in the current period. */
const accounts = table('h_accounts', {
  id: key(integer),
  first_name: nullable(text),
  last_name: nullable(text),
  email: text,
  plan_name: text,
  /** 0 is the free plan. */
  plan_level: integer,
  /** Credits that each period begins with. */
  credits: integer,
  /** When the period ends and usage begins again at 0. */
  period_ends_at: integer,
  /** Credits that searches and the finder cost in this period. */
  searches_used: integer,
  /** Verifications that cost half a credit each in this period. */
  verifications_used: integer,
});

const keys = table('h_keys', {
  /** Hash of the key (`hashOf`). */
  hash: key(text),
  /** Null for the test key, which belongs to no account. */
  account_id: nullable(integer),
});

const domains = table(
  'h_domains',
  {
    name: key(text),
    organization: nullable(text),
    /** The organization's name as it is compared (`nameKey`). */
    organization_key: nullable(text),
    is_disposable: flag,
    is_webmail: flag,
    accepts_all: flag,
    /** How addresses are formed, such as `{first}.{last}`. */
    pattern: nullable(text),
    /** The other facts that a domain search returns about the company. */
    facts: json<Partial<DomainSearch>>(),
  },
  { indexes: { organization: ['organization_key'] } },
);

/** A mailbox that the mail server of its domain knows, or an address that is known not to exist. */
const mailboxes = table(
  'h_mailboxes',
  {
    address: key(text),
    domain: text,
    exists: flag,
    /** Whether the address was found on public pages, so that searches return it. */
    is_listed: flag,
    /** Whether its owner objected to the processing of the address. */
    is_claimed: flag,
    /** How the mail server behaves when the address is verified. */
    server: textOf<'answers' | 'slow' | 'fails' | 'blocks'>(),
    /** Seconds that the finder needs until it finds an address that is not listed. */
    search_seconds: integer,
    type: textOf<EmailType>(),
    confidence: integer,
    first_name: nullable(text),
    last_name: nullable(text),
    /** First and last name as they are compared (`nameKey`). */
    person_key: nullable(text),
    position: nullable(text),
    position_raw: nullable(text),
    seniority: nullable(textOf<Seniority>()),
    department: nullable(textOf<Department>()),
    profile_url: nullable(text),
    /** The last part of `profile_url`. */
    profile_handle: nullable(text),
    twitter: nullable(text),
    phone_number: nullable(text),
    /** The public pages on which the address was found. */
    sources: json<Source[]>(),
    verified_at: nullable(integer),
    verified_status: nullable(textOf<VerificationStatus>()),
  },
  { indexes: { page: ['domain', 'is_listed', 'confidence', 'address'], person: ['domain', 'person_key'], profile: ['profile_handle'] } },
);

/** A verification that an account began and whose mail server has not answered yet. */
const verifications = table('h_verifications', { account_id: key(integer), address: key(text), ready_at: integer });

export const tables = [accounts, keys, domains, mailboxes, verifications] as const;

export type EmailTables = TablesOf<typeof tables>;
export type AccountRow = RowOf<typeof accounts>;
export type DomainRow = RowOf<typeof domains>;
export type MailboxRow = RowOf<typeof mailboxes>;

/** A domain with a mail server, of which nothing else is known. */
export const EMPTY_DOMAIN = {
  organization: null,
  organization_key: null,
  is_disposable: false,
  is_webmail: false,
  accepts_all: false,
  pattern: null,
  facts: {},
} satisfies Partial<DomainRow>;

/** A mailbox that exists, of which nothing else is known. */
export const EMPTY_MAILBOX = {
  exists: true,
  is_listed: false,
  is_claimed: false,
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
  sources: [],
  verified_at: null,
  verified_status: null,
} satisfies Partial<MailboxRow>;
