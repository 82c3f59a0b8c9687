// Performers.
import { gap } from '../../clock.ts';
import { without } from '../../members.ts';
import { contains, isSameText } from '../../texts.ts';
import type { Account, Store } from '../store.ts';
import type { Performer } from '../things.ts';
import { conflict, Refusal, unprocessable } from '../wire.ts';
import { type Call, type Faults, type Part, requireThing } from './call.ts';
import { merged } from './changes.ts';
import { ordered, paged } from './lists.ts';
import { conditional, performerLook, slotsOf, withTag } from './looks.ts';

interface Filters {
  readonly country?: string;
  readonly genre?: string;
  readonly active?: boolean;
  readonly minRating?: number;
  readonly q?: string;
}

function fits({ country, genres, active, rating = -1, displayName, bio }: Performer, filters: Filters, faults: Faults): boolean {
  const { q, minRating } = filters;
  const isRated = minRating === undefined || (faults.has('performers-min-rating-exclusive') ? rating > minRating : rating >= minRating);
  return (
    (filters.country === undefined || country === filters.country || faults.has('performers-country-ignored')) &&
    (filters.genre === undefined || genres.includes(filters.genre)) &&
    (filters.active === undefined || active === filters.active) &&
    isRated &&
    (q === undefined || contains(displayName, q) || contains(bio, q))
  );
}

function checkName({ performers }: Account, { performerId, displayName }: Performer, isSame: (a: string, b: string) => boolean): void {
  const isTaken = [...performers.values()].some((one) => one.performerId !== performerId && isSame(one.displayName, displayName));
  if (isTaken) throw conflict('Another performer has this name.');
}

function rich(performer: Performer, faults: Faults): Performer {
  const { displayName, bio, fee, rating, socialLinks } = performer;
  const entries = Object.entries(socialLinks);
  const isFeeLost = fee?.amountMinor === 0 && faults.has('performer-fee-zero-lost');
  return {
    ...(isFeeLost ? without(performer, 'fee') : performer),
    displayName: faults.has('performer-name-composed') ? displayName.normalize('NFC') : displayName,
    ...(bio !== undefined && faults.has('performer-bio-plane') ? { bio: bio.replaceAll(/[\u{10000}-\u{10FFFF}]/gu, '?') } : {}),
    ...(rating !== undefined && faults.has('performer-rating-rounded') ? { rating: Math.round(rating * 2) / 2 } : {}),
    socialLinks: faults.has('performer-links-sorted')
      ? Object.fromEntries(entries.toSorted(([a], [b]) => a.localeCompare(b)))
      : socialLinks,
  };
}

/** The performer with a patch. Faults leave some of it out. */
function patchedBy(old: Performer, patch: Partial<Performer>, faults: Faults): Performer {
  const given = faults.has('performer-null-ignored') ? Object.fromEntries(Object.entries(patch).filter(([, one]) => one !== null)) : patch;
  const next = merged(old, given);
  const active = faults.has('performer-patch-activates') ? (patch.active ?? true) : next.active;
  const isWhole = faults.has('performer-contact-replaced') && patch.contact != null;
  return { ...next, active, ...(isWhole && patch.contact !== undefined ? { contact: patch.contact } : {}) };
}

function checkPatched(next: Performer, { fits: isAsDeclared }: Call): void {
  if (next.contact !== undefined && next.contact.email === undefined) throw unprocessable('#/contact/email', 'is missing');
  if (!isAsDeclared('Performer', structuredClone(next))) throw unprocessable('#', 'leads to no valid performer');
}

export const performers: Part = (store: Store, faults) => ({
  listPerformers: (call) => {
    const filters = call.query<Filters>();
    const { account } = call;
    const wide = faults.has('performers-of-all-accounts') && filters.q !== undefined ? [...store.accounts.values()] : [account];
    const all = wide.flatMap((one) => [...one.performers.values()]);
    const found = all.filter((one) => fits(one, filters, faults));
    const order = ordered(call, found, {
      createTime: ({ createTime }) => createTime,
      displayName: ({ displayName }) => (faults.has('performers-sort-by-case') ? displayName.toLowerCase() : displayName),
      rating: ({ rating = -1 }) => rating,
    });
    return paged(call, order, (one) => performerLook(account, one, faults, 'performer-bank-account-listed'), faults, 'performers');
  },

  createPerformer: async (call) => {
    const { account } = call;
    const now = store.now();
    const performer = rich({ ...call.input<Performer>(), performerId: store.id(), createTime: now, updateTime: now }, faults);
    const isSame = (a: string, b: string): boolean => (faults.has('performer-name-taken-by-case') ? a === b : isSameText(a, b));
    checkName(account, performer, isSame);
    if (faults.has('performer-name-twice-at-once')) await gap();
    account.performers.set(performer.performerId, performer);
    const look = performerLook(account, performer, faults, 'performer-bank-account-echoed');
    const location = faults.has('performer-created-without-location') ? undefined : `/performers/${performer.performerId}`;
    return withTag(201, look, location === undefined ? {} : { location });
  },

  getPerformer: (call) => {
    const performer = requireThing(call.account.performers, call.id('performerId'));
    return conditional(call, withTag(200, performerLook(call.account, performer, faults)), faults, 'performer');
  },

  updatePerformer: (call) => {
    const { account } = call;
    const old = requireThing(account.performers, call.id('performerId'));
    const { etag, ...patch } = call.input<Partial<Performer> & { etag?: string }>();
    const isSame = etag === undefined || etag === performerLook(account, old, faults).etag;
    if (!isSame && !faults.has('performer-etag-member-ignored')) throw new Refusal(412, 'The performer has another tag.');
    const next: Performer = { ...patchedBy(old, patch, faults), updateTime: store.now() };
    if (!faults.has('performer-contact-replaced')) checkPatched(next, call);
    if (!faults.has('performer-renamed-to-taken')) checkName(account, next, isSameText);
    account.performers.set(next.performerId, next);
    return withTag(200, performerLook(account, faults.has('performer-patch-answers-old') ? old : next, faults));
  },

  deletePerformer: (call) => {
    const { performerId } = requireThing(call.account.performers, call.id('performerId'));
    const isUsed = slotsOf(call.account, performerId).length > 0;
    if (isUsed && !faults.has('performer-delete-with-slots')) throw conflict('The performer has slots.');
    call.account.performers.delete(performerId);
    return { status: 204 };
  },
});
