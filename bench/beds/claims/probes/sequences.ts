// Probes of the faults of sequences of claims: assessments, reserves, payments, recoveries and closing.
import type { Send } from '../../client.ts';
import { type Item, of } from '../../probes.ts';
import {
  active,
  addDamage,
  assess,
  assessed,
  attach,
  BUMP,
  CLAIMS,
  type ClaimProbes,
  CRASH,
  PAYEES,
  POLICIES,
  pay,
  recover,
  reject,
  reopen,
  reverse,
  seen,
  settle,
} from './callers.ts';

const LEAK = `/claims/${CLAIMS.leak}`;

const payableOf = ({ assessment }: Item): unknown => (assessment as Item | null)?.payable;

const setReserve = async (send: Send, claim: string, amount: number): Promise<number> =>
  (await send('PUT', `${claim}/reserve`, { body: { amount, reason: 'Estimate' } })).status;

/** What is left of the limit of collisions. */
async function collisionsLeft(send: Send): Promise<unknown> {
  const covers = (await seen(send, `/policies/${POLICIES.motor}`)).covers as readonly Item[];
  return covers.find(({ code }) => code === 'collision')?.remainingLimit;
}

const decisions: ClaimProbes = {
  'assessment-outlives-damages': async ({ linden }) => {
    const claim = await assessed(linden, 900);
    await addDamage(linden, claim, 50);
    const { state, assessment } = await seen(linden, claim);
    return state === 'reported' && assessment === null;
  },
  'damages-left-out': async ({ linden }) => {
    await addDamage(linden, BUMP, 50);
    return (await assess(linden, BUMP, 900)).status === 422 && (await assess(linden, BUMP, 900, 0)).status === 200;
  },
  'accepted-above-estimate': async ({ linden }) => (await assess(linden, BUMP, 900.01)).status === 422,
  'deductible-not-taken': async ({ linden }) => payableOf(await seen(linden, await assessed(linden, 900))) === 700,
  'limit-for-each-claim': async ({ linden }) => {
    const policy = await active(linden);
    await assessed(linden, 4000, policy);
    return payableOf(await seen(linden, await assessed(linden, 4000, policy))) === 1200;
  },
  'rejected-claims-use-limit': async ({ linden }) => {
    await reverse(linden, CRASH);
    return (await reject(linden, CRASH)).status === 200 && (await collisionsLeft(linden)) === 3000;
  },
  'reserve-below-outstanding': async ({ linden }) =>
    (await setReserve(linden, CRASH, 600)) === 200 && (await setReserve(linden, CRASH, 599.99)) === 422,
  'reserve-above-limit': async ({ linden }) =>
    (await setReserve(linden, CRASH, 3000)) === 200 && (await setReserve(linden, CRASH, 3000.01)) === 422,
};

const money: ClaimProbes = {
  'reserve-stays-after-payment': async ({ linden }) => {
    await pay(linden, CRASH, 100.1);
    return (await seen(linden, CRASH)).reserve === 499.9;
  },
  'each-part-up-to-payable': async ({ linden }) => (await pay(linden, CRASH, 601)).status === 409,
  'payment-reference-twice': async ({ linden }) => (await pay(linden, CRASH, 10, 'First part')).status === 409,
  'blocked-payee-paid': async ({ linden }) => (await pay(linden, CRASH, 10, 'Fee', PAYEES.lawyer)).status === 409,
  'two-payments-at-once': async ({ linden }) => {
    const got = await Promise.all(['First half', 'Second half'].map((reference) => pay(linden, CRASH, 400, reference)));
    return got.filter(({ status }) => status === 201).length === 1;
  },
  'workshop-loses-tax-number': async ({ linden }) =>
    (await linden('PATCH', `/payees/${PAYEES.workshop}`, { body: { taxNumber: null } })).status === 422,
  'reversal-stays-with-payee': async ({ linden }) => {
    const before = (await seen(linden, `/payees/${PAYEES.workshop}`)).paidTotal;
    await reverse(linden, CRASH);
    return before === 400 && (await seen(linden, `/payees/${PAYEES.workshop}`)).paidTotal === 0;
  },
  'reversed-twice': async ({ linden }) => {
    await pay(linden, CRASH, 600);
    return (await reverse(linden, CRASH)).status === 200 && (await reverse(linden, CRASH)).status === 409;
  },
  'reversal-below-recoveries': async ({ linden }) => {
    const recovered = await recover(linden, CRASH, 1);
    return recovered.status === 201 && (await reverse(linden, CRASH)).status === 409;
  },
  'recoveries-one-by-one': async ({ linden }) =>
    (await recover(linden, CRASH, 250)).status === 201 && (await recover(linden, CRASH, 151)).status === 409,
  'same-file-twice': async ({ linden }) => {
    await attach(linden, BUMP);
    return (await attach(linden, BUMP, { name: 'b.txt' })).status === 409;
  },
};

const closing: ClaimProbes = {
  'settled-with-outstanding': async ({ linden }) => {
    const before = await settle(linden, CRASH);
    await pay(linden, CRASH, 600);
    return before.status === 409 && (await settle(linden, CRASH)).status === 200;
  },
  'settled-without-invoice': async ({ linden }) => {
    const claim = await assessed(linden, 1500);
    await pay(linden, claim, 1300);
    const before = await settle(linden, claim);
    await attach(linden, claim, { kind: 'invoice' });
    return before.status === 409 && (await settle(linden, claim)).status === 200;
  },
  'rejected-after-payments': async ({ linden }) => (await reject(linden, CRASH)).status === 409,
  'closed-claim-keeps-reserve': async ({ linden }) => {
    await setReserve(linden, BUMP, 500);
    return of(await reject(linden, BUMP)).reserve === 0;
  },
  'reopened-as-reported': async ({ linden }) => of(await reopen(linden, LEAK)).state === 'assessed',
  'third-reopening': async ({ linden }) => {
    for (let time = 0; time < 2; time++) {
      await reopen(linden, LEAK);
      await settle(linden, LEAK);
    }
    return (await seen(linden, LEAK)).reopenings === 2 && (await reopen(linden, LEAK)).status === 409;
  },
};

export const sequences: ClaimProbes = { ...decisions, ...money, ...closing };
