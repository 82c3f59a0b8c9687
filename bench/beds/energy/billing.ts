// What a contract used, and the bill for it.
import { addDays, earlier, later } from './days.ts';
import { amountsOf } from './money.ts';
import { countOf } from './readings.ts';
import { type Bill, type Contract, newId, type Reading } from './store.ts';
import { type Call, conflict, required } from './wire.ts';

/** The two readings of each meter of a period. */
function readingsOf({ store, has }: Call, code: string, from: string, until: string): (readonly [Reading, Reading])[] {
  const meters = store
    .metersOf(code)
    .filter(({ installedOn, removedOn }) => installedOn < until && (removedOn === null || removedOn > from));
  const counted = has('bill-counts-last-meter') ? meters.slice(-1) : meters;
  return counted.map(({ serial, installedOn, removedOn }) => {
    const readings = store.readingsOf(serial);
    const on = (day: string): Reading => {
      const close = has('bill-takes-reading-before') ? readings.findLast(({ readOn }) => readOn <= day) : undefined;
      const found = readings.find(({ readOn }) => readOn === day) ?? close;
      if (found === undefined) throw conflict('ReadingMissing', `The meter ${serial} was not read on ${day}.`);
      return found;
    };
    return [on(later(from, installedOn)), on(earlier(until, removedOn ?? until))] as const;
  });
}

function isEstimated({ has }: Call, pairs: readonly (readonly [Reading, Reading])[]): boolean {
  const counted = has('estimated-by-last-reading') ? pairs.map(([, last]) => last) : pairs.flat();
  return counted.some(({ kind }) => kind === 'estimated');
}

function numberOf({ store, has }: Call): number {
  const bills = [...store.bills.values()];
  return has('number-of-void-bill-again') ? bills.filter(({ isVoid }) => !isVoid).length + 1 : bills.length + 1;
}

/** Makes the bill of a contract from the end of its last bill on. */
export function billOf(call: Call, contract: Contract, until: string, issuedOn: string, id = newId()): Bill {
  const { store, has } = call;
  const last = store.billsOf(contract.id).at(-1);
  const from = has('bills-from-the-start-again') ? contract.startOn : (last?.until ?? contract.startOn);
  const { endOn } = contract;
  if (until <= from || (endOn !== null && until > endOn && !has('billed-beyond-end')))
    throw conflict('NothingToBill', 'There is nothing to bill up to that day.', 'until');
  const pairs = readingsOf(call, contract.supplyPointCode, from, until);
  const counted = (names: readonly string[]): number =>
    pairs.reduce(
      (sum, [first, next]) => sum + names.reduce((all, name) => all + countOf(next.values, name) - countOf(first.values, name), 0),
      0,
    );
  const used = { kwh: counted(['total', 'day', 'night']), night: counted(['night']) };
  const tariff = required(store.tariffs, contract.tariffId, 'tariff');
  const kwh = has('kwh-without-night') ? counted(['total', 'day']) : used.kwh;
  return {
    id,
    number: numberOf(call),
    contractId: contract.id,
    customerId: contract.customerId,
    from,
    until,
    kwh,
    estimated: isEstimated(call, pairs),
    amounts: amountsOf(tariff, used, from, until, has),
    issuedOn,
    dueOn: addDays(has('due-from-end-of-period') ? until : issuedOn, 14),
    readingIds: pairs.flat().map((reading) => reading.id),
    isVoid: false,
    payments: [],
    plan: null,
  };
}
