// Contracts.
import { gap } from '../../clock.ts';
import type { Reply } from '../../http.ts';
import { addDays, addMonths, addMonthsOver } from '../days.ts';
import { pageOf } from '../pages.ts';
import { type Contract, type ContractData, newId, type SupplyPoint, type Tariff } from '../store.ts';
import { showContract, stateOfContract } from '../views.ts';
import { type Call, conflict, created, type Handlers, invalid, required } from '../wire.ts';

const find = ({ store, path }: Call): Contract => required(store.contracts, path('contractId'), 'contract');

function list(call: Call): Reply {
  const { store, query, has } = call;
  const { state, customerId, supplyPointCode } = query as { state?: string; customerId?: string; supplyPointCode?: string };
  const things = [...store.contracts.values()].filter(
    (one) =>
      (state === undefined || stateOfContract(one) === state) &&
      (customerId === undefined || one.customerId === customerId || (has('customer-ignored-with-state') && state !== undefined)) &&
      (supplyPointCode === undefined || one.supplyPointCode === supplyPointCode),
  );
  return pageOf(call, { things, show: showContract });
}

/** A thing that a body names. */
function named<T>(things: ReadonlyMap<string, T>, id: string, target: string): T {
  const thing = things.get(id);
  if (thing === undefined) throw invalid({ target, message: 'There is no such thing.' });
  return thing;
}

function checkTariff({ has }: Call, tariff: Tariff, point: SupplyPoint, kind: string, startOn: string): void {
  if (tariff.state === 'draft' && !has('contract-on-draft')) throw conflict('TariffIsDraft', 'The tariff is a draft.', 'tariffId');
  if (tariff.energy !== point.energy && !has('contract-for-other-energy'))
    throw conflict('OtherEnergy', 'The tariff is for another kind of energy.', 'tariffId');
  if (tariff.audience !== kind && !has('contract-for-other-audience'))
    throw conflict('OtherAudience', 'The tariff is for the other kind of customers.', 'tariffId');
  const { validFrom, validTo } = tariff;
  const isLate = validTo !== null && (startOn > validTo || (has('last-day-of-tariff-refused') && startOn === validTo));
  if (startOn < validFrom || (isLate && !has('contract-after-tariff')))
    throw conflict('TariffNotValid', 'The tariff is not valid.', 'startOn');
}

function isFree({ store, has }: Call, { supplyPointCode, startOn }: ContractData): boolean {
  return !store.contractsOf(supplyPointCode).some(({ endOn }) => {
    if (endOn === null) return true;
    return has('next-contract-a-day-later') ? endOn >= startOn : endOn > startOn && !has('contract-before-end-of-last');
  });
}

async function create(call: Call): Promise<Reply> {
  const { store, stores, has } = call;
  const { customerId, supplyPointCode, tariffId, startOn, noticeDays, minimumTermMonths } = call.body as ContractData;
  const known = has('contract-with-customer-of-others') ? new Map(stores.flatMap(({ customers }) => [...customers])) : store.customers;
  const customer = named(known, customerId, 'customerId');
  const point = named(store.supplyPoints, supplyPointCode, 'supplyPointCode');
  checkTariff(call, named(store.tariffs, tariffId, 'tariffId'), point, customer.kind, startOn);
  const hasMeter = store.metersOf(supplyPointCode).some(({ installedOn }) => installedOn <= startOn || has('contract-before-meter'));
  if (!hasMeter) throw conflict('NoMeter', 'No meter had been installed by the start.', 'startOn');
  const data = { customerId, supplyPointCode, tariffId, startOn, noticeDays, minimumTermMonths };
  if (!isFree(call, data)) throw conflict('AlreadySupplied', 'Another contract supplies the supply point.', 'supplyPointCode');
  if (has('two-contracts-at-once')) await gap();
  const contract: Contract = { id: newId(), ...data, endOn: null, cancellation: null };
  store.contracts.set(contract.id, contract);
  return created(showContract(call, contract), `/contracts/${contract.id}`);
}

interface Cancellation {
  readonly receivedOn: string;
  readonly endOn: string;
  readonly reason: string;
  readonly comment: string | null;
}

function cancel(call: Call): Reply {
  const { store, has } = call;
  const contract = find(call);
  const { receivedOn, endOn, reason, comment } = call.body as Cancellation;
  if (contract.cancellation !== null) throw conflict('AlreadyCancelled', 'The contract is cancelled.');
  const noticeDays = contract.noticeDays + (has('notice-a-day-longer') ? 1 : has('notice-a-day-shorter') ? -1 : 0);
  if (endOn < addDays(receivedOn, noticeDays)) throw invalid({ target: 'endOn', message: 'The notice period is not kept.' });
  const add = has('term-runs-into-next-month') ? addMonthsOver : addMonths;
  const months = has('minimum-term-ignored') ? 0 : contract.minimumTermMonths;
  if (endOn < add(contract.startOn, months)) throw invalid({ target: 'endOn', message: 'The minimum term is not over.' });
  const billedUntil = store.billsOf(contract.id).at(-1)?.until ?? '';
  if (endOn < billedUntil && !has('cancelled-before-billed'))
    throw conflict('BilledLater', 'The contract is billed beyond that day.', 'endOn');
  const cancelled = { ...contract, endOn, cancellation: { receivedOn, reason, comment: has('cancel-comment-lost') ? null : comment } };
  store.contracts.set(contract.id, cancelled);
  return { status: 200, body: showContract(call, cancelled) };
}

export const contracts: Handlers = {
  listContracts: list,
  createContract: create,
  getContract: (call) => ({ status: 200, body: showContract(call, find(call)) }),
  cancelContract: cancel,
};
