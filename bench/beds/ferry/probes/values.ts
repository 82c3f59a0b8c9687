// Probes of values near their limits, and of rich ones.
import { isKept, of, same } from '../../probes.ts';
import { ADULT, BOOKING, book, CAR, DECK, type FerryProbes, newSailing, PATCH, ROUTE, SHIP } from './callers.ts';

const JUNE = '/sailings/sl_june030001';
const NOTICE = { severity: 'warning', title: 'Wind', text: 'Stay inside.' };

const limits: FerryProbes = {
  'crossing-of-two-days': async ({ nordsund }) => {
    const over = await nordsund('POST', '/routes', { body: { ...ROUTE, crossingMinutes: 2881 } });
    return over.status === 400 && (await isKept(nordsund, 'POST', '/routes', { ...ROUTE, crossingMinutes: 2880 }, 'crossingMinutes', 2880));
  },
  'route-name-in-bytes': async ({ nordsund }) => {
    const name = 'å'.repeat(60);
    const over = await nordsund('POST', '/routes', { body: { ...ROUTE, name: `${name}å` } });
    return over.status === 400 && (await isKept(nordsund, 'POST', '/routes', { ...ROUTE, name }, 'name', name));
  },
  'call-sign-tail': async ({ nordsund }) => {
    const sent = (callSign: string): object => ({ body: { ...SHIP, callSign } });
    const digit = await nordsund('POST', '/ships', sent('ALKA7'));
    return digit.status < 300 && (await nordsund('POST', '/ships', sent('ALKB77'))).status === 400;
  },
  'built-on-no-day': async ({ nordsund }) => {
    const leap = await nordsund('POST', '/ships', { body: { ...SHIP, builtOn: '2024-02-29' } });
    return (
      leap.status < 300 && (await nordsund('POST', '/ships', { body: { ...SHIP, callSign: 'ALKB', builtOn: '2023-02-29' } })).status === 400
    );
  },
  'deck-of-limit-height': async ({ nordsund }) => {
    const sent = (heightMetres: number): object => ({ body: { ...SHIP, decks: [DECK, { ...DECK, label: 'E', heightMetres }] } });
    const low = await nordsund('POST', '/ships', sent(1.5));
    return low.status === 400 && (await nordsund('POST', '/ships', sent(1.51))).status < 300;
  },
  'home-port-null': async ({ nordsund }) => {
    const made = await nordsund('POST', '/ships', { body: { ...SHIP, homePort: null } });
    return made.status < 300 && of(made).homePort === null;
  },
  'severity-critical': async ({ nordsund }) => {
    const fine = await nordsund('POST', `${JUNE}/notices`, { body: NOTICE });
    const other = await nordsund('POST', `${JUNE}/notices`, { body: { ...NOTICE, severity: 'critical' } });
    return fine.status === 201 && other.status === 400;
  },
  'limit-of-101': async ({ nordsund }) => {
    const most = await nordsund('GET', '/routes?limit=100');
    return most.status === 200 && (await nordsund('GET', '/routes?limit=101')).status === 400;
  },
  'key-of-64': async ({ nordsund }) => {
    const sent = (length: number): object => ({ body: BOOKING, headers: { 'idempotency-key': 'k'.repeat(length) } });
    const over = await nordsund('POST', `${JUNE}/bookings`, sent(65));
    const first = await nordsund('POST', `${JUNE}/bookings`, sent(64));
    const again = await nordsund('POST', `${JUNE}/bookings`, sent(64));
    return over.status === 400 && first.status === 201 && again.status === 200 && of(again).id === of(first).id;
  },
  'sailing-as-plain-json': async ({ nordsund }) => {
    const raw = JSON.stringify({ remark: 'Pier 2' });
    const patched = await nordsund('PATCH', JUNE, { ...PATCH, raw });
    return patched.status === 200 && (await nordsund('PATCH', JUNE, { raw, type: 'application/json' })).status === 415;
  },
};

const rich: FerryProbes = {
  'contact-name-in-units': async ({ nordsund }) => {
    const contact = { name: '⛴𝄞'.repeat(40), email: 'ada@example.org' };
    const made = await book(nordsund, await newSailing(nordsund), { contact });
    return made.status === 201 && same(of(made).contact, { ...contact, phone: null });
  },
  'no-vehicles-null': async ({ nordsund }) => {
    const made = of(await book(nordsund, await newSailing(nordsund)));
    return same(made.vehicles, []) && same(made.metadata, {}) && made.note === null;
  },
  'value-in-32-bits': async ({ nordsund }) => {
    const vehicles = [{ ...CAR, declaredValueCents: 5_000_000_000 }];
    const made = await book(nordsund, await newSailing(nordsund), { passengers: [ADULT], vehicles });
    return made.status === 201 && same(of(made).vehicles, [{ ...vehicles[0], deck: 'D' }]);
  },
};

export const values: FerryProbes = { ...limits, ...rich };
