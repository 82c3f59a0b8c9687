// Readings of meters.

import type { Reply } from '../../http.ts';
import { addDays, today } from '../days.ts';
import { pageOf } from '../pages.ts';
import { checkValues, isFalling, keepReading } from '../readings.ts';
import type { Meter, Reading, ReadingData } from '../store.ts';
import { isBilled, showReading } from '../views.ts';
import { type Call, conflict, created, type Handlers, invalid, required } from '../wire.ts';

const findMeter = ({ store, path }: Call): Meter => required(store.meters, path('serial'), 'meter');
const findReading = ({ store, path }: Call): Reading => required(store.readings, path('readingId'), 'reading');

function list(call: Call): Reply {
  const { kind, from = '', to = '9' } = call.query as { kind?: string; from?: string; to?: string };
  const isUpTo = ({ readOn }: Reading): boolean => (call.has('readings-to-exclusive') ? readOn < to : readOn <= to);
  const all = call.store.readingsOf(findMeter(call).serial);
  const isKind = (one: Reading): boolean =>
    kind === undefined || one.kind === kind || (call.has('kind-ignored-with-days') && (from !== '' || to !== '9'));
  const things = all.filter((one) => one.readOn >= from && isUpTo(one) && isKind(one));
  return pageOf(call, { things, show: showReading, keys: { readOn: ({ readOn }) => readOn } });
}

function checkDay({ has }: Call, { installedOn, removedOn }: Meter, readOn: string): void {
  const last = has('reading-of-tomorrow') ? addDays(today(), 1) : has('reading-of-today-refused') ? addDays(today(), -1) : today();
  if (readOn > last) throw invalid({ target: 'readOn', message: 'The day lies in the future.' });
  if (has('leap-day-refused') && readOn.endsWith('-02-29')) throw invalid({ target: 'readOn', message: 'There is no such day.' });
  if (readOn < installedOn) throw conflict('NotInstalled', 'The meter was not installed yet.', 'readOn');
  if (removedOn !== null && readOn > removedOn && !has('removed-meter-read'))
    throw conflict('MeterRemoved', 'The meter was taken out.', 'readOn');
}

function checkOrder({ has }: Call, readings: readonly Reading[], { readOn, values }: ReadingData): void {
  const before = readings.findLast((one) => one.readOn < readOn);
  const after = readings.find((one) => one.readOn > readOn);
  const falls = before !== undefined && isFalling(before.values, values);
  const fallsLater = after !== undefined && isFalling(values, after.values) && !has('reading-above-later-one');
  if ((falls && !(has('falls-in-second-register') && !isFalling(before.values.slice(0, 1), values))) || fallsLater)
    throw conflict('ReadingFalls', 'Meters only count upwards.', 'values');
  const isEqual = before?.values.some((one) => values.some((other) => one.register === other.register && one.value === other.value));
  if (has('equal-reading-refused') && isEqual) throw conflict('ReadingFalls', 'Meters only count upwards.', 'values');
}

function record(call: Call): Reply {
  const { store, has } = call;
  const meter = findMeter(call);
  const body = call.body as ReadingData;
  const note = has('note-lines-joined') ? (body.note?.replaceAll('\n', ' ') ?? null) : body.note;
  const data = { ...body, note, values: has('second-register-lost') ? body.values.slice(0, 1) : body.values };
  checkDay(call, meter, data.readOn);
  checkValues(meter, body.values, 'values', has);
  const readings = store.readingsOf(meter.serial);
  const same = readings.find(({ readOn }) => readOn === data.readOn);
  if (same !== undefined) {
    const givesWay = same.kind === 'estimated' && (data.kind === 'actual' || has('estimate-replaces-estimate'));
    if (!givesWay || (isBilled(call, same) && !has('billed-estimate-replaced')))
      throw conflict('ReadingExists', 'The day has a reading.', 'readOn');
  }
  checkOrder(call, readings, body);
  if (same === undefined) {
    const reading = keepReading(store, meter, 'recorded', data);
    return created(showReading(call, reading), `/readings/${reading.id}`);
  }
  if (has('replaced-estimate-gets-new-id')) store.readings.delete(same.id);
  const reading = keepReading(store, meter, 'recorded', data, has('replaced-estimate-gets-new-id') ? undefined : same.id);
  return { status: 200, body: showReading(call, reading) };
}

function remove(call: Call): Reply {
  const { store, has } = call;
  const reading = findReading(call);
  if (isBilled(call, reading) && !has('billed-reading-deleted')) throw conflict('ReadingBilled', 'A bill uses the reading.');
  if (reading.source !== 'recorded' && !has('installation-reading-deleted'))
    throw conflict('ReadingStays', 'The reading belongs to the meter.');
  if (store.readingsOf(reading.meterSerial).at(-1)?.id !== reading.id && !has('any-reading-deleted'))
    throw conflict('ReadingNotLatest', 'The meter has a later reading.');
  store.readings.delete(reading.id);
  return { status: 204 };
}

export const readings: Handlers = {
  listReadings: list,
  recordReading: record,
  getReading: (call) => ({ status: 200, body: showReading(call, findReading(call)) }),
  deleteReading: remove,
};
