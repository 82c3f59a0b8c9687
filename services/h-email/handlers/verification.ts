// Handlers of the operations tagged 'Verification'.

import type { EmailVerificationGroupHandlers, VerifyEmailResult } from '@octavo/interfaces/h-email';
import { refuse } from '@octavo/runtime';
import type { Kysely } from 'kysely';
import { charge } from '../accounts.ts';
import type { Caller, Deps } from '../deps.ts';
import { fixedAnswers } from '../fixed.ts';
import { verification, verified } from '../records.ts';
import { verificationCost } from '../rules/credits.ts';
import { domainKey } from '../rules/names.ts';
import { secondsUntil } from '../rules/periods.ts';
import { type Finding, SLOW_SERVER_MILLISECONDS, verify } from '../rules/verification.ts';
import type { EmailTables } from '../tables.ts';

export const verificationHandlers = (deps: Deps): EmailVerificationGroupHandlers<Caller> => {
  const { store, clock } = deps;
  const fixed = fixedAnswers(deps);
  return {
    async verifyEmail({ query: { email } }, { principal: { account } }) {
      const address = email.toLowerCase();
      const name = domainKey(address.slice(address.lastIndexOf('@') + 1));
      if (name === undefined) throw refuse(400, { code: 'invalid_email', detail: `${email} is not an email address.` });
      if (account === 'test') return fixed.verifyEmail();

      const now = clock.now();
      return store.write(async (tables) => {
        const domain = await tables.selectFrom('h_domains').selectAll().where('name', '=', name).executeTakeFirst();
        const mailbox = await tables.selectFrom('h_mailboxes').selectAll().where('address', '=', address).executeTakeFirst();
        if (mailbox?.is_claimed === 1) throw refuse(451, { code: 'claimed_email', detail: 'The owner of this address has opted out.' });
        if (mailbox?.server === 'fails') return failed(name);
        const finding = verify(address, domain, mailbox);
        if (mailbox?.server === 'slow') {
          const ready = await readyAt(tables, account, address, now);
          if (ready > now) return inProgress(email, finding, secondsUntil(ready, now));
          await tables.deleteFrom('h_verifications').where('account_id', '=', account).where('address', '=', address).execute();
        }
        await charge(tables, account, verificationCost(finding.status), now);
        if (mailbox !== undefined) {
          const outcome = { verified_at: now, verified_status: finding.status };
          await tables.updateTable('h_mailboxes').set(outcome).where('address', '=', address).execute();
        }
        return verified(email, finding, mailbox);
      });
    },
  };
};

/** When the verification of a slow address is done. The first request begins it; requests until then find it in progress. */
async function readyAt(tables: Kysely<EmailTables>, account_id: number, address: string, now: number): Promise<number> {
  const begun = await tables
    .selectFrom('h_verifications')
    .select('ready_at')
    .where('account_id', '=', account_id)
    .where('address', '=', address)
    .executeTakeFirst();
  if (begun !== undefined) return begun.ready_at;
  const ready_at = now + SLOW_SERVER_MILLISECONDS;
  await tables.insertInto('h_verifications').values({ account_id, address, ready_at }).execute();
  return ready_at;
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
