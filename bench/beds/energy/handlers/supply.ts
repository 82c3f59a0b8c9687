// Supply points and their meters.

import type { Reply } from '../../http.ts';
import { today } from '../days.ts';
import { pageOf } from '../pages.ts';
import { checkValues, isFalling, keepReading } from '../readings.ts';
import type { Meter, RegisterValue, SupplyPoint, SupplyPointData } from '../store.ts';
import { isSupplied, showMeter, showSupplyPoint } from '../views.ts';
import { type Call, changed, conflict, created, type Handlers, invalid, required } from '../wire.ts';

const find = ({ store, path }: Call): SupplyPoint => required(store.supplyPoints, path('code'), 'supply point');

function list(call: Call): Reply {
  const { store, query, has } = call;
  const { energy, supplied, minCapacity = 0 } = query as { energy?: string; supplied?: boolean; minCapacity?: number };
  const isLarge = ({ capacityKw }: SupplyPoint): boolean =>
    has('min-capacity-exclusive') && minCapacity > 0 ? capacityKw > minCapacity : capacityKw >= minCapacity;
  const isAsked = ({ code }: SupplyPoint): boolean =>
    supplied === undefined || (has('supplied-false-ignored') && !supplied) || isSupplied(call, code) === supplied;
  const all = [...store.supplyPoints.values()];
  const things = all.filter((one) => (energy === undefined || one.energy === energy) && isAsked(one) && isLarge(one));
  return pageOf(call, { things, show: showSupplyPoint, keys: { code: ({ code }) => code, capacityKw: ({ capacityKw }) => capacityKw } });
}

function put(call: Call): Reply {
  const { store, has, path } = call;
  const code = path('code');
  const old = store.supplyPoints.get(code);
  if (old !== undefined && call.header('if-none-match') !== undefined && !has('put-replaces-although-it-exists')) throw changed();
  // Supply points have no tags, so that only `*` stands for one that is there (RFC 9110, 13.1.1).
  const known = call.header('if-match');
  if (known !== undefined && (old === undefined || known.trim() !== '*')) throw changed();
  const { energy, address, capacityKw, annualEstimateKwh } = call.body as SupplyPointData;
  if (old !== undefined && old.energy !== energy && store.metersOf(code).length > 0 && !has('energy-changes-with-meter'))
    throw conflict('MeterInstalled', 'The supply point has a meter for the other kind of energy.', 'energy');
  const estimate = has('estimate-of-32-bits') ? annualEstimateKwh | 0 : annualEstimateKwh;
  const kept = has('put-keeps-what-is-left-out') && annualEstimateKwh === 0 ? old?.annualEstimateKwh : undefined;
  const point = { code, energy, address, capacityKw, annualEstimateKwh: kept ?? estimate };
  store.supplyPoints.set(code, point);
  const shown = showSupplyPoint(call, point);
  return old === undefined ? created(shown, `/supply-points/${code}`) : { status: 200, body: shown };
}

function listMeters(call: Call): Reply {
  const { removed } = call.query as { removed?: boolean };
  const meters = call.store.metersOf(find(call).code);
  const things = meters.filter(({ removedOn }) => removed === undefined || (removedOn !== null) === removed);
  return pageOf(call, { things, show: showMeter });
}

interface NewMeter {
  readonly serial: string;
  readonly digits: number;
  readonly registers: readonly string[];
  readonly initialValues: readonly RegisterValue[];
}

function checkMeter({ store, has }: Call, meter: NewMeter, place: string): void {
  const names = meter.registers.toSorted().join();
  if (names !== 'total' && names !== 'day,night' && !has('any-registers'))
    throw invalid({ target: `${place}registers`, message: 'A meter has the register total, or day and night.' });
  checkValues(meter, meter.initialValues, `${place}initialValues`, has);
  if (store.meters.has(meter.serial)) throw conflict('SerialTaken', 'Another meter has this serial number.', `${place}serial`);
}

function checkDay(day: string, target: string): void {
  if (day > today()) throw invalid({ target, message: 'The day lies in the future.' });
}

function keepMeter(call: Call, data: NewMeter, supplyPointCode: string, installedOn: string, source: 'installation' | 'exchange'): Reply {
  const { serial, digits, registers, initialValues } = data;
  const meter: Meter = { serial, supplyPointCode, digits, registers, installedOn, removedOn: null };
  call.store.meters.set(serial, meter);
  keepReading(call.store, meter, source, { readOn: installedOn, kind: 'actual', values: initialValues, note: null });
  const isWrong = call.has('meter-location-under-supply-point');
  return created(showMeter(call, meter), isWrong ? `/supply-points/${supplyPointCode}/meters/${serial}` : `/meters/${serial}`);
}

function install(call: Call): Reply {
  const { code } = find(call);
  const data = call.body as NewMeter & { installedOn: string };
  checkDay(data.installedOn, 'installedOn');
  checkMeter(call, data, '');
  if (call.store.metersOf(code).length > 0 && !call.has('second-meter-installed'))
    throw conflict('MeterInstalled', 'The supply point has a meter already.');
  return keepMeter(call, data, code, data.installedOn, 'installation');
}

interface Exchange {
  readonly exchangedOn: string;
  readonly finalValues: readonly RegisterValue[];
  readonly newMeter: NewMeter;
}

function exchange(call: Call): Reply {
  const { store, has } = call;
  const old = required(store.meters, call.path('serial'), 'meter');
  const { exchangedOn, finalValues, newMeter } = call.body as Exchange;
  checkDay(exchangedOn, 'exchangedOn');
  checkValues(old, finalValues, 'finalValues', has);
  checkMeter(call, newMeter, 'newMeter.');
  if (old.removedOn !== null) throw conflict('MeterRemoved', 'The meter was taken out.');
  if (old.registers.toSorted().join() !== newMeter.registers.toSorted().join() && !has('exchange-changes-registers'))
    throw conflict('RegistersDiffer', 'The new meter has other registers.', 'newMeter.registers');
  const last = store.readingsOf(old.serial).at(-1);
  if (last !== undefined && last.readOn >= exchangedOn)
    throw conflict('ReadLater', 'The meter was read on that day or later.', 'exchangedOn');
  if (last !== undefined && isFalling(last.values, finalValues) && !has('exchange-with-lower-values'))
    throw conflict('ReadingFalls', 'The final values are lower than the latest reading.', 'finalValues');
  store.meters.set(old.serial, { ...old, removedOn: exchangedOn });
  if (!has('exchange-forgets-final-values'))
    keepReading(store, old, 'exchange', { readOn: exchangedOn, kind: 'actual', values: finalValues, note: null });
  return keepMeter(call, newMeter, old.supplyPointCode, exchangedOn, 'exchange');
}

export const supply: Handlers = {
  listSupplyPoints: list,
  getSupplyPoint: (call) => ({ status: 200, body: showSupplyPoint(call, find(call)) }),
  putSupplyPoint: put,
  listMeters,
  installMeter: install,
  getMeter: (call) => ({ status: 200, body: showMeter(call, required(call.store.meters, call.path('serial'), 'meter')) }),
  exchangeMeter: exchange,
};
