// Turns rows and requests into the objects that the document describes.

import type {
  DomainSearch,
  DomainSearchMeta,
  EmailRecord,
  EmailVerification,
  FindEmailInput,
  LastVerification,
  LikelyEmail,
  SearchDomainInput,
  Source,
  VerifyEmailResult,
} from '@octavo/interfaces/h-email';
import { dayOf } from './rules/periods.ts';
import { type Finding, isRecent } from './rules/verification.ts';
import type { DomainRow, MailboxRow } from './tables.ts';

/** @param row Absent: a domain of which nothing is known. */
export function domainSearch(name: string, row: DomainRow | undefined, emails: EmailRecord[]): DomainSearch {
  return {
    domain: name,
    disposable: row?.is_disposable === true,
    webmail: row?.is_webmail === true,
    accept_all: row?.accepts_all === true,
    pattern: row?.pattern ?? null,
    organization: row?.organization ?? null,
    ...row?.facts,
    emails,
  };
}

export function emailRecord(row: MailboxRow, now: number): EmailRecord {
  return {
    value: row.address,
    type: row.type,
    confidence: row.confidence,
    sources: sourcesOf(row),
    first_name: row.first_name,
    last_name: row.last_name,
    position: row.position,
    position_raw: row.position_raw,
    seniority: row.seniority,
    department: row.department,
    linkedin: row.profile_url,
    twitter: row.twitter,
    phone_number: row.phone_number,
    verification: lastVerification(row, now),
  };
}

/** A result of the finder: a person at a domain, and an address unless there is none. */
export interface Found {
  readonly domain: DomainRow;
  readonly first: string | null;
  readonly last: string | null;
  readonly address?: string;
  readonly score?: number;
  /** The mailbox of the address, if it is known. */
  readonly mailbox?: MailboxRow;
}

export function likelyEmail({ domain, first, last, mailbox, address, score }: Found, now: number): LikelyEmail {
  return {
    first_name: first,
    last_name: last,
    email: address ?? null,
    score: score ?? null,
    domain: domain.name,
    accept_all: address === undefined ? null : domain.accepts_all,
    position: mailbox?.position ?? null,
    twitter: mailbox?.twitter ?? null,
    linkedin_url: mailbox?.profile_url ?? null,
    phone_number: mailbox?.phone_number ?? null,
    company: domain.organization,
    sources: sourcesOf(mailbox),
    verification: lastVerification(mailbox, now),
  };
}

/** The answer to a verification that is done. */
export function verified(email: string, finding: Finding, mailbox: MailboxRow | undefined): Extract<VerifyEmailResult, { status: 200 }> {
  return { status: 200, body: { data: verification(email, finding, sourcesOf(mailbox)), meta: { params: { email } } } };
}

export function verification(email: string, { status, result, score, ...checks }: Finding, sources: Source[]): EmailVerification {
  return { status, result, score, email, ...checks, sources };
}

/** Both are null unless the verification is less than a month old. */
function lastVerification(mailbox: MailboxRow | undefined, now: number): LastVerification {
  const { verified_at = null, verified_status = null } = mailbox ?? {};
  if (verified_at === null || !isRecent(verified_at, now)) return { date: null, status: null };
  return { date: dayOf(verified_at), status: verified_status };
}

function sourcesOf(mailbox: MailboxRow | undefined): Source[] {
  return mailbox?.sources ?? [];
}

/** The page that a search asks for. */
export interface Page {
  readonly limit: number;
  readonly offset: number;
}

export function page({ limit, offset }: Page): Page {
  return { limit, offset };
}

export function searchParams(query: SearchDomainInput['query']): DomainSearchMeta['params'] {
  const { domain, company, type, seniority, department } = query;
  return {
    domain: domain ?? null,
    company: company ?? null,
    type: type ?? null,
    seniority: seniority?.join(',') ?? null,
    department: department?.join(',') ?? null,
  };
}

/** The parameters that the caller gave, so `max_duration` is null where it was left out. */
export function finderParams(query: FindEmailInput['query'], url: string) {
  const { first_name, last_name, full_name, domain, company } = query;
  const max_duration = new URL(url).searchParams.has('max_duration') ? query.max_duration : undefined;
  return {
    first_name: first_name ?? null,
    last_name: last_name ?? null,
    full_name: full_name ?? null,
    domain: domain ?? null,
    company: company ?? null,
    max_duration: max_duration ?? null,
  };
}
