// Five more services of strangers: a contact book, newsletters, a wiki, smart homes, a wallet. They do what their documents say, which were written
// before anybody looked at how the tester reads them. octavo conform has no finding for them, and reaches their operations.
import { expect, test } from 'vitest';
import { sampleOf } from '../support/effort.ts';
import { runOf, type Stranger } from './strangers/answering.ts';
import { household, CREDENTIALS as OWNERS } from './strangers/household.ts';
import { newsletter, CREDENTIALS as SENDERS } from './strangers/newsletter.ts';
import { sales, CREDENTIALS as TEAMS } from './strangers/sales.ts';
import { CREDENTIALS as PAYERS, wallet } from './strangers/wallet.ts';
import { CREDENTIALS as WRITERS, wiki } from './strangers/wiki.ts';

// A transfer needs more in its account than it moves, a campaign needs somebody on its list who has confirmed, and what a page goes back to is the
// number of an earlier revision of it.
const STRANGERS: readonly Stranger[] = [
  { name: 'wallet', start: wallet, credentials: PAYERS, unreached: ['transfer', 'getTransfer'] },
  { name: 'sales', start: sales, credentials: TEAMS, unreached: [] },
  { name: 'newsletter', start: newsletter, credentials: SENDERS, unreached: ['sendCampaign', 'send'] },
  { name: 'wiki', start: wiki, credentials: WRITERS, unreached: ['pageRevert'] },
  { name: 'household', start: household, credentials: OWNERS, unreached: [] },
];

test.each(sampleOf(STRANGERS, 1))('the service of $name is right, and is reached', async (stranger) => {
  expect(await runOf(stranger)).toEqual({ findings: [], missed: [] });
});
