// Probes of the faults of values, at and near limits, and of rich values.
import type { Got } from '../../client.ts';
import { header, type Item, isKept, location, of, times } from '../../probes.ts';
import {
  addDamage,
  attach,
  BUMP,
  type ClaimProbes,
  COLLISION,
  CRASH,
  draft,
  drafted,
  draftStatus,
  loss,
  PAYEES,
  POLICIES,
  pay,
  payee,
  policy,
  reject,
  report,
  seen,
  VEHICLE,
  withCover,
  withHolder,
  withVehicle,
} from './callers.ts';

export const values: ClaimProbes = {
  'months-of-37': async ({ linden }) =>
    (await draftStatus(linden, policy({ months: 36 }))) === 201 && (await draftStatus(linden, policy({ months: 37 }))) === 400,
  'holder-email-any-text': async ({ linden }) => (await draftStatus(linden, withHolder({ email: 'mika at home' }))) === 400,
  'birth-on-impossible-day': async ({ linden }) => (await draftStatus(linden, withHolder({ birthDate: '1985-02-30' }))) === 400,
  'country-of-three-letters': async ({ linden }) => {
    const address = { street: 'Katu 1', postalCode: '1', city: 'Turku', country: 'FIN' };
    return (await draftStatus(linden, withHolder({ address }))) === 400;
  },
  'limit-with-parts-of-a-cent': async ({ linden }) => (await draftStatus(linden, withCover({ limit: 5000.125 }))) === 400,
  'annual-premium-of-zero': async ({ linden }) => (await draftStatus(linden, withCover({ annualPremium: 0 }))) === 400,
  'notice-of-91-days': async ({ linden }) => (await draftStatus(linden, policy({ noticeDays: 91 }))) === 400,
  'deductible-below-zero': async ({ linden }) => (await draftStatus(linden, withCover({ deductible: -5 }))) === 400,
  'deductible-of-the-limit': async ({ linden }) => (await draftStatus(linden, withCover({ limit: 500, deductible: 500 }))) === 422,
  'covers-of-other-products': async ({ linden }) => (await draftStatus(linden, withCover({ code: 'luggage' }))) === 422,
  'age-by-years-alone': async ({ linden }) =>
    (await draftStatus(linden, withHolder({ birthDate: '2008-01-01' }))) === 201 &&
    (await draftStatus(linden, withHolder({ birthDate: '2008-01-02' }))) === 422,
  'plate-any-text': async ({ linden }) => (await draftStatus(linden, withVehicle({ plate: 'my car!' }))) === 400,
  'vehicle-any-member': async ({ linden }) => (await draftStatus(linden, withVehicle({ colour: 'red' }))) === 400,
  'payments-three-a-year': async ({ linden }) => (await draftStatus(linden, policy({ paymentsPerYear: 3 }))) === 400,
  'iban-with-blanks': async ({ linden }) =>
    (await linden('POST', '/payees', { body: payee({ iban: 'FI49 5000 9420 0287 30' }) })).status === 400,
  'description-of-nine': async ({ linden }) =>
    (await report(linden, { description: 'Ten chars.' })).status === 201 &&
    (await report(linden, { description: 'Nine char' })).status === 400,
  'tags-repeat': async ({ linden }) => (await report(linden, { tags: ['ice', 'ice'] })).status === 400,
  'loss-without-offset': async ({ linden }) => (await report(linden, { occurredAt: '2026-01-20T10:00:00' })).status === 400,
  'losses-in-the-future': async ({ linden }) => {
    const path = await drafted(linden, policy({ startsOn: '2099-01-01' }));
    await linden('POST', `${path}/activation`);
    return (await report(linden, { occurredAt: '2099-01-10T00:00:00Z' }, path.split('/').at(-1))).status === 422;
  },
  'expense-before-loss': async ({ linden }) => {
    const body = { kind: 'expense', purpose: 'towing', estimate: 90 };
    const add = async (incurredOn: string): Promise<number> =>
      (await linden('POST', `${BUMP}/damages`, { body: { ...body, incurredOn } })).status;
    return (await add('2026-02-03')) === 201 && (await add('2026-02-02')) === 422;
  },
  'estimate-of-zero': async ({ linden }) => (await addDamage(linden, BUMP, 0)).status === 400,
  'payment-reference-of-36': async ({ linden }) =>
    (await pay(linden, CRASH, 1, 'x'.repeat(35))).status === 201 && (await pay(linden, CRASH, 1, 'x'.repeat(36))).status === 400,
  'file-name-with-folder': async ({ linden }) => (await attach(linden, BUMP, { name: 'photos/front.txt' })).status === 400,
  'letter-of-19': async ({ linden }) => (await reject(linden, BUMP, 'It is not covered. ')).status === 400,
  'size-of-101': async ({ linden }) =>
    (await linden('GET', '/claims?size=100')).status === 200 && (await linden('GET', '/claims?size=101')).status === 400,
  'any-media-type': async ({ linden }) =>
    (await linden('POST', '/claims', { raw: JSON.stringify(loss(POLICIES.motor)), type: 'text/plain' })).status === 415,
};

/** The name of the holder of a new policy. */
const nameOf = (made: Got): unknown => (of(made).holder as Item | undefined)?.name;

export const richValues: ClaimProbes = {
  'holder-name-trimmed': async ({ linden }) => nameOf(await draft(linden, withHolder({ name: ' Mika ' }))) === ' Mika ',
  'name-counted-in-code-units': async ({ linden }) =>
    nameOf(await draft(linden, withHolder({ name: '🚗'.repeat(80) }))) === '🚗'.repeat(80),
  'large-limits-rounded': async ({ linden }) => {
    const made = await draft(linden, withCover({ limit: 9_999_999.99 }));
    const [cover] = of(made).covers as readonly { limit: number }[];
    return made.status === 201 && cover?.limit === 9_999_999.99;
  },
  'twentieth-item-lost': async ({ linden }) => {
    const insured = times(20, (index) => ({ ...VEHICLE, plate: `CAR-${100 + index}` }));
    return (of(await draft(linden, policy({ insured }))).insured as readonly unknown[]).length === 20;
  },
  'month-ends-overflow': async ({ linden }) =>
    of(await draft(linden, policy({ startsOn: '2026-01-31', months: 1 }))).endsOn === '2026-02-28',
  'premium-rounded-down': async ({ linden }) =>
    of(await draft(linden, policy({ months: 1, covers: [{ ...COLLISION, annualPremium: 100.3 }] }))).premium === 8.36,
  'long-descriptions-cut': ({ linden }) =>
    isKept(linden, 'POST', '/claims', loss(POLICIES.motor, { description: 'Rain. '.repeat(300) }), 'description', 'Rain. '.repeat(300)),
  'day-of-loss-by-its-offset': async ({ linden }) => (await report(linden, { occurredAt: '2026-01-01T00:30:00+02:00' })).status === 422,
};

export const files: ClaimProbes = {
  'file-size-of-its-text': async ({ linden }) => of(await attach(linden, BUMP)).size === 3,
  'file-name-in-ascii': async ({ linden }) => {
    const made = await attach(linden, BUMP, { name: 'Ölfleck 🚗.txt' });
    const got = await linden('GET', location(made));
    return header(got, 'content-disposition') === `attachment; filename*=UTF-8''${encodeURIComponent('Ölfleck 🚗.txt')}`;
  },
};

export const secrets: ClaimProbes = {
  'iban-is-shown': async ({ linden }) => !JSON.stringify(await seen(linden, `/payees/${PAYEES.person}`)).includes('FI55500010200000'),
  'iban-in-refusals': async ({ linden }) => {
    await linden('POST', '/payees', { body: payee() });
    const again = await linden('POST', '/payees', { body: payee() });
    return again.status === 409 && !again.bytes.toString().includes('FI4950009420028730');
  },
};
