// Instruments and their calibrations.
import type { Instrument } from '../things.ts';
import { instrumentView, stateOf } from '../views.ts';
import { created, need, tagOf } from '../wire.ts';
import { type Call, fresh, type Handlers, named, pageOf, past, thing } from './call.ts';

type Input = Pick<Instrument, 'name' | 'serial' | 'tests' | 'calibrationDays'>;

interface NewCalibration {
  readonly deviationPercent: number;
  readonly performedBy: string;
  readonly performedAt?: string;
}

const DAY = 86_400_000;

const find = ({ lab, path }: Call): Instrument => thing(lab.instruments, path('instrumentId'), 'instrument');

function hasPassed({ faults }: Call, deviation: number): boolean {
  const size = faults.has('deviation-without-amount') ? deviation : Math.abs(deviation);
  return faults.has('five-percent-fails') ? size < 5 : size <= 5;
}

export const instruments: Handlers = {
  listInstruments: (call) => {
    const { lab, query } = call;
    const now = Date.now();
    const found = [...lab.instruments.values()].filter((one) => {
      const test = query.get('test') as string | undefined;
      const state = query.get('state') ?? stateOf(one, now);
      return (test === undefined || one.tests.includes(test)) && state === stateOf(one, now);
    });
    return pageOf(call, found, (one) => instrumentView(one));
  },

  createInstrument: (call) => {
    const { store, lab } = call;
    const { name, serial, tests, calibrationDays } = call.input<Input>();
    for (const [index, code] of tests.entries()) named(lab.tests, code, `tests.${index}`);
    const isTaken = [...lab.instruments.values()].some((other) => other.serial === serial);
    need(!isTaken, 'serial_taken', 'Another instrument has this serial number.');
    const instrument: Instrument = { id: store.instrumentId(), name, serial, tests, calibrationDays, calibration: null };
    lab.instruments.set(instrument.id, instrument);
    const shown = instrumentView(instrument);
    return created(shown, { location: `/instruments/${instrument.id}`, etag: tagOf(shown) });
  },

  getInstrument: (call) => {
    const instrument = find(call);
    const { calibration: _, ...rest } = instrument;
    const shown = instrumentView(instrument);
    return fresh(call, shown, tagOf(call.faults.has('calibration-keeps-tag') ? rest : shown));
  },

  calibrateInstrument: (call) => {
    const { store, faults } = call;
    const instrument = find(call);
    const input = call.input<NewCalibration>();
    const now = store.clock.now();
    const performedAt = input.performedAt === undefined ? now : past(input.performedAt, now, 'performedAt');
    const last = instrument.calibration?.performedAt;
    const isLater = last === undefined || (faults.has('calibrated-twice-at-once') ? performedAt >= last : performedAt > last);
    need(isLater, 'not_later', 'There is a later calibration.');
    const passed = hasPassed(call, input.deviationPercent);
    const from = Date.parse(faults.has('valid-from-entry') ? now : performedAt);
    const validUntil = passed ? new Date(from + instrument.calibrationDays * DAY).toISOString() : null;
    const { performedBy, deviationPercent } = input;
    instrument.calibration = { performedAt, performedBy, deviationPercent, passed, validUntil };
    const shown = instrumentView(instrument);
    return created(shown, { etag: tagOf(shown) });
  },
};
