// Pickups of shipments.
import { millisecondsOf } from '../../clock.ts';
import type { Reply } from '../../http.ts';
import { type Account, newId, type Store } from '../store.ts';
import type { Pickup, Shipment } from '../things.ts';
import { conflict, unprocessable } from '../wire.ts';
import { type Call, type Faults, found, once, type Part } from './call.ts';
import { isBetween, pageOf } from './lists.ts';

interface Query {
  readonly status?: string;
  readonly 'start[gte]'?: string;
  readonly 'start[lt]'?: string;
}

type Input = Pick<Pickup, 'address' | 'window' | 'shipments' | 'instructions'>;

const HOUR = 3_600_000;
const MOST_HOURS = 8;

function checkWindow({ start, end }: Pickup['window'], faults: Faults): void {
  const from = millisecondsOf(start);
  if (from <= Date.now() && !faults.has('pickup-in-the-past')) throw unprocessable('/window/start', 'is not in the future');
  const length = millisecondsOf(end) - from;
  const most = faults.has('pickup-window-by-day') ? 24 : MOST_HOURS;
  if (length < HOUR || length > most * HOUR) throw unprocessable('/window', `lasts from 1 to ${MOST_HOURS} hours`);
}

/** The shipments of a new pickup, each of which it may fetch. */
function shipmentsOf(store: Store, account: Account, { shipments, address }: Input, faults: Faults): Shipment[] {
  const accounts = faults.has('pickup-of-foreign-shipments') ? [account, ...store.accounts.values()] : [account];
  const all = shipments.map((id, index) => {
    const shipment = accounts.map((one) => one.shipments.get(id)).find((one) => one !== undefined);
    if (shipment === undefined) throw unprocessable(`/shipments/${index}`, 'is the id of no shipment');
    const isElsewhere = shipment.sender !== address && account.shipments.has(id) && !faults.has('pickup-at-other-address');
    if (isElsewhere) throw unprocessable(`/shipments/${index}`, 'has another sender');
    return shipment;
  });
  const taken = faults.has('pickup-twice') ? undefined : all.find(({ pickup }) => pickup !== null);
  if (taken !== undefined) throw conflict(`The shipment ${taken.id} has a scheduled pickup.`);
  const states = faults.has('pickup-of-drafts') ? ['purchased', 'draft'] : ['purchased'];
  const wrong = all.find(({ status }) => !states.includes(status));
  if (wrong !== undefined) throw conflict(`The shipment ${wrong.id} is ${wrong.status}.`);
  return all;
}

/** Notes at shipments which pickup fetches them. */
function mark(store: Store, { shipments }: Account, ids: readonly string[], pickup: string | null): void {
  for (const id of ids) {
    const shipment = shipments.get(id);
    if (shipment !== undefined) shipments.set(id, { ...shipment, pickup, updated: store.now() });
  }
}

function create(store: Store, { account }: Call, input: Input, faults: Faults): Reply {
  if (!account.addresses.has(input.address)) throw unprocessable('/address', 'is the id of no address');
  checkWindow(input.window, faults);
  shipmentsOf(store, account, input, faults);
  const { address, window, shipments, instructions } = input;
  const id = newId('pku');
  const confirmation = id.slice(-6).toUpperCase();
  const pickup: Pickup = { id, status: 'scheduled', address, window, shipments, instructions, confirmation, created: store.now() };
  account.pickups.set(id, pickup);
  mark(store, account, shipments, id);
  return { status: 201, body: pickup, headers: { location: `/v1/pickups/${id}` } };
}

export const pickups: Part = (store, faults) => ({
  listPickups: (call) => {
    const { status, 'start[gte]': from, 'start[lt]': before } = call.query<Query>();
    const all = [...call.account.pickups.values()].filter(
      (one) => (status === undefined || one.status === status) && isBetween(one.window.start, from, before),
    );
    return pageOf(call, all.reverse(), faults);
  },
  createPickup: (call) => {
    const input = call.input<Input>();
    const make = (): Reply => create(store, call, input, faults);
    return faults.has('pickup-key-ignored') ? make() : once(call, input, make, faults);
  },
  getPickup: (call) => ({ status: 200, body: found(call.account.pickups, call.id('pickup_id')) }),
  cancelPickup: (call) => {
    const pickup = found(call.account.pickups, call.id('pickup_id'));
    if (pickup.status === 'cancelled' && !faults.has('pickup-cancel-twice')) throw conflict('The pickup is cancelled.');
    const cancelled: Pickup = { ...pickup, status: 'cancelled' };
    call.account.pickups.set(pickup.id, cancelled);
    if (!faults.has('pickup-cancel-keeps-shipments')) mark(store, call.account, pickup.shipments, null);
    return { status: 200, body: cancelled };
  },
});
