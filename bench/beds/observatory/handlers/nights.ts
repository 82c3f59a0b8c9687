// Nights and calibrations of instruments.
import type { Handler } from '../call.ts';
import { hasFourDigitYear, momentOf } from '../formats.ts';
import { CALIBRATION_KINDS, type CalibrationInput, type NightInput } from '../inputs.ts';
import { pageOf, pagesOf, sorted } from '../lists.ts';
import { shown } from '../views.ts';
import { conflict, invalid } from '../wire.ts';
import { instrumentOf } from './instruments.ts';

const listNights: Handler = (call) => {
  const { store, institute, query, has } = call;
  const instrument = instrumentOf(call);
  const from = query.date('from');
  const to = query.date('to');
  const free = query.whole('minMinutesFree', 0, 960);
  const sort = query.choice('sort', ['date', '-date']) ?? 'date';
  const pages = pagesOf(query, JSON.stringify(['nights', instrument.id, from, to, free, sort]), has);
  const isUntil = (date: string, last: string): boolean => (has('nights-to-excluded') ? date < last : date <= last);
  const found = store.nights
    .of(institute)
    .filter(({ instrumentId }) => instrumentId === instrument.id)
    .filter(({ date }) => (from === undefined || date >= from) && (to === undefined || isUntil(date, to)))
    .filter(({ minutesFree }) => minutesFree >= (free ?? 0));
  const { items, page } = pageOf(
    sorted(found, ({ date }) => date, sort === '-date'),
    pages,
  );
  return { status: 200, body: { items: items.map(shown), page } };
};

const createNight: Handler = async (call) => {
  const { store, institute } = call;
  const instrument = instrumentOf(call);
  const { date, startTime, minutes, twilight = 'astronomical', observers = [] } = await call.body<NightInput>();
  if (instrument.retired) throw conflict('The instrument is retired.');
  if (store.nights.of(institute).some((other) => other.instrumentId === instrument.id && other.date === date))
    throw conflict('The instrument has a night on this date.');
  const described = { instrumentId: instrument.id, date, startTime, minutes, minutesFree: minutes, twilight, observers };
  return { status: 201, body: shown(store.nights.add({ ...store.made('ngt', institute), ...described })) };
};

const listCalibrations: Handler = (call) => {
  const { store, institute, query, has } = call;
  const instrument = instrumentOf(call);
  const kind = query.choice('kind', CALIBRATION_KINDS);
  const from = query.moment('takenFrom') ?? Number.NEGATIVE_INFINITY;
  const before = query.moment('takenBefore') ?? Number.POSITIVE_INFINITY;
  const pages = pagesOf(query, JSON.stringify(['calibrations', instrument.id, kind, String(from), String(before)]), has);
  const found = store.calibrations
    .of(institute)
    .filter((calibration) => calibration.instrumentId === instrument.id && (kind === undefined || calibration.kind === kind))
    .filter(({ takenAt }) => Date.parse(takenAt) >= from && Date.parse(takenAt) < before);
  const { items, page } = pageOf(
    sorted(found, ({ takenAt }) => Date.parse(takenAt), true),
    pages,
  );
  return { status: 200, body: { items: items.map(shown), page } };
};

const DAY = 86_400_000;

const createCalibration: Handler = async (call) => {
  const { store, institute, has } = call;
  const instrument = instrumentOf(call);
  const { kind, takenAt, frames, temperatureCelsius, filter = null, validForDays = 30 } = await call.body<CalibrationInput>();
  const taken = momentOf(takenAt);
  const expiry = taken + validForDays * DAY;
  if (!hasFourDigitYear(taken) || !hasFourDigitYear(expiry)) throw invalid('/takenAt', 'It lies outside of the years 0000 to 9999.');
  if (filter !== null && !instrument.filters.includes(filter)) throw invalid('/filter', 'The instrument does not have it.');
  if (instrument.retired) throw conflict('The instrument is retired.');
  const times = { takenAt: new Date(taken).toISOString(), expiresAt: new Date(expiry).toISOString() };
  const described = { instrumentId: instrument.id, kind, frames, temperatureCelsius, filter, validForDays, ...times };
  const made = store.calibrations.add({ ...store.made('cal', institute), ...described });
  const last = instrument.lastCalibratedAt;
  if (last === null || has('calibration-entered-last') || Date.parse(last) < taken) instrument.lastCalibratedAt = made.takenAt;
  const { filter: _, ...without } = shown(made);
  return { status: 201, body: filter === null && has('calibration-filter-left-out') ? without : shown(made) };
};

export const nights = { listNights, createNight, listCalibrations, createCalibration };
