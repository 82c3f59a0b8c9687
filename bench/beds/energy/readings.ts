// The rules of readings: their values, and that meters only count upwards.
import { type Meter, newId, type Reading, type ReadingData, type RegisterValue, type Store } from './store.ts';
import { invalid } from './wire.ts';

/** Checks that there is one value for each register, and that the meter can show it. */
export function checkValues(
  { registers, digits }: Pick<Meter, 'registers' | 'digits'>,
  values: readonly RegisterValue[],
  target: string,
  has: (fault: string) => boolean,
): void {
  const named = values.map(({ register }) => register);
  const isEach = named.length === registers.length && registers.every((register) => named.includes(register));
  const isSome = named.every((register) => registers.includes(register));
  if (!(has('reading-lacks-register') ? isSome : isEach)) throw invalid({ target, message: 'Give one value for each register.' });
  const most = 10 ** digits - (has('reading-one-too-large') ? 0 : 1);
  if (values.some(({ value }) => value > most)) throw invalid({ target, message: 'The meter has fewer digits.' });
}

export const countOf = (values: readonly RegisterValue[], name: string): number =>
  values.find(({ register }) => register === name)?.value ?? 0;

/** Whether a register shows less later. */
export const isFalling = (before: readonly RegisterValue[], after: readonly RegisterValue[]): boolean =>
  after.some(({ register, value }) => value < countOf(before, register));

export function keepReading(store: Store, { serial }: Meter, source: Reading['source'], data: ReadingData, id = newId()): Reading {
  const { readOn, kind, values, note } = data;
  const reading = { id, meterSerial: serial, readOn, kind, source, values, note, recordedAt: store.clock.now() };
  store.readings.set(reading.id, reading);
  return reading;
}
