// Instruments.
import type { Call, Handler } from '../call.ts';
import { type InstrumentInput, type InstrumentPatch, KINDS } from '../inputs.ts';
import { pageOf, pagesOf, sorted, sortingOf } from '../lists.ts';
import type { Instrument } from '../store.ts';
import { showInstrument } from '../views.ts';
import { conflict, notFound, tagOf } from '../wire.ts';
import { answerRead, requireMatch } from './conditions.ts';

export function instrumentOf({ store, id, institute }: Call): Instrument {
  const found = store.instruments.find(id, institute);
  if (found === undefined) throw notFound();
  return found;
}

const instrumentTag = ({ has }: Call, shown: { readonly id: string; readonly name: string }): string =>
  tagOf(has('instrument-tag-of-name') ? { id: shown.id, name: shown.name } : shown);

const SORTINGS = ['createdAt', '-createdAt', 'name', '-name', 'apertureMm', '-apertureMm'];

const listInstruments: Handler = ({ store, institute, query, has }) => {
  const kinds = query.choices('kind', KINDS);
  const retired = query.flag('retired');
  const aperture = query.whole('minApertureMm', 50, 42_000);
  const sort = query.choice('sort', SORTINGS) ?? 'createdAt';
  const pages = pagesOf(query, JSON.stringify(['instruments', kinds, retired, aperture, sort]), has);
  const { member, isDescending } = sortingOf(sort);
  const found = store.instruments
    .of(institute)
    .filter(({ kind }) => kinds?.includes(kind) ?? true)
    .filter((instrument) => retired === undefined || instrument.retired === retired)
    .filter(({ apertureMm }) => apertureMm >= (aperture ?? 0));
  const keyOf = (instrument: Instrument): string | number => {
    if (member === 'name') return instrument.name;
    if (member === 'apertureMm') return has('aperture-sorted-as-text') ? String(instrument.apertureMm) : instrument.apertureMm;
    return instrument.createdAt;
  };
  const { items, page } = pageOf(sorted(found, keyOf, isDescending), pages);
  return { status: 200, body: { items: items.map((one) => showInstrument(store, one)), page } };
};

const createInstrument: Handler = async (call) => {
  const { store, institute } = call;
  const { name, kind, apertureMm, serialNumber, site, filters = [], homepage = null } = await call.body<InstrumentInput>();
  if (store.instruments.of(institute).some((other) => other.serialNumber === serialNumber))
    throw conflict('Another instrument has the serial number.');
  const described = { name, kind, apertureMm, serialNumber, filters, site, homepage };
  const made = store.instruments.add({ ...store.made('ins', institute), ...described, retired: false, lastCalibratedAt: null });
  const body = showInstrument(store, made);
  return { status: 201, body, headers: { location: `/instruments/${made.id}`, etag: instrumentTag(call, body) } };
};

const getInstrument: Handler = (call) => {
  const body = showInstrument(call.store, instrumentOf(call));
  return answerRead(call, body, instrumentTag(call, body));
};

const updateInstrument: Handler = async (call) => {
  const { store, has } = call;
  const instrument = instrumentOf(call);
  const { name, filters, homepage, retired } = await call.body<InstrumentPatch>(() =>
    requireMatch(call, instrumentTag(call, showInstrument(store, instrument))),
  );
  if (name !== undefined) instrument.name = name;
  if (filters !== undefined && !(filters.length === 0 && has('filters-never-emptied'))) instrument.filters = filters;
  if (homepage !== undefined) instrument.homepage = homepage;
  if (retired !== undefined) instrument.retired = retired;
  const body = showInstrument(store, instrument);
  return { status: 200, body, headers: { etag: instrumentTag(call, body) } };
};

export const instruments = { listInstruments, createInstrument, getInstrument, updateInstrument };
