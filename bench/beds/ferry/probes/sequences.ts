// Probes of what depends on several requests.
import { itemsOf, location, of } from '../../probes.ts';
import { ADULT, book, CAR, type FerryProbes, INFANT, metresOf, move, newSailing, PATCH } from './callers.ts';

export const sequences: FerryProbes = {
  'infants-take-places': async ({ nordsund }) => {
    const sailing = await newSailing(nordsund);
    await book(nordsund, sailing, { passengers: [ADULT, INFANT, { name: 'Kim', category: 'child' }] });
    const { passengersBooked, passengersFree } = of(await nordsund('GET', sailing));
    return passengersBooked === 2 && passengersFree === 10;
  },
  'second-vehicle-for-free': async ({ nordsund }) => {
    const sailing = await newSailing(nordsund);
    await book(nordsund, sailing, { vehicles: [CAR, { ...CAR, plate: 'XYZ', lengthMetres: 6.25 }] });
    return (await metresOf(nordsund, sailing)) === 9.25;
  },
  'cancelled-keeps-metres': async ({ nordsund }) => {
    const sailing = await newSailing(nordsund);
    const booking = location(await book(nordsund, sailing, { vehicles: [CAR] }));
    const before = await metresOf(nordsund, sailing);
    await nordsund('POST', `${booking}/cancellation`, { body: { reason: 'duplicate' } });
    return before === 15.5 && (await metresOf(nordsund, sailing)) === 20;
  },
  'refund-whole-at-boarding': async ({ nordsund }) => {
    const sailing = await newSailing(nordsund);
    const booking = location(await book(nordsund, sailing));
    await move(nordsund, sailing, 'boarding');
    const cancelled = of(await nordsund('POST', `${booking}/cancellation`, { body: { reason: 'passengerRequest' } }));
    return cancelled.totalCents === 1001 && cancelled.refundCents === 500;
  },
  'cards-start-again': async ({ nordsund, quay }) => {
    const sailing = await newSailing(nordsund);
    const first = location(await book(nordsund, sailing, { passengers: [ADULT, INFANT] }));
    const second = location(await book(nordsund, sailing));
    await move(nordsund, sailing, 'boarding');
    const numbers: unknown[] = [];
    for (const booking of [first, second]) {
      const { cards = [] } = of(await quay('POST', `${booking}/check-in`, { body: { gate: 'B2' } }));
      numbers.push(...(cards as readonly { readonly number: number }[]).map(({ number }) => number));
    }
    return numbers.join() === '1,2,3';
  },
  'cancelled-in-silence': async ({ nordsund }) => {
    const sailing = await newSailing(nordsund);
    const cancelled = of(await nordsund('POST', `${sailing}/cancellation`, { body: { reason: 'Storm' } }));
    const [notice] = itemsOf(await nordsund('GET', `${sailing}/notices`));
    return (
      cancelled.disrupted === true && notice?.severity === 'disruption' && notice.title === 'Sailing cancelled' && notice.text === 'Storm'
    );
  },
  'departed-comes-back': async ({ nordsund }) => {
    const sailing = await newSailing(nordsund);
    await move(nordsund, sailing, 'boarding');
    const departed = await move(nordsund, sailing, 'departed');
    return departed.status === 200 && (await move(nordsund, sailing, 'boarding')).status === 409;
  },
  'last-places-at-once': async ({ nordsund }) => {
    const sailing = await newSailing(nordsund, { passengerCapacity: 1 });
    const got = await Promise.all([book(nordsund, sailing), book(nordsund, sailing)]);
    return (
      got
        .map(({ status }) => status)
        .toSorted((a, b) => a - b)
        .join() === '201,409'
    );
  },
  'booking-of-others-changed': async ({ nordsund, westfjord }) => {
    const sent = { ...PATCH, raw: JSON.stringify({ note: 'Mine' }) };
    const other = await westfjord('PATCH', '/bookings/bk_sandberg01', sent);
    return other.status === 404 && of(await nordsund('GET', '/bookings/bk_sandberg01')).note === null;
  },
};
