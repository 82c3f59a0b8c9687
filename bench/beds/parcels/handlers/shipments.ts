// Shipments: their list, drafts and cancellation.
import type { Reply } from '../../http.ts';
import { compare } from '../../texts.ts';
import { type Account, newId, type Store } from '../store.ts';
import type { Shipment } from '../things.ts';
import { conflict } from '../wire.ts';
import { type Call, checkMatch, etagOf, type Faults, found, once, ownerOf, type Part, shown } from './call.ts';
import { isCreatedIn, pageOf } from './lists.ts';
import { addParcel, checkParcels, type ParcelInput } from './parcels.ts';
import { checkDraft, checkReference, checkShipment, type Draft, look } from './rules.ts';

interface Query {
  readonly status?: readonly string[];
  readonly reference?: string;
  readonly recipient?: string;
  readonly sort: string;
  readonly expand?: readonly string[];
}

interface Input extends Draft {
  readonly parcels?: readonly ParcelInput[];
}

function sorted(all: readonly Shipment[], sort: string, faults: Faults): Shipment[] {
  const newest = all.toReversed();
  const isUp = !sort.startsWith('-');
  if (sort.endsWith('created')) return isUp && !faults.has('shipments-sort-created-ignored') ? [...all] : newest;
  const key = ({ total_weight_g: weight }: Shipment): number | string =>
    faults.has('shipments-sort-weight-text') ? String(weight) : weight;
  return newest.toSorted((a, b) => (isUp ? 1 : -1) * compare(key(a), key(b)));
}

function isListed(call: Call, one: Shipment, { status, reference, recipient }: Query, faults: Faults): boolean {
  const states = faults.has('shipments-status-first-only') ? status?.slice(0, 1) : status;
  const isReferred = faults.has('shipments-reference-prefix') ? one.reference?.startsWith(reference ?? '') : one.reference === reference;
  return (
    isCreatedIn(call, one, faults) &&
    (states?.includes(one.status) ?? true) &&
    (reference === undefined || isReferred === true) &&
    (recipient === undefined || one.recipient === recipient)
  );
}

/** The metadata after a merge patch. */
function mergedMetadata(
  before: Shipment['metadata'],
  changes: Readonly<Record<string, string | null>>,
  faults: Faults,
): Shipment['metadata'] {
  const base = faults.has('metadata-patch-replaces') ? {} : before;
  const entries = Object.entries({ ...base, ...changes });
  const kept = entries.filter((entry): entry is [string, string] => entry[1] !== null);
  return Object.fromEntries(kept);
}

type Changes = Partial<Omit<Draft, 'metadata'>> & { readonly metadata?: Readonly<Record<string, string | null>> };

/** A draft after a merge patch. */
function patched(shipment: Shipment, { metadata = {}, ...changes }: Changes, now: string, faults: Faults): Shipment {
  const isSkipped = (value: unknown): boolean => value === null && faults.has('shipment-patch-null-ignored');
  const others = Object.fromEntries(Object.entries(changes).filter(([, value]) => !isSkipped(value)));

  return { ...shipment, ...others, metadata: mergedMetadata(shipment.metadata, metadata, faults), updated: now };
}

function create(store: Store, call: Call, input: Input, faults: Faults): Reply {
  const { account } = call;
  const { parcels = [], sender, recipient, reference = null, ship_date = null, deliver_by = null, customs = null, metadata = {} } = input;
  checkShipment(account, { ...input, metadata }, faults);
  checkParcels(parcels, faults);
  checkReference(account, reference, undefined, faults);
  const now = store.now();
  const id = newId('shp');
  const given = {
    sender,
    recipient,
    reference,
    ship_date,
    deliver_by,
    insurance_amount: input.insurance_amount ?? null,
    customs,
    metadata,
  };
  const none = { parcel_count: 0, total_weight_g: 0, tracking_number: null, label: null, pickup: null };
  account.shipments.set(id, { id, status: 'draft', ...given, ...none, created: now, updated: now });
  for (const parcel of parcels) addParcel(store, account, id, parcel);
  const body = look(account, found(account.shipments, id), []);
  const location = faults.has('shipment-without-location') ? {} : { location: `/v1/shipments/${id}` };
  return { status: faults.has('shipment-created-200') ? 200 : 201, body, headers: { etag: etagOf(body), ...location } };
}

const CANCELLABLE: readonly string[] = ['draft', 'purchased'];

function checkCancel({ status, pickup }: Shipment, faults: Faults): void {
  const isLoose = (faults.has('cancel-in-transit') && status === 'in_transit') || (faults.has('cancel-twice') && status === 'cancelled');
  if (!CANCELLABLE.includes(status) && !isLoose) throw conflict(`The shipment is ${status}.`);
  if (pickup !== null && !faults.has('cancel-under-pickup')) throw conflict('The shipment waits for a pickup.');
}

function cancel(store: Store, account: Account, shipment: Shipment, faults: Faults): Shipment {
  checkCancel(shipment, faults);
  const now = store.now();
  const label = shipment.label === null ? undefined : account.labels.get(shipment.label);
  const isVoided = !faults.has('cancel-leaves-label');
  if (label !== undefined && isVoided) account.labels.set(label.id, { ...label, status: 'voided', voided_at: now });
  const cancelled: Shipment = { ...shipment, status: 'cancelled', updated: now };
  account.shipments.set(shipment.id, cancelled);
  return cancelled;
}

/** How a shipment shows in an answer. A fault writes a weight as text. */
function lookOf(account: Account, shipment: Shipment, expand: readonly string[] | undefined, faults: Faults): Record<string, unknown> {
  const all = look(account, shipment, expand ?? []);
  return faults.has('shipment-weight-as-text') ? { ...all, total_weight_g: String(shipment.total_weight_g) } : all;
}

export const shipments: Part = (store, faults) => ({
  listShipments: (call) => {
    const query = call.query<Query>();
    const all = [...call.account.shipments.values()].filter((one) => isListed(call, one, query, faults));
    const expand = faults.has('shipments-expand-ignored') ? [] : query.expand;
    return pageOf(call, sorted(all, query.sort, faults), faults, (one) => lookOf(call.account, one, expand, faults));
  },
  createShipment: (call) => {
    const input = call.input<Input>();
    return once(call, input, () => create(store, call, input, faults), faults);
  },
  getShipment: (call) => {
    const id = call.id('shipment_id');
    const account = ownerOf(store, call, faults.has('shipment-of-any-account'), ({ shipments: all }) => all.has(id));
    const shipment = found(account.shipments, id);
    const body = lookOf(account, shipment, call.query<Query>().expand, faults);
    if (faults.has('shipment-never-304')) return { status: 200, body, headers: { etag: etagOf(body) } };
    return shown(call, body, etagOf(body), faults);
  },
  updateShipment: (call) => {
    const { account } = call;
    const shipment = found(account.shipments, call.id('shipment_id'));
    const changes = call.input<Changes>();
    if (!faults.has('shipment-if-match-ignored')) checkMatch(call, look(account, shipment, []), faults);
    if (!faults.has('shipment-changed-after-buy')) checkDraft(shipment);
    const changed = patched(shipment, changes, store.now(), faults);
    checkShipment(account, changed, faults);
    if (!faults.has('reference-taken-by-patch')) checkReference(account, changed.reference, shipment.id, faults);
    account.shipments.set(shipment.id, changed);
    const body = look(account, changed, []);
    const tagged = faults.has('patch-answers-old-etag') ? look(account, shipment, []) : body;
    return { status: 200, body, headers: { etag: etagOf(tagged) } };
  },
  cancelShipment: (call) => {
    const cancelled = cancel(store, call.account, found(call.account.shipments, call.id('shipment_id')), faults);
    const body = look(call.account, cancelled, []);
    return { status: 200, body, headers: { etag: etagOf(body) } };
  },
});
