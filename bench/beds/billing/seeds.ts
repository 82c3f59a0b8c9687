// What the two accounts have at the start.
import { Billing } from './rules.ts';
import { type Account, createAccount, type PlanInput } from './store.ts';

const USUAL = { currency: 'EUR', interval: 'month', trialDays: 0, includedUnits: 0, unitPrice: null, features: [] } as const;

const plan = (billing: Billing, id: string, about: Partial<PlanInput> & Pick<PlanInput, 'name' | 'price'>): unknown =>
  billing.createPlan({ ...USUAL, ...about }, id);

const subscribe = (billing: Billing, id: string, customerRef: string, planId: string, seats: number, couponCode: string | null = null) =>
  billing.subscribe({ customerRef, planId, seats, startsOn: '2026-07-15', couponCode, metadata: {} }, id);

async function north(): Promise<Account> {
  const account = createAccount();
  const billing = new Billing(account, () => false);
  plan(billing, 'pln_seedbasic', { name: 'Basic', price: 900, trialDays: 14, features: ['Shared inbox'] });
  plan(billing, 'pln_seedplus', { name: 'Plus', price: 2900, includedUnits: 100, unitPrice: 5, features: ['Shared inbox', 'Audit log'] });
  plan(billing, 'pln_seedyear', { name: 'Plus, yearly', price: 29_000, currency: 'USD', interval: 'year' });
  billing.createCoupon({ code: 'WELCOME20', percentOff: 20, maxRedemptions: null, periods: 3, expiresOn: null });
  await subscribe(billing, 'sub_seedacme', 'acme-0001', 'pln_seedplus', 2, 'WELCOME20');
  for (const invoice of account.invoices.values()) billing.pay(invoice);
  await subscribe(billing, 'sub_seedbolt', 'bolt-0002', 'pln_seedbasic', 1);
  await subscribe(billing, 'sub_seedcore', 'core-0003', 'pln_seedyear', 10);
  return account;
}

async function south(): Promise<Account> {
  const account = createAccount();
  const billing = new Billing(account, () => false);
  plan(billing, 'pln_seedsolo', { name: 'Solo', price: 500, currency: 'GBP' });
  billing.createCoupon({ code: 'HELLO', percentOff: 10, maxRedemptions: 5, periods: null, expiresOn: '2030-12-31' });
  await subscribe(billing, 'sub_seeddale', 'dale', 'pln_seedsolo', 3);
  return account;
}

export const createAccounts = async (): Promise<Readonly<Record<'north' | 'south', Account>>> => ({
  north: await north(),
  south: await south(),
});
