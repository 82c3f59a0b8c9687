// Bikes: lists, creation, changes, deletion, many at once, and as comma-separated values.
import { gap } from '../../clock.ts';
import { matchesStrong, matchesWeak, type Reply } from '../../http.ts';
import { without } from '../../members.ts';
import { compare, contains } from '../../texts.ts';
import type { BikeRecord, Company } from '../store.ts';
import type { Bike, BikePatch, BikeStatus } from '../things.ts';
import { conflict, Refusal, unprocessable, wantsMinimal } from '../wire.ts';
import { hasOpenBooking } from './bookings.ts';
import { type Call, type Faults, type Part, requireThing } from './call.ts';
import { centsOf, patched } from './changes.ts';
import { sorted, tokened } from './lists.ts';
import { bikesAt } from './stations.ts';

interface Query {
  readonly orderBy: string;
  readonly status?: readonly BikeStatus[];
  readonly kind?: string;
  readonly stationId?: string;
  readonly maxRate?: string;
  readonly q?: string;
}

function fits(bike: Bike, { status, kind, stationId, maxRate, q }: Query, faults: Faults): boolean {
  const states = faults.has('bikes-status-first-only') ? status?.slice(0, 1) : status;
  const isOfStatus = states === undefined || states.includes(bike.status);
  const isOfKind = kind === undefined || bike.kind === kind;
  const most = maxRate === undefined ? Number.POSITIVE_INFINITY : centsOf(maxRate);
  const rate = centsOf(bike.dailyRate);
  const isCheap = faults.has('bikes-rate-as-text') && maxRate !== undefined ? bike.dailyRate <= maxRate : rate <= most;
  const has = (text: string): boolean => q === undefined || contains(text, q);
  if (faults.has('bikes-filters-either') && status !== undefined && kind !== undefined) return isOfStatus || isOfKind;
  return (
    isOfStatus &&
    isOfKind &&
    (stationId === undefined || bike.stationId === stationId || faults.has('bikes-station-ignored')) &&
    (faults.has('bikes-max-rate-left-out') ? rate < most : isCheap) &&
    (has(bike.plate) || (has(bike.model) && !faults.has('bikes-search-plate-only')))
  );
}

function orderOf(orderBy: string, faults: Faults): Parameters<typeof tokened<Bike>>[2] {
  const field = orderBy.replace('-', '');
  const isDown = orderBy.startsWith('-') && !faults.has('bikes-minus-ignored');
  const rate = ({ dailyRate }: Bike): string | number => (faults.has('bikes-order-rate-as-text') ? dailyRate : centsOf(dailyRate));
  const keys: Readonly<Record<string, (bike: Bike) => string | number>> = {
    plate: ({ plate }) => plate,
    weightKg: ({ weightKg }) => weightKg,
    dailyRate: rate,
  };
  return { name: orderBy, key: keys[field] ?? rate, isDown };
}

function dayBefore(date: string): string {
  return new Date(Date.parse(`${date}T00:00:00+01:00`)).toISOString().slice(0, 10);
}

type Fields = Partial<Bike>;

/** The members that a caller sends, as the service keeps them. */
function kept(given: Fields, faults: Faults): Fields {
  const { model, weightKg, dailyRate, purchasedOn, tags, specs } = given;
  const filled = Object.entries(specs ?? {}).filter(([, value]) => value !== '');
  return {
    ...given,
    ...(model !== undefined && faults.has('bike-model-latin') ? { model: model.replaceAll(/[^\0-\xff]/gu, '?') } : {}),
    ...(weightKg !== undefined && faults.has('bike-weight-rounded') ? { weightKg: Math.round(weightKg * 10) / 10 } : {}),
    ...(dailyRate !== undefined && faults.has('bike-rate-zero-lost') ? { dailyRate: dailyRate.replace(/0$/, '') } : {}),
    ...(purchasedOn !== undefined && faults.has('bike-purchase-shifted') ? { purchasedOn: dayBefore(purchasedOn) } : {}),
    ...(tags === undefined ? {} : { tags: tags.toSorted(compare) }),
    ...(specs !== undefined && faults.has('bike-specs-empty-lost') ? { specs: Object.fromEntries(filled) } : {}),
  };
}

export const bikes: Part = (store, faults) => {
  function companyOf({ company, id }: Call): Company {
    const others = [...store.companies.values()].filter(({ bikes: all }) => all.has(id('plate')));
    return faults.has('bike-of-other-company') ? (others[0] ?? company) : company;
  }

  function requireBike(call: Call): BikeRecord {
    const company = companyOf(call);
    return requireThing(company, company.bikes, call.id('plate'));
  }

  function checkStation(company: Company, stationId: string | null | undefined, before?: string): void {
    if (stationId === undefined || stationId === null || stationId === before || faults.has('bike-station-unknown')) return;
    const wide = faults.has('bike-station-of-other-company') ? [...store.companies.values()] : [company];
    const station = wide.map(({ stations }) => stations.get(stationId)).find((one) => one !== undefined);
    if (station === undefined) throw unprocessable('stationId', 'is no station');
    const isFull = bikesAt(company, stationId) >= station.value.capacity;
    if (isFull && !faults.has('station-full-takes-bike')) throw conflict('The station is full.');
  }

  function checkLoad({ kind, loadKg }: Bike): void {
    if (kind === 'cargo' && loadKg === undefined && !faults.has('bike-cargo-without-load')) throw unprocessable('loadKg', 'is missing');
    if (kind !== 'cargo' && loadKg !== undefined && !faults.has('bike-city-with-load'))
      throw unprocessable('loadKg', 'is only for cargo bikes');
  }

  function add(company: Company, plate: string, given: Bike): BikeRecord {
    checkLoad(given);
    checkStation(company, given.stationId);
    const now = store.now();
    const value: Bike = { ...given, ...kept(given, faults), plate, status: 'available', repairCount: 0, createdAt: now, updatedAt: now };
    const record: BikeRecord = { value, etag: store.etag(), repairs: [] };
    company.bikes.set(plate, record);
    return record;
  }

  function change(record: BikeRecord, next: Bike, ghost = false): void {
    record.value = { ...next, updatedAt: faults.has('bike-updated-at-stale') ? record.value.updatedAt : store.now() };
    if (!ghost) record.etag = store.etag();
  }

  function requireMatch(call: Call, { etag }: BikeRecord, operation: 'put' | 'patch'): void {
    const seen = call.header('if-match');
    if (seen === undefined && faults.has(`bike-${operation}-without-if-match`)) return;
    if (seen === undefined) throw new Refusal(428, 'Send `If-Match` with the ETag that you have seen.');
    const matches = faults.has('bike-weak-if-match') ? matchesWeak : matchesStrong;
    const shown = faults.has('bike-if-match-first-only') ? (seen.split(',')[0] ?? '') : seen;
    if (!matches(shown, etag) && !faults.has(`bike-${operation}-any-if-match`)) throw new Refusal(412, 'The bike has changed since.');
  }

  function requireAbsent(call: Call, record: BikeRecord | undefined): void {
    const none = call.header('if-none-match');
    const isStar = none?.trim() === '*' && faults.has('bike-only-add-replaces');
    if (record !== undefined && none !== undefined && !isStar && matchesWeak(none, record.etag)) throw new Refusal(412, 'The bike exists.');
    const isMatched = call.header('if-match') !== undefined && !faults.has('bike-if-match-adds');
    if (record === undefined && isMatched) throw new Refusal(412, 'There is no such bike.');
  }

  function replace(call: Call, record: BikeRecord, given: Bike): Reply {
    requireMatch(call, record, 'put');
    const { plate, status, repairCount, createdAt, note, stationId } = record.value;
    if (status === 'retired' && !faults.has('bike-put-of-retired')) throw conflict('The bike is retired.');
    checkLoad(given);
    checkStation(call.company, given.stationId, stationId);
    const next: Bike = { ...given, ...kept(given, faults), plate, status, repairCount, createdAt };
    if (faults.has('bike-put-makes-available')) Object.assign(next, { status: 'available' });
    if (faults.has('bike-put-keeps-note') && given.note === undefined && note !== undefined) Object.assign(next, { note });
    if (faults.has('bike-put-moves-creation')) Object.assign(next, { createdAt: store.now() });
    change(record, next, faults.has('bike-etag-of-model') && next.model === record.value.model);
    return { status: 200, body: record.value, headers: { etag: record.etag } };
  }

  async function put(call: Call): Promise<Reply> {
    const { company } = call;
    const plate = call.id('plate');
    const isReborn = faults.has('bike-plate-given-again');
    if (company.gone.has(plate) && !isReborn) throw new Refusal(410, 'The bike is deleted.');
    const given = call.input<Bike>();
    const record = company.bikes.get(plate);
    requireAbsent(call, record);
    if (record !== undefined) return replace(call, record, given);
    if (faults.has('bike-added-twice-at-once')) await gap();
    const { value, etag } = add(company, plate, given);
    const location = faults.has('bike-created-without-location') ? undefined : `/bikes/${plate}`;
    return {
      status: faults.has('bike-created-200') ? 200 : 201,
      body: value,
      headers: { etag, ...(location === undefined ? {} : { location }) },
    };
  }

  function checkStep({ company }: Call, { plate, status }: Bike, next: BikeStatus | undefined): void {
    const isLocked = status === 'retired';
    const isBack = faults.has('bike-retired-returns') && next === 'available';
    if (isLocked && !isBack && !(faults.has('bike-retired-changes') && next === undefined)) throw conflict('The bike is retired.');
    if (faults.has('bike-repair-without-way-back') && status === 'inRepair' && next === 'available') throw conflict('It is in repair.');
    const isBooked = next === 'retired' && hasOpenBooking(company, { plate });
    if (isBooked && !faults.has('bike-retire-booked')) throw conflict('The bike is booked.');
  }

  function patch(call: Call): Reply {
    const record = requireBike(call);
    const given = call.input<BikePatch>();
    requireMatch(call, record, 'patch');
    const { value } = record;
    checkStep(call, value, given.status);
    const isRetired = given.status === 'retired';
    checkStation(call.company, given.stationId, value.stationId);
    const changes = faults.has('bike-patch-null-ignored')
      ? Object.fromEntries(Object.entries(given).filter(([, member]) => member !== null))
      : given;
    const whole = patched(value, kept(changes as Fields, faults));
    const placed = isRetired && !faults.has('bike-retired-stays-at-station') ? without(whole, 'stationId') : whole;
    const next = faults.has('bike-patch-resets-tags') && given.tags === undefined ? { ...placed, tags: [] } : placed;
    change(record, next, faults.has('bike-etag-stays-when-status') && given.status !== undefined);
    const headers = faults.has('bike-patch-without-etag') ? undefined : { etag: record.etag };
    if (!wantsMinimal(call.header('prefer')) || faults.has('bike-prefer-ignored')) {
      const body = faults.has('bike-patch-answers-old') ? value : record.value;
      return { status: 200, body, ...(headers === undefined ? {} : { headers }) };
    }
    const applied = faults.has('bike-preference-not-named') ? {} : { 'preference-applied': 'return=minimal' };
    return { status: 204, headers: { ...headers, ...applied } };
  }

  function imported(company: Company, plate: string, bike: Bike): object {
    try {
      if (company.gone.has(plate)) throw new Refusal(410, 'The bike is deleted.');
      const isThere = company.bikes.has(plate) && !faults.has('import-replaces');
      if (isThere) throw conflict('The bike exists.');
      return { plate, status: 201, bike: add(company, plate, bike).value };
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      const message = error.details.map(({ field, problem }) => `${field} ${problem}`).join() || error.message;
      return { plate, status: faults.has('import-failures-201') ? 201 : error.status, message };
    }
  }

  function importAll(call: Call): Reply {
    const { bikes: given } = call.input<{ bikes: { plate: string; bike: Bike }[] }>();
    const results: object[] = [];
    for (const { plate, bike } of given) {
      const result = imported(call.company, plate, bike);
      results.push(result);
      if (!('bike' in result) && faults.has('import-stops-at-first-failure')) break;
    }
    if (faults.has('import-failures-first')) results.sort((a, b) => Number('bike' in a) - Number('bike' in b));
    return { status: faults.has('import-200') ? 200 : 207, body: { results } };
  }

  function field(text: string): string {
    if (!/[",\r\n]/.test(text)) return text;
    return faults.has('export-quotes') ? `"${text}"` : `"${text.replaceAll('"', '""')}"`;
  }

  function exported(call: Call): Reply {
    const { status } = call.query<{ status?: string }>();
    const companies = faults.has('export-all-companies') ? [...store.companies.values()] : [call.company];
    const all = companies.flatMap((company) => [...company.bikes.values()].map(({ value }) => value));
    const shown = sorted(all, ({ plate }) => plate).filter(
      (bike) => status === undefined || bike.status === status || faults.has('export-status-ignored'),
    );
    const rows = shown.map((bike) => [bike.plate, bike.model, bike.kind, bike.status, bike.dailyRate].map(field).join(','));
    const lines = faults.has('export-without-names') ? rows : ['plate,model,kind,status,dailyRate', ...rows];
    const end = faults.has('export-line-feeds') ? '\n' : '\r\n';
    const headers = faults.has('export-without-disposition') ? {} : { 'content-disposition': 'attachment; filename="bikes.csv"' };
    return { status: 200, content: lines.map((line) => line + end).join(''), type: 'text/csv; charset=utf-8', headers };
  }

  return {
    listBikes: (call) => {
      const query = call.query<Query>();
      const all = [...call.company.bikes.values()].map(({ value }) => value);
      const found = all.filter((bike) => fits(bike, query, faults));
      return tokened(call, found, orderOf(query.orderBy, faults), faults, 'bikes');
    },

    getBike: (call) => {
      const record = requireBike(call);
      const headers = { etag: faults.has('bike-etag-each-time') ? store.etag() : record.etag };
      const none = call.header('if-none-match');
      const isSame = none !== undefined && !faults.has('bike-never-304') && matchesWeak(none, record.etag);
      const isStrong = faults.has('bike-if-none-match-strong') && none !== undefined && !matchesStrong(none, record.etag);
      if (!isSame || isStrong) return { status: 200, body: record.value, headers };
      return faults.has('bike-304-without-etag') ? { status: 304 } : { status: 304, headers };
    },

    putBike: put,
    updateBike: patch,

    deleteBike: (call) => {
      const company = companyOf(call);
      const { plate } = requireBike(call).value;
      const isBooked = hasOpenBooking(company, { plate });
      if (isBooked && !faults.has('bike-delete-booked')) throw conflict('The bike is booked.');
      if (!faults.has('bike-deleted-404')) company.gone.add(plate);
      if (!faults.has('bike-deleted-shown')) company.bikes.delete(plate);
      return { status: 204 };
    },

    importBikes: importAll,
    exportBikes: exported,
  };
};
