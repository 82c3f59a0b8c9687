// Decides what a verification finds, from what is known of the domain and the mailbox.

import type { Deliverability, VerificationStatus } from '@octavo/interfaces/h-email';

export interface KnownDomain {
  readonly is_disposable: boolean;
  readonly is_webmail: boolean;
  readonly accepts_all: boolean;
}

export interface KnownMailbox {
  readonly exists: boolean;
  readonly server: 'answers' | 'slow' | 'fails' | 'blocks';
  readonly confidence: number;
}

export interface Finding {
  readonly status: VerificationStatus;
  readonly result: Deliverability;
  readonly score: number;
  readonly regexp: true;
  readonly gibberish: boolean;
  readonly disposable: boolean;
  readonly webmail: boolean;
  readonly mx_records: boolean;
  readonly smtp_server: boolean | null;
  readonly smtp_check: boolean | null;
  readonly accept_all: boolean | null;
  readonly block: boolean;
}

const RESULT = {
  valid: 'deliverable',
  invalid: 'undeliverable',
  accept_all: 'risky',
  webmail: 'risky',
  disposable: 'risky',
  unknown: 'risky',
} as const satisfies Record<VerificationStatus, Deliverability>;

const SCORE = { valid: 97, invalid: 4, accept_all: 63, webmail: 70, disposable: 10, unknown: 50 } as const satisfies Record<
  VerificationStatus,
  number
>;

/** @param domain Absent: it has no MX records, so no mail server to ask. */
export function verify(address: string, domain: KnownDomain | undefined, mailbox: KnownMailbox | undefined): Finding {
  const status = statusOf(domain, mailbox);
  const isAsked = domain !== undefined && status !== 'webmail' && status !== 'disposable';
  const isBlocked = mailbox?.server === 'blocks';
  const accepts = domain?.accepts_all === true || mailbox?.exists === true;
  return {
    status,
    result: RESULT[status],
    score: SCORE[status],
    regexp: true,
    gibberish: isGibberish(address.slice(0, address.lastIndexOf('@'))),
    disposable: domain?.is_disposable === true,
    webmail: domain?.is_webmail === true,
    mx_records: domain !== undefined,
    smtp_server: isAsked ? true : domain === undefined ? false : null,
    smtp_check: !isAsked ? (domain === undefined ? false : null) : isBlocked ? null : accepts,
    accept_all: !isAsked ? (domain === undefined ? false : null) : isBlocked ? null : domain.accepts_all,
    block: isBlocked,
  };
}

function statusOf(domain: KnownDomain | undefined, mailbox: KnownMailbox | undefined): VerificationStatus {
  if (domain === undefined) return 'invalid';
  if (domain.is_disposable) return 'disposable';
  if (domain.is_webmail) return 'webmail';
  if (mailbox?.server === 'blocks') return 'unknown';
  if (domain.accepts_all) return 'accept_all';
  return mailbox?.exists === true ? 'valid' : 'invalid';
}

/** Whether a name looks like random characters: eight or more letters and digits with no vowel, or with five consonants or digits in a row twice. */
function isGibberish(local: string): boolean {
  const letters = local.toLowerCase().replace(/[^a-z0-9]/g, '');
  if (letters.length < 8) return false;
  return !/[aeiouy]/.test(letters) || (letters.match(/[^aeiouy]{5,}/g) ?? []).length > 1;
}

/** How long a mail server that is slow to answer keeps a verification in progress, in milliseconds: longer than the 20 seconds of one request. */
export const SLOW_SERVER_MILLISECONDS = 30_000;

/** A date that is shown with an address: verifications older than a month are not. */
export function isRecent(verifiedAt: number, now: number): boolean {
  const month = new Date(now);
  month.setUTCMonth(month.getUTCMonth() - 1);
  return verifiedAt > month.getTime() && verifiedAt <= now;
}
