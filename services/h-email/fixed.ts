// The answers to the test key: always those of the document's first examples. Only the parameters and the page are those of the request.

import type { FindEmailInput, FindEmailResult, SearchDomainInput, SearchDomainResult, VerifyEmailResult } from '@octavo/interfaces/h-email';
import type { Deps } from './deps.ts';
import { verify } from './rules/verification.ts';
import { brightloaf, mailboxes } from './seed.ts';
import { domainSearch, emailRecord, finderParams, likelyEmail, type Page, page, searchParams, verified } from './show.ts';
import type { MailboxRow } from './tables.ts';

/** Addresses on the page of the example, and on all pages. */
const SHOWN = 2;
const RESULTS = 3;

export function fixedAnswers({ clock, story }: Pick<Deps, 'clock' | 'story'>) {
  const [marta, ...others] = mailboxes(story) as [MailboxRow, ...MailboxRow[]];
  return {
    searchDomain(query: SearchDomainInput['query'] & Page): SearchDomainResult {
      const emails = [marta, ...others].slice(0, SHOWN).map((row) => emailRecord(row, clock.now()));
      const data = domainSearch(brightloaf.name, brightloaf, emails);
      return { status: 200, body: { data, meta: { results: RESULTS, ...page(query), params: searchParams(query) } } };
    },
    findEmail(query: FindEmailInput['query'], url: string): FindEmailResult {
      const { address, first_name: first, last_name: last, confidence: score } = marta;
      const data = likelyEmail({ domain: brightloaf, first, last, mailbox: marta, address, score }, clock.now());
      return { status: 200, body: { data, meta: { params: finderParams(query, url) } } };
    },
    verifyEmail(email: string): VerifyEmailResult {
      const { status, body } = verified(marta.address, verify(marta.address, brightloaf, marta), marta);
      return { status, body: { data: body.data, meta: { params: { email } } } };
    },
  };
}
