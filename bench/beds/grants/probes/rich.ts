// Probes of the faults of rich values.
import { of, type Probes } from '../../probes.ts';
import { all, application, approval, budget, type Callers, extension, grant, kite, review, scored } from './callers.ts';

const LEADS = ['ana@kite.example', 'rui@kite.example'].map((email) => ({ name: 'Kite', email, role: 'lead' }));
const DECISION = `${application(3)}/decision`;
const ON_ONE_DAY = [1, 2].map(() => ({ cents: 500, dueOn: '2040-01-01', requiresReport: false }));

export const rich: Probes<Callers> = {
  'own-share-requested': async ({ willow }) =>
    of(await willow('PUT', `${application(1)}/budget`, budget([['staff', 1000]], 250))).requestedCents === 750,
  'overhead-of-the-rest': async ({ willow }) => {
    const parts = (overhead: number): { body: object } =>
      budget([
        ['staff', 1000 - overhead],
        ['overhead', overhead],
      ]);
    return (
      all(200, await willow('PUT', `${application(1)}/budget`, parts(150))) &&
      all(422, await willow('PUT', `${application(1)}/budget`, parts(151)))
    );
  },
  'scores-without-weights': async ({ willow }) => of(await willow('PUT', review(3, 3), scored())).weightedScore === 3.5,
  'average-without-decimals': async ({ willow }) => {
    await willow('PUT', review(3, 3), scored());
    return of(await willow('GET', application(3))).averageScore === 3.67;
  },
  'instalments-of-another-sum': async ({ willow }) =>
    all(422, await willow('POST', DECISION, { body: { ...approval(500, 600).body, awardedCents: 1000 } })),
  'instalments-on-one-day': async ({ willow }) =>
    all(422, await willow('POST', DECISION, { body: { outcome: 'approve', awardedCents: 1000, instalments: ON_ONE_DAY } })),
  'rejection-without-reason': async ({ willow }) => all(422, await willow('POST', DECISION, { body: { outcome: 'reject' } })),
  'extension-of-any-length': async ({ willow }) =>
    all(422, await willow('POST', `${grant(4)}/change-requests`, extension('2041-12-01'))) &&
    all(201, await willow('POST', `${grant(4)}/change-requests`, extension('2041-11-30'))),
  'two-leads': async ({ willow }) => all(422, await willow('POST', '/organisations', kite({ people: LEADS }))),
};
