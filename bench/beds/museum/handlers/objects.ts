// Objects: their records, values and ends.
import type { Reply } from '../../http.ts';
import { contains } from '../../texts.ts';
import { today } from '../days.ts';
import { currentExhibitions, isFitToTravel, kindOf, relocate, requireOpenRecord, requirePlace, shows, statusOf } from '../rules.ts';
import type { Museum, Store } from '../store.ts';
import type { Deaccession, Item, ObjectInput, Valuation, ValuationInput } from '../things.ts';
import { objectView } from '../views.ts';
import { allow, check } from '../wire.ts';
import { type Call, type Faults, type Handlers, read, requireTag, tagged, thing } from './call.ts';
import { listed } from './lists.ts';
import { checkRecord, kept, patched } from './records.ts';
import { sortedObjects } from './sorting.ts';

interface ObjectQuery {
  readonly q?: string;
  readonly classification?: readonly string[];
  readonly status?: string;
  readonly location?: string;
  readonly madeFrom?: number;
  readonly madeTo?: number;
  readonly fitToTravel?: boolean;
  readonly sort: string;
}

const isWithin = ({ made }: Item, { madeFrom = -9999, madeTo = 9999 }: ObjectQuery, faults: Faults): boolean =>
  faults.has('made-within-the-years')
    ? made.earliest >= madeFrom && made.latest <= madeTo
    : made.latest >= madeFrom && made.earliest <= madeTo;

function hasWords({ title, otherTitles, maker }: Item, { q }: ObjectQuery, faults: Faults): boolean {
  if (q === undefined) return true;
  const texts = [title, ...otherTitles, ...(faults.has('makers-not-searched') ? [] : [maker?.name])];
  return texts.some((text) => contains(text, q));
}

function isListed(museum: Museum, item: Item, query: ObjectQuery, faults: Faults): boolean {
  const { classification, status, location, fitToTravel } = query;
  const own = statusOf(museum, item);
  const known = faults.has('only-first-class') ? classification?.slice(0, 1) : classification;
  return (
    (status === undefined ? own !== 'deaccessioned' || faults.has('deaccessioned-stay-listed') : own === status) &&
    (known === undefined || known.includes(item.classification)) &&
    (location === undefined || item.location === location) &&
    (fitToTravel === undefined || isFitToTravel(item, faults) === fitToTravel) &&
    isWithin(item, query, faults) &&
    hasWords(item, query, faults)
  );
}

/** By how much a value changed, in percent with one decimal. */
function changeOf(before: Valuation | null, value: number, faults: Faults): number | null {
  if (before === null || before.value === 0) return null;
  const base = faults.has('change-against-the-new-value') ? value || 1 : before.value;
  return Math.round(((value - before.value) * 1000) / base) / 10;
}

function checkValuation(input: ValuationInput, faults: Faults): void {
  const { value, valuedOn, appraiser, secondAppraiser } = input;
  check(valuedOn <= today(), 'valuedOn', 'must not be in the future');
  const bound = faults.has('second-appraiser-from-ten-millions') ? 10_000_000 : 1_000_000;
  check(value <= bound || secondAppraiser !== undefined, 'secondAppraiser', 'is needed above one million');
  const isOther = secondAppraiser !== appraiser || faults.has('appraiser-twice');
  check(value <= bound || isOther, 'secondAppraiser', 'must be somebody else');
}

/** Refuses to remove an object with which something is planned. */
function requireUnplanned(museum: Museum, item: Item, faults: Faults): void {
  const { accession } = item;
  const isOpen = (status: string): boolean => status !== 'done' && status !== 'cancelled';
  const treatments = [...museum.treatments.values()].filter((one) => one.accession === accession && isOpen(one.status));
  allow(treatments.length === 0 || faults.has('treatments-do-not-keep-objects'), 'A treatment of the object is not finished.');
  const isShown = currentExhibitions(museum).some((one) => one.status === 'planned' && shows(one, accession));
  allow(!isShown, 'The object is in an exhibition that is planned.');
  const isBound = (status: string): boolean =>
    status === 'agreed' || (status === 'requested' && !faults.has('requests-do-not-keep-objects'));
  const isLent = [...museum.loans.values()].some((one) => isBound(one.status) && (one.accessions ?? []).includes(accession));
  allow(!isLent, 'The object is in a loan that is requested or agreed.');
}

function checkHome(museum: Museum, home: string, faults: Faults): void {
  const kind = kindOf(museum, home);
  check(
    kind === 'store' || kind === 'gallery' || (kind === 'workshop' && faults.has('workshop-as-home')),
    'home',
    'must be a store or gallery',
  );
}

export function objects(store: Store, faults: Faults): Handlers {
  const view = (call: Call, item: Item): object => objectView(call, item, faults);
  const found = (call: Call): Item => thing(call, call.museum.objects, 'accession');

  return {
    listObjects: (call) => {
      const query = call.query<ObjectQuery>();
      const all = [...call.museum.objects.values()].filter((item) => isListed(call.museum, item, query, faults));
      return listed(call, sortedObjects(all, query.sort, faults), (item) => view(call, item), faults);
    },

    registerObject: (call): Reply => {
      const { museum } = call;
      const input = call.input<ObjectInput>();
      checkRecord(input, faults);
      checkHome(museum, input.home, faults);
      const place = museum.locations.get(input.home);
      if (place !== undefined) requirePlace(museum, place, faults);
      const { year } = input.acquisition;
      const at = store.now();
      const start = { location: null, movements: [], conditions: [], valuation: null, deaccession: null, createdAt: at, updatedAt: at };
      const { maker = null, weight = null } = input;
      const number = museum.next(faults.has('accessions-in-one-series') ? 'objects' : String(year));
      const item: Item = { accession: `${year}.${number}`, ...kept({ ...input, maker, weight }, faults), ...start };
      relocate(item, { to: item.home, reason: 'registration', by: call.role, at });
      museum.objects.set(item.accession, item);
      return tagged(201, view(call, item), faults.has('object-without-location') ? {} : { location: `/objects/${item.accession}` });
    },

    getObject: (call) => {
      const other = faults.has('objects-of-other-museums') ? store.anywhere(call.id('accession')) : undefined;
      return read(call, view(call, other ?? found(call)), faults);
    },

    updateObject: (call) => {
      const item = found(call);
      if (!faults.has('object-tag-ignored')) requireTag(call, view(call, item));
      const patch = call.input<Partial<ObjectInput>>();
      if (!faults.has('closed-records-change')) requireOpenRecord(item);
      const next = patched(item, patch, faults);
      if (!faults.has('rules-not-checked-in-patches')) checkRecord(next, faults);
      if (patch.home !== undefined) checkHome(call.museum, patch.home, faults);
      Object.assign(item, next, faults.has('corrections-without-time') ? {} : { updatedAt: store.now() });
      if (faults.has('new-home-moves-objects')) item.location = item.home;
      return tagged(200, view(call, item));
    },

    setValuation: (call) => {
      const item = found(call);
      const input = call.input<ValuationInput>();
      checkValuation(input, faults);
      requireOpenRecord(item);
      const isOnLoan = statusOf(call.museum, item) === 'on-loan';
      allow(!isOnLoan || faults.has('valued-on-loan'), 'The object is on loan.');
      const before = item.valuation;
      const isOlder = before !== null && input.valuedOn < before.valuedOn;
      allow(!isOlder || faults.has('older-valuation-replaces'), 'The present valuation is of a later day.');
      item.valuation = { ...input, change: changeOf(before, input.value, faults) };
      return { status: before === null && !faults.has('first-valuation-as-200') ? 201 : 200, body: item.valuation };
    },

    deaccessionObject: (call) => {
      const item = found(call);
      const input = call.input<Deaccession>();
      check(input.decidedOn <= today(), 'decidedOn', 'must not be in the future');
      const needs = input.reason === 'transfer' || input.reason === 'restitution';
      const isFit = needs === (input.recipient !== undefined) || (needs && faults.has('transfer-without-recipient'));
      check(isFit, 'recipient', needs ? 'is needed' : 'is for transfers and restitutions');
      requireOpenRecord(item);
      allow(statusOf(call.museum, item) === 'stored', 'The object is not in a store.');
      requireUnplanned(call.museum, item, faults);
      item.deaccession = input;
      if (!faults.has('deaccessioned-keep-places')) item.location = null;
      return tagged(200, view(call, item));
    },
  };
}
