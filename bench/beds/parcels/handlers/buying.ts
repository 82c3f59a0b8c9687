// Rates, and labels that are bought.
import { gap } from '../../clock.ts';
import type { Reply } from '../../http.ts';
import { newId, type Store } from '../store.ts';
import type { Label, Rate, Shipment } from '../things.ts';
import { conflict } from '../wire.ts';
import { type Call, type Faults, found, hashOf, once, ownerOf, type Part } from './call.ts';
import { checkDraft } from './rules.ts';

const LEVELS = [
  { level: 'economy', base: 390, days: 5 },
  { level: 'standard', base: 490, days: 3 },
  { level: 'express', base: 990, days: 1 },
] as const;

const STEP_CENTS = 60;
const STEP_GRAMS = 500;

function priceOf(base: number, { total_weight_g: weight, insurance_amount: insured }: Shipment, faults: Faults): number {
  const round = faults.has('rate-begun-grams-free') ? Math.floor : Math.ceil;
  const insurance = faults.has('rate-insurance-free') ? 0 : Math.ceil((insured ?? 0) / 100);
  return base + STEP_CENTS * round(weight / STEP_GRAMS) + insurance;
}

function ratesOf(shipment: Shipment, faults: Faults): Rate[] {
  checkDraft(shipment);
  if (shipment.parcel_count === 0) throw conflict('The shipment has no parcel.');
  const state = faults.has('rate-holds-for-ever') ? '' : shipment.updated;
  const rates = LEVELS.map(({ level, base, days }) => ({
    id: `rat_${hashOf([shipment.id, level, state])}`,
    shipment: shipment.id,
    service_level: level,
    price: { amount: priceOf(base, shipment, faults), currency: 'EUR' },
    days,
  }));
  return faults.has('rates-dearest-first') ? rates.reverse() : rates;
}

interface Purchase {
  readonly rate: string;
  readonly format: Label['format'];
}

const rateOf = (shipment: Shipment, id: string, faults: Faults): Rate => {
  const rate = ratesOf(shipment, faults).find((one) => one.id === id);
  if (rate === undefined) throw conflict('The rate holds no more.');
  return rate;
};

function buy(store: Store, { account }: Call, shipment: Shipment, rate: Rate, { format }: Purchase): Reply {
  const now = store.now();
  const { id } = shipment;
  const { service_level, price } = rate;
  const number = store.trackingNumber();
  const made = { status: 'valid', format, service_level, price, tracking_number: number, created: now, voided_at: null } as const;
  const label: Label = { id: newId('lbl'), shipment: id, ...made };
  account.labels.set(label.id, label);
  account.shipments.set(id, { ...shipment, status: 'purchased', tracking_number: number, label: label.id, updated: now });
  return { status: 201, body: label, headers: { location: `/v1/labels/${label.id}` } };
}

/** Buys after others had their turn, though the check was before it. */
async function buyLate(store: Store, call: Call, shipment: Shipment, rate: Rate, input: Purchase): Promise<Reply> {
  await gap();
  return buy(store, call, shipment, rate, input);
}

function labelLook({ voided_at, ...label }: Label, faults: Faults): Partial<Label> {
  return voided_at === null && faults.has('label-without-voided-at') ? label : { ...label, voided_at };
}

/** The text of a file that a printer takes. */
const fileOf = ({ format, tracking_number: number }: Label): string =>
  format === 'pdf' ? `%PDF-1.4\n% ${number}\n%%EOF\n` : `^XA^FD${number}^FS^XZ\n`;

export const buying: Part = (store, faults) => ({
  listRates: (call) => ({ status: 200, body: { data: ratesOf(found(call.account.shipments, call.id('shipment_id')), faults) } }),
  buyShipment: (call) => {
    const shipment = found(call.account.shipments, call.id('shipment_id'));
    const input = call.input<Purchase>();
    const checked = (): Rate => {
      if (faults.has('buy-twice') && shipment.status === 'purchased')
        return rateOf({ ...shipment, status: 'draft', updated: shipment.created }, input.rate, faults);
      return rateOf(shipment, input.rate, faults);
    };
    if (faults.has('buy-at-once-twice')) return buyLate(store, call, shipment, checked(), input);
    return once(call, input, () => buy(store, call, shipment, checked(), input), faults);
  },
  getLabel: (call) => ({ status: 200, body: labelLook(found(call.account.labels, call.id('label_id')), faults) }),
  downloadLabel: (call) => {
    const id = call.id('label_id');
    const account = ownerOf(store, call, faults.has('label-file-of-any-account'), ({ labels }) => labels.has(id));
    const label = found(account.labels, id);
    if (label.status === 'voided' && !faults.has('label-file-of-voided')) throw conflict('The label is voided.');
    const { format, tracking_number: number } = label;
    const type = faults.has('label-zpl-as-pdf') ? 'application/pdf' : `application/${format}`;
    const name = `attachment; filename="${number}.${format}"`;
    return { status: 200, content: fileOf(label), type, headers: { 'content-disposition': name } };
  },
});
