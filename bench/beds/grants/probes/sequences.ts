// Probes of the faults of sequences.
import type { Send } from '../../client.ts';
import { of, type Probes } from '../../probes.ts';
import { organisationId, programmeId } from '../seeds.ts';
import {
  all,
  application,
  approval,
  at,
  budget,
  type Callers,
  draft,
  extension,
  grant,
  kite,
  MERGE,
  organisation,
  payment,
  REPORT,
  ROUNDS,
  readyDraft,
  repayment,
  review,
  scored,
} from './callers.ts';

/** Sends a report on the second instalment of the fourth grant, and assesses it. */
async function assess(send: Send, body: object): Promise<boolean> {
  const { id } = of(await send('POST', `${grant(4)}/reports`, REPORT));
  return all(200, await send('POST', `${grant(4)}/reports/${id}/assessment`, { body }));
}

export const sequences: Probes<Callers> = {
  'submitted-after-closing': async ({ willow }) => all(409, await willow('POST', `${application(8)}/submit`)),
  'second-application-in-round': async ({ willow }) => {
    const path = await readyDraft(willow);
    return all(200, await willow('POST', `${application(1)}/submit`)) && all(409, await willow('POST', `${path}/submit`));
  },
  'withdrawn-application-counts': async ({ willow }) => {
    await willow('POST', `${application(2)}/withdraw`, { body: { reason: 'A mistake.' } });
    const path = await readyDraft(willow, { organisationId: organisationId(2) });
    return all(200, await willow('POST', `${path}/submit`));
  },
  'submitted-application-edited': async ({ willow }) =>
    all(409, await willow('PATCH', application(2), { body: { title: 'Songs of the sea' }, ...MERGE })),
  'budget-lines-added': async ({ willow }) => {
    const got = await willow('PUT', `${application(1)}/budget`, budget([['staff', 900]]));
    return at(got, 'budget.lines.length') === 1 && at(got, 'requestedCents') === 900;
  },
  'withdrawn-after-decision': async ({ willow }) =>
    all(409, await willow('POST', `${application(7)}/withdraw`, { body: { reason: 'Too late.' } })),
  'registration-number-twice': async ({ willow }) =>
    all(409, await willow('POST', '/organisations', kite({ registrationNumber: 'PT100001' }))),
  'restored-number-twice': async ({ willow }) =>
    all(201, await willow('POST', '/organisations', kite({ registrationNumber: 'PT100004' }))) &&
    all(409, await willow('POST', `${organisation(4)}/restore`)),
  'applicant-deleted': async ({ willow }) => all(409, await willow('DELETE', organisation(1))),
  'deleted-organisation-applies': async ({ willow }) =>
    all(409, await willow('POST', '/applications', draft({ organisationId: organisationId(4) }))),
  'null-ignored-by-patch': async ({ willow }) => {
    await willow('PATCH', organisation(1), { body: { website: null }, ...MERGE });
    return of(await willow('GET', organisation(1))).website === null;
  },
  'address-replaced-by-patch': async ({ willow }) => {
    const got = await willow('PATCH', organisation(1), { body: { address: { city: 'Gaia' } }, ...MERGE });
    return at(got, 'address.city') === 'Gaia' && at(got, 'address.postalCode') === '3000-100';
  },
  'rounds-share-a-day': async ({ willow }) =>
    all(409, await willow('POST', ROUNDS, { body: { name: 'Late', opensOn: '2039-12-31', closesOn: '2040-02-01', budgetCents: 100 } })),
  'review-despite-conflict': async ({ willow }) => all(409, await willow('PUT', review(2, 2), scored())),
  'replaced-review-stays': async ({ willow }) =>
    all(200, await willow('PUT', review(3, 1), scored())) && at(await willow('GET', application(3)), 'reviews.length') === 1,
  'decided-without-review': async ({ willow }) => all(409, await willow('POST', `${application(2)}/decision`, approval(1000))),
  'round-overspent': async ({ willow }) => {
    await willow('POST', `${application(3)}/decision`, approval(900_000));
    await willow('POST', `${application(1)}/submit`);
    await willow('PUT', review(1, 1), scored());
    return all(409, await willow('POST', `${application(1)}/decision`, approval(600_001)));
  },
  'repayment-stays-committed': async ({ willow }) => {
    const committed = async (): Promise<number> =>
      Number(at(await willow('GET', `/programmes/${programmeId(2)}`), 'rounds.0.committedCents'));
    const before = await committed();
    await willow('POST', `${grant(6)}/transactions`, repayment(50_000));
    return (await committed()) === before - 50_000;
  },
  'paid-before-report': async ({ willow }) =>
    all(409, await willow('POST', `${grant(4)}/transactions`, payment(2))) &&
    (await assess(willow, { verdict: 'accepted' })) &&
    all(201, await willow('POST', `${grant(4)}/transactions`, payment(2))),
  'repeated-request-booked': async ({ willow }) => {
    await willow('POST', `${grant(6)}/transactions`, repayment(1000));
    await willow('POST', `${grant(6)}/transactions`, repayment(1000));
    return of(await willow('GET', grant(6))).repaidCents === 1000;
  },
  'request-id-with-other-content': async ({ willow }) =>
    all(201, await willow('POST', `${grant(6)}/transactions`, repayment(1000))) &&
    all(409, await willow('POST', `${grant(6)}/transactions`, repayment(2000))),
  'returned-report-releases': async ({ willow }) =>
    (await assess(willow, { verdict: 'returned', remark: 'Where are the receipts?' })) &&
    at(await willow('GET', grant(4)), 'instalments.1.state') === 'waiting',
  'refused-change-made': async ({ willow }) => {
    const { id } = of(await willow('POST', `${grant(4)}/change-requests`, extension('2041-01-31')));
    await willow('POST', `${grant(4)}/change-requests/${id}/resolution`, { body: { granted: false } });
    return of(await willow('GET', grant(4))).endsOn === '2040-11-30';
  },
};
