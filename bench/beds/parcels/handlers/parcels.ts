// The parcels of shipments.
import { type Account, newId, type Store } from '../store.ts';
import type { Parcel } from '../things.ts';
import { conflict, unprocessable } from '../wire.ts';
import { type Faults, found, type Part } from './call.ts';
import { pageOf } from './lists.ts';
import { checkDraft } from './rules.ts';

export type ParcelInput = Pick<Parcel, 'dimensions' | 'weight_g' | 'contents'>;

const MOST_GIRTH = 360;
const MOST_PARCELS = 10;

function checkSize({ dimensions: { length, width, height } }: ParcelInput, pointer: string): void {
  // Sides have one decimal, and sums of binary fractions are not exact.
  const girth = Math.round((length + 2 * width + 2 * height) * 10) / 10;
  if (girth > MOST_GIRTH) throw unprocessable(pointer, `is ${girth} cm around, and ${MOST_GIRTH} is the most`);
}

/** Checks the parcels that a new shipment comes with. */
export function checkParcels(parcels: readonly ParcelInput[], faults: Faults): void {
  const checked = faults.has('girth-of-first-parcel-only') ? parcels.slice(0, 1) : parcels;
  for (const [index, parcel] of checked.entries()) checkSize(parcel, `/parcels/${index}/dimensions`);
}

export const parcelsOf = ({ parcels }: Account, id: string): Parcel[] => [...parcels.values()].filter(({ shipment }) => shipment === id);

/** Counts the parcels of a shipment anew. */
function recount(store: Store, account: Account, id: string): void {
  const own = parcelsOf(account, id);
  const total = own.reduce((sum, { weight_g: weight }) => sum + weight, 0);
  const shipment = found(account.shipments, id);
  account.shipments.set(id, { ...shipment, parcel_count: own.length, total_weight_g: total, updated: store.now() });
}

export function addParcel(store: Store, account: Account, shipment: string, { dimensions, weight_g, contents }: ParcelInput): Parcel {
  const parcel = { id: newId('pcl'), shipment, dimensions, weight_g, contents, created: store.now() };
  account.parcels.set(parcel.id, parcel);
  recount(store, account, shipment);
  return parcel;
}

export const parcels: Part = (store, faults) => ({
  listParcels: (call) => {
    const { id } = found(call.account.shipments, call.id('shipment_id'));
    return pageOf(call, parcelsOf(call.account, id), faults);
  },
  createParcel: (call) => {
    const shipment = found(call.account.shipments, call.id('shipment_id'));
    const input = call.input<ParcelInput>();
    checkSize(input, '/dimensions');
    if (!faults.has('parcel-added-after-buy')) checkDraft(shipment);
    const most = faults.has('parcel-eleventh') ? MOST_PARCELS + 1 : MOST_PARCELS;
    if (shipment.parcel_count >= most) throw conflict(`The shipment has ${most} parcels.`);
    const parcel = addParcel(store, call.account, shipment.id, input);
    return { status: 201, body: parcel, headers: { location: `/v1/parcels/${parcel.id}` } };
  },
  getParcel: (call) => ({ status: 200, body: found(call.account.parcels, call.id('parcel_id')) }),
  replaceParcel: (call) => {
    const { account } = call;
    const before = found(account.parcels, call.id('parcel_id'));
    const input = call.input<ParcelInput>();
    if (!faults.has('girth-free-in-put')) checkSize(input, '/dimensions');
    checkDraft(found(account.shipments, before.shipment));
    const { contents } = input.contents === null && faults.has('parcel-put-keeps-contents') ? before : input;
    const parcel = { ...before, ...input, contents };
    account.parcels.set(parcel.id, parcel);
    if (!faults.has('parcel-put-keeps-total')) recount(store, account, parcel.shipment);
    return { status: 200, body: parcel };
  },
  deleteParcel: (call) => {
    const { account } = call;
    const { id, shipment } = found(account.parcels, call.id('parcel_id'));
    if (!faults.has('parcel-deleted-after-buy')) checkDraft(found(account.shipments, shipment));
    account.parcels.delete(id);
    if (!faults.has('parcel-delete-keeps-total')) recount(store, account, shipment);
    return { status: 204 };
  },
});
