// Probes of values.
import { of, type Probes, same, times } from '../../probes.ts';
import { plusDays } from '../handlers/days.ts';
import {
  atLatitude,
  type Bed,
  CONTACT,
  CUSTOMER,
  DEPOT,
  gives,
  inCountry,
  MACHINE,
  MODEL,
  PAYMENT,
  patches,
  RESERVATION,
  RETURN,
  reads,
} from './callers.ts';

const attributes = (count: number): object => Object.fromEntries(times(count, (index) => [`attribute ${index}`, 'x']));
const model = (changes: object): Probes<Bed>[string] => gives(422, '/models', { ...MODEL, ...changes });
const depot = (changes: object): Probes<Bed>[string] => gives(422, '/depots', { ...DEPOT, ...changes });
const reservation = (changes: object): Probes<Bed>[string] => gives(422, '/reservations', { ...RESERVATION, ...changes });
const withContact = (changes: object): Probes<Bed>[string] =>
  gives(422, '/customers', { ...CUSTOMER, contacts: [{ ...CONTACT, ...changes }] });
const payment = (changes: object): Probes<Bed>[string] => gives(422, '/invoices/I10001/payments', { ...PAYMENT, ...changes });

export const values: Probes<Bed> = {
  'depot-name-one-longer': depot({ name: 'x'.repeat(61) }),
  'holidays-repeated': depot({ holidays: ['2040-05-01', '2040-05-01'] }),
  'hour-25': depot({ closesAt: '25:00' }),
  'depot-closes-before-it-opens': depot({ opensAt: '09:00', closesAt: '08:00' }),
  'country-in-small-letters': depot({ address: inCountry('de') }),
  'latitude-beyond-the-pole': depot({ address: atLatitude(91) }),
  'serial-number-of-three': gives(422, '/machines', { ...MACHINE, serialNumber: 'NP1' }),
  'quarter-hours': patches(422, '/machines/M1001', { operatingHours: 160.25 }),
  'weight-of-nothing': model({ weightKg: 0 }),
  'licence-as-text': model({ licenceRequired: 'yes' }),
  'contact-email-not-checked': withContact({ email: 'asa' }),
  'contact-without-roles': withContact({ roles: [] }),
  'customer-name-null': patches(422, '/customers/C1001', { name: null }),
  'reservation-with-anything': reservation({ colour: 'red' }),
  'no-accessories': reservation({ accessories: [{ name: 'Chisel', quantity: 0 }] }),
  'note-of-501': reservation({ note: 'x'.repeat(501) }),
  'period-of-91-days': reservation({ until: plusDays(RESERVATION.from, 90) }),
  'booked-in-the-past': reservation({ from: '2020-01-01', until: '2020-01-02' }),
  'damage-that-earns': gives(422, '/reservations/R10002/return', { ...RETURN, damages: [{ description: 'None', cost: -1 }] }),
  'payment-of-nothing': payment({ amount: 0 }),
  'page-size-of-101': reads(400, '/models?pageSize=101'),
  'machines-any-order': reads(400, '/machines?sort=colour'),
  'request-id-of-any-form': reads(400, '/machines', { 'request-id': 'mine' }),
  'any-media-type': async ({ north }) => (await north('POST', '/depots', { body: DEPOT, type: 'text/plain' })).status === 415,
};

export const richValues: Probes<Bed> = {
  'electric-without-voltage': model({ power: { source: 'electric' } }),
  'voltage-110': model({ power: { source: 'electric', voltage: 110 } }),
  'diesel-with-voltage': model({ power: { source: 'diesel', tankLitres: 5, voltage: 12 } }),
  'iban-not-checked': payment({ method: { type: 'transfer', iban: 'none' } }),
  'attributes-of-any-type': model({ attributes: { width: 99 } }),
  'thirteen-attributes': model({ attributes: attributes(13) }),
  'model-name-trimmed': async ({ north }) => of(await north('POST', '/models', { body: { ...MODEL, name: ' Cart ' } })).name === ' Cart ',
  'method-without-details': async ({ north }) =>
    same(of(await north('POST', '/invoices/I10001/payments', { body: PAYMENT })).method, PAYMENT.method),
};
