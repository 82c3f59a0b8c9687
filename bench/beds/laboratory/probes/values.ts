// Probes of values: at and near limits, and values that are rich.
import { location, of, same, times } from '../../probes.ts';
import {
  bill,
  CLIENTS,
  calibrate,
  credit,
  enter,
  entered,
  entriesOf,
  hoursAgo,
  INSTRUMENTS,
  type LaboratoryProbes,
  newClient,
  newInstrument,
  numberOf,
  ORDERS,
  order,
  patch,
  priceOf,
  putTest,
  reported,
  resultPath,
  worklist,
} from './callers.ts';

const MINUTE = 60_000;
const HOUR = 3_600_000;
const samplesOf = (count: number): object => ({ samples: times(count, () => ({ kind: 'serum', tests: ['NA'] })) });

export const values: LaboratoryProbes = {
  'client-name-81': async ({ north }) => (await newClient(north, { name: 'x'.repeat(81) })).status === 422,
  'payment-days-60': async ({ north }) => (await newClient(north, { paymentDays: 60 })).status === 201,
  'payment-days-6': async ({ north }) => (await newClient(north, { paymentDays: 6 })).status === 422,
  'discount-any-step': async ({ north }) => (await newClient(north, { discountPercent: 2.25 })).status === 422,
  'sixth-tag': async ({ north }) => (await newClient(north, { tags: ['a', 'b', 'c', 'd', 'e', 'f'] })).status === 422,
  'price-half-million': async ({ north }) => (await putTest(north, { price: 500_000 })).status === 201,
  'decimals-five': async ({ north }) => (await putTest(north, { decimals: 5 })).status === 422,
  'stability-year': async ({ north }) => (await putTest(north, { stabilityHours: 8760 })).status === 201,
  'codes-start-with-digits': async ({ north }) => (await putTest(north, {}, '2CL')).status === 422,
  'range-of-one-value': async ({ north }) => (await putTest(north, { range: { low: 100, high: 100 } })).status === 422,
  'critical-equals-range': async ({ north }) => (await putTest(north, { critical: { low: 98, high: 107 } })).status === 201,
  'serial-three': async ({ north }) => (await newInstrument(north, { serial: 'AB1' })) === 'undefined',
  'eleven-samples': async ({ north }) => (await order(north, samplesOf(11))).status === 422,
  'same-test-twice': async ({ north }) => (await order(north, { samples: [{ kind: 'serum', tests: ['NA', 'NA'] }] })).status === 422,
  'collected-later': async ({ north }) => {
    const collectedAt = new Date(Date.now() + 10 * MINUTE).toISOString();
    return (await order(north, { samples: [{ kind: 'serum', tests: ['NA'], collectedAt }] })).status === 422;
  },
  'due-rounded-down': async ({ north }) => {
    const made = of(await order(north, { priority: 'urgent', samples: [{ kind: 'serum', tests: ['GLU'] }] }));
    return Date.parse(String(made.dueAt)) - Date.parse(String(made.receivedAt)) === 7 * HOUR;
  },
  'initials-one': async ({ north }) => (await enter(north, resultPath(ORDERS.received), 140, { analyst: 'T' })).status === 422,
  'upper-end-is-high': async ({ north }) => (await entered(north, 145)) === '145 normal',
  'critical-limit-is-not-critical': async ({ north }) => (await entered(north, 120)) === '120 critical_low',
  'flags-before-rounding': async ({ north }) => (await entered(north, 145.04)) === '145 normal',
  'values-cut-off': async ({ north }) => (await entered(north, 140.27)) === '140.3 normal',
  'negative-halves-up': async ({ north }) => (await entered(north, -0.25)) === '-0.3 critical_low',
  'last-moment-too-old': async ({ north }) => {
    const collectedAt = hoursAgo(30);
    await putTest(north, { stabilityHours: 1 });
    const instrumentId = await newInstrument(north, { tests: ['CL'] });
    await calibrate(north, instrumentId, { performedAt: hoursAgo(40) });
    const brief = await numberOf(north, { samples: [{ kind: 'serum', tests: ['CL'], collectedAt }] });
    const measuredAt = new Date(Date.parse(collectedAt) + HOUR).toISOString();
    return (await enter(north, resultPath(brief, 'CL'), 100, { instrumentId, measuredAt })).status === 200;
  },
  'expired-moment-measures': async ({ north }) => {
    const instrumentId = await newInstrument(north, { calibrationDays: 1 });
    const calibration = of(await calibrate(north, instrumentId, { performedAt: hoursAgo(30) })).calibration as { validUntil: string };
    const number = await numberOf(north, { samples: [{ kind: 'serum', tests: ['NA'], collectedAt: hoursAgo(40) }] });
    return (await enter(north, resultPath(number), 140, { instrumentId, measuredAt: calibration.validUntil })).status === 409;
  },
  'measured-before-collected': async ({ north }) =>
    (await enter(north, resultPath(ORDERS.received), 140, { measuredAt: hoursAgo(20) })).status === 422,
  'five-percent-fails': async ({ north }) => of(await calibrate(north, INSTRUMENTS.photometer, { deviationPercent: 5 })).state === 'ready',
  'deviation-without-amount': async ({ north }) =>
    of(await calibrate(north, INSTRUMENTS.photometer, { deviationPercent: -5.1 })).state === 'failed',
  'calibrated-twice-at-once': async ({ north }) => {
    const performedAt = hoursAgo(1);
    await calibrate(north, INSTRUMENTS.photometer, { performedAt });
    return (await calibrate(north, INSTRUMENTS.photometer, { performedAt })).status === 409;
  },
  'discount-cut-off': async ({ north }) => priceOf(await order(north)).discount === 32,
  'tax-cut-off': async ({ north }) => {
    const number = await reported(north, { priority: 'urgent' });
    const { net, tax } = of(await bill(north, CLIENTS.practice, number));
    return net === 487 && tax === 93;
  },
  'one-too-many': async ({ north }) => !entriesOf(await worklist(north, { size: 1 })).includes(','),
  'whole-balance-refused': async ({ north }) => (await credit(north, 'INV-000001', 804)).status === 201,
};

const NOTE = `  ${'Line '.repeat(60)}\n`;

/** Whether a new order has this note, both in the answer and when it is read again. */
const keepsNote = async (send: Parameters<typeof order>[0], note: string): Promise<boolean> => {
  const made = await order(send, { note });
  return made.status === 201 && of(made).note === note && of(await send('GET', location(made))).note === note;
};

export const richValues: LaboratoryProbes = {
  'name-in-units': async ({ north }) => (await newClient(north, { name: '🧪'.repeat(80) })).status === 201,
  'tags-sorted': async ({ north }) => same(of(await newClient(north, { tags: ['weekly', 'courier'] })).tags, ['weekly', 'courier']),
  'tags-not-emptied': async ({ north }) => same(of(await patch(north, '/clients/C1001', { tags: [] })).tags, []),
  'note-empty': async ({ north }) => keepsNote(north, ''),
  'notes-trimmed': async ({ north }) => keepsNote(north, ' Fasting. '),
  'notes-of-255': async ({ north }) => keepsNote(north, NOTE),
  'notes-not-cleared': async ({ north }) => {
    const number = await numberOf(north, { note: 'Fasting.' });
    return of(await patch(north, `/orders/${number}`, { note: null })).note === null;
  },
  'values-of-32-bits': async ({ north }) => (await entered(north, 3_000_000_000.5)) === '3000000000.5 critical_high',
  'offsets-dropped': async ({ north }) => {
    const collectedAt = `${hoursAgo(10).slice(0, 19)}+05:00`;
    const made = of(await order(north, { samples: [{ kind: 'serum', tests: ['NA'], collectedAt }] })).samples as { collectedAt: string }[];
    return Date.parse(made[0]?.collectedAt ?? '') === Date.parse(collectedAt);
  },
};
