// Verifies addresses: what a verification finds, and what it changes: the credits, the last verification, and those in progress.

import type { VerifyEmailResult } from '@octavo/interfaces/h-email';
import { refuse } from '@octavo/runtime';
import type { Kysely } from 'kysely';
import { charge, payingAccount } from './accounts.ts';
import { halvesOf, verificationCost } from './rules/credits.ts';
import { secondsUntil } from './rules/periods.ts';
import { type Finding, SLOW_SERVER_MILLISECONDS, verify } from './rules/verification.ts';
import { verification, verified } from './show.ts';
import { changeAll, findBy, insert, remove } from './store.ts';
import type { EmailTables, MailboxRow } from './tables.ts';

/** A request to verify an address. */
export interface Asked {
  /** The address as the caller wrote it. */
  readonly email: string;
  /** In lower case. */
  readonly address: string;
  readonly domain: string;
  /** Who pays. */
  readonly account: number;
  readonly now: number;
}

interface Outcome {
  readonly answer: VerifyEmailResult;
  /** When the verification will be done, where this request begins it. */
  readonly begun?: number;
  /** The finding, where the verification is done. */
  readonly finding?: Finding;
}

/**
 * Finds the verdict on an address. It changes nothing.
 * @throws the refusals 429 for an account without credits, and 451 for a claimed address
 */
export async function judgeAddress(tables: Kysely<EmailTables>, asked: Asked): Promise<Outcome> {
  const { email, address, now } = asked;
  await payingAccount(tables, asked.account, now);
  const domain = await findBy(tables, 'h_domains', { name: asked.domain });
  const mailbox = await findBy(tables, 'h_mailboxes', { address });
  if (mailbox?.is_claimed === true) throw refuse(451, { code: 'claimed_email', detail: 'The owner of this address has opted out.' });
  if (mailbox?.server === 'fails') return { answer: failed(asked.domain) };
  const finding = verify(address, domain, mailbox);
  if (mailbox?.server === 'slow') {
    const known = await findBy(tables, 'h_verifications', { account_id: asked.account, address });
    const ready = known?.ready_at ?? now + SLOW_SERVER_MILLISECONDS;
    if (ready > now)
      return {
        answer: inProgress(email, finding, secondsUntil(ready, now)),
        ...(known === undefined ? { begun: ready } : {}),
      };
  }
  return { answer: verified(email, finding, mailbox), finding };
}

/**
 * Finds the verdict on an address, and makes the changes that follow from it. Runs within a unit of work.
 * @throws the same refusals
 */
export async function verifyAndCharge(tables: Kysely<EmailTables>, asked: Asked): Promise<VerifyEmailResult> {
  const { address, account: account_id, now } = asked;
  const { answer, begun, finding } = await judgeAddress(tables, asked);
  if (begun !== undefined) await insert(tables, 'h_verifications', { account_id, address, ready_at: begun });
  if (finding === undefined) return answer;
  const cost = verificationCost(finding.status);
  if (halvesOf(cost) > 0) await charge(tables, account_id, cost, now);
  await remove(tables, 'h_verifications', { account_id, address });
  const last: Pick<MailboxRow, 'verified_at' | 'verified_status'> = { verified_at: now, verified_status: finding.status };
  await changeAll(tables, 'h_mailboxes', { address }, last);
  return answer;
}

/** Clients are asked to repeat the request after this many seconds, or when the result is there. */
const POLL_SECONDS = 5;

/** The checks that need the mail server have no result yet. */
function inProgress(email: string, finding: Finding, seconds: number): VerifyEmailResult {
  const pending = {
    status: 'unknown',
    result: 'risky',
    score: null,
    smtp_server: null,
    smtp_check: null,
    accept_all: null,
    block: null,
  } as const;
  return {
    status: 202,
    headers: { 'Retry-After': Math.min(POLL_SECONDS, seconds) },
    body: { data: { ...verification(email, finding, []), ...pending }, meta: { params: { email } } },
  };
}

function failed(domain: string): VerifyEmailResult {
  const details = `The mail server of ${domain} closed the connection.`;
  return { status: 222, body: { errors: [{ id: 'verification_failed', code: 222, details }] } };
}
