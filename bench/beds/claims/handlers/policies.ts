// Drafts and their holders: lists of policies, new ones and changes.
import { gap } from '../../clock.ts';
import { contains, type Key } from '../../texts.ts';
import { addMonths } from '../days.ts';
import { premiumOf } from '../money.ts';
import { coversDay } from '../rules.ts';
import type { Agency, Store } from '../store.ts';
import type { Cover, CoverTerms, Holder, Insured, NewInsured, NewPolicy, Policy } from '../things.ts';
import { showPolicy } from '../views.ts';
import { allow, badValue, type Faults, fit } from '../wire.ts';
import { type Handlers, hal, policyOf, policyReply, requireTag, unlessKnown } from './call.ts';
import { paged, sorted } from './lists.ts';

const COVERS: Readonly<Record<Policy['product'], readonly string[]>> = {
  motor: ['liability', 'collision', 'theft', 'legal'],
  home: ['liability', 'fire', 'water', 'theft'],
  travel: ['medical', 'luggage', 'legal'],
};

const INSURED: Readonly<Record<Policy['product'], Insured['kind']>> = { motor: 'vehicle', home: 'dwelling', travel: 'traveller' };

/** Refuses a cover that does not belong to the product, or that pays nothing. */
export function fitCover(product: Policy['product'], code: string, { limit, deductible }: CoverTerms, faults: Faults): void {
  const belongs = COVERS[product].includes(code) || faults.has('covers-of-other-products');
  fit(belongs, 'code', `${product} policies do not have the cover ${code}`);
  const isBelow = faults.has('deductible-of-the-limit') ? deductible <= limit : deductible < limit;
  fit(isBelow, 'deductible', 'has to be below the limit');
}

function fitHolder({ birthDate, name }: Holder, startsOn: string, faults: Faults): void {
  if (faults.has('name-counted-in-code-units') && name.length > 80) throw badValue('must not have more than 80 characters', 'holder.name');
  const isAdult = faults.has('age-by-years-alone')
    ? Number(startsOn.slice(0, 4)) - Number(birthDate.slice(0, 4)) >= 18
    : birthDate < startsOn && addMonths(birthDate, 216, faults) <= startsOn;
  fit(isAdult, 'holder.birthDate', 'makes the holder younger than 18');
}

const isTwice = (values: readonly string[]): boolean => new Set(values).size < values.length;

const platesOf = (items: readonly NewInsured[]): string[] => items.flatMap(({ plate }) => plate ?? []);

const kept = (cover: Cover, faults: Faults): Cover => ({
  ...cover,
  limit: faults.has('large-limits-rounded') ? Math.fround(cover.limit) : cover.limit,
});

function fitPolicy(input: NewPolicy, faults: Faults): void {
  const { product, holder, startsOn, covers, insured } = input;
  fit(startsOn >= '2000-01-01' && startsOn <= '2099-12-31', 'startsOn', 'has to be in the years 2000 to 2099');
  fitHolder(holder, startsOn, faults);
  for (const cover of covers) fitCover(product, cover.code, cover, faults);
  fit(!isTwice(covers.map(({ code }) => code)), 'covers', 'has a cover twice');
  for (const { kind } of insured) fit(kind === INSURED[product], 'insured', `has to be a ${INSURED[product]}`);
  fit(!isTwice(platesOf(insured)), 'insured', 'has a plate twice');
}

export function newPolicy(store: Store, input: NewPolicy, faults: Faults): Policy {
  const { holder, startsOn, months } = input;
  const covers = input.covers.map((cover) => kept(cover, faults));
  const insured = faults.has('twentieth-item-lost') ? input.insured.slice(0, 19) : input.insured;
  return {
    ...input,
    id: store.id('policy'),
    state: 'draft',
    holder: faults.has('holder-name-trimmed') ? { ...holder, name: holder.name.trim() } : holder,
    endsOn: addMonths(startsOn, months, faults),
    covers,
    premium: premiumOf(input, covers, faults),
    insured: insured.map((item, index) => ({ no: index + 1, ...item })),
    instalments: [],
    cancellation: null,
    claimCount: 0,
    createdAt: store.now(),
    activatedAt: null,
  };
}

function isInForce(policy: Policy, day: string, faults: Faults): boolean {
  const onLastDay = faults.has('in-force-on-the-end') && day === policy.endsOn && policy.cancellation === null;
  return policy.state !== 'draft' && (coversDay(policy, day, faults) || onLastDay);
}

interface Query {
  readonly state?: string;
  readonly product?: string;
  readonly holder?: string;
  readonly inForceOn?: string;
  readonly sort?: string;
}

function keyOf({ startsOn, premium, reference }: Policy, name: string, faults: Faults): Key {
  if (name === 'premium') return faults.has('premiums-sorted-as-texts') ? String(premium) : premium;
  return name === 'startsOn' ? startsOn : reference;
}

function found({ policies }: Agency, { state, product, holder, inForceOn, sort }: Query, faults: Faults): Policy[] {
  const all = [...policies.values()].filter(
    (policy) =>
      (state === undefined || policy.state === state) &&
      (product === undefined || policy.product === product) &&
      (holder === undefined || contains(policy.holder.name, holder)) &&
      (inForceOn === undefined || isInForce(policy, inForceOn, faults)),
  );
  return sorted(all, sort, (policy, name) => keyOf(policy, name, faults));
}

interface Patch {
  readonly holder?: Partial<Holder>;
  readonly noticeDays?: number;
  readonly notes?: string | null;
}

export const policies = (store: Store, faults: Faults): Handlers => ({
  listPolicies: (call) =>
    paged(call, 'policies', found(call.agency, call.query(), faults), (policy) => showPolicy(call.agency, policy, faults), faults),

  createPolicy: async (call) => {
    const input = call.input<NewPolicy>();
    fitPolicy(input, faults);
    const { policies: all } = call.agency;
    allow(![...all.values()].some(({ reference }) => reference === input.reference), 'The reference is used by another policy.');
    if (faults.has('reference-twice-at-once')) await gap();
    const policy = newPolicy(store, input, faults);
    all.set(policy.id, policy);
    return policyReply(call, policy, faults, 201);
  },

  getPolicy: (call) => unlessKnown(call, policyReply(call, policyOf(call), faults), faults),

  updatePolicy: (call) => {
    const policy = policyOf(call);
    const { holder = {}, noticeDays = policy.noticeDays, notes = policy.notes } = call.input<Patch>();
    requireTag(call, policyReply(call, policy, faults));
    const merged = { ...policy.holder, ...holder };
    fitHolder(merged, policy.startsOn, faults);
    allow(policy.state !== 'cancelled', 'The policy is cancelled.');
    const isFree = policy.state === 'draft' || noticeDays === policy.noticeDays || faults.has('notice-changes-when-active');
    allow(isFree, 'The notice is fixed once a policy is active.');
    Object.assign(policy, { holder: merged, noticeDays, notes });
    return policyReply(call, policy, faults);
  },

  addInsured: (call) => {
    const policy = policyOf(call);
    const input = call.input<NewInsured>();
    fit(input.kind === INSURED[policy.product], 'kind', `has to be a ${INSURED[policy.product]}`);
    allow(policy.state !== 'cancelled', 'The policy is cancelled.');
    allow(policy.insured.length < 20, 'The policy has 20 items.');
    const isKnown = input.plate !== undefined && platesOf(policy.insured).includes(input.plate);
    allow(!isKnown || faults.has('plate-twice'), 'The policy has this plate.');
    const item = { no: policy.insured.length + 1, ...input };
    policy.insured.push(item);
    return hal(201, item);
  },
});
