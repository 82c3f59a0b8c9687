// Bills, and what is paid on them.
import { isDeepStrictEqual } from 'node:util';
import { gap } from '../../clock.ts';
import type { Reply } from '../../http.ts';
import { billOf } from '../billing.ts';
import { addDays, addMonths, addMonthsOver } from '../days.ts';
import { cents, openOf, totalOf } from '../money.ts';
import { pageOf } from '../pages.ts';
import type { Bill, Payment } from '../store.ts';
import { showBill, showPlan, stateOfBill } from '../views.ts';
import { type Call, conflict, created, type Handlers, invalid, notFound, required } from '../wire.ts';

const find = ({ store, path }: Call): Bill => required(store.bills, path('billId'), 'bill');

function list(call: Call): Reply {
  const { store, query, has } = call;
  const { state, customerId, dueBefore = '9' } = query as { state?: readonly string[]; customerId?: string; dueBefore?: string };
  const states = has('only-first-state') ? state?.slice(0, 1) : state;
  const things = [...store.bills.values()].filter(
    (one) =>
      (states === undefined || states.includes(stateOfBill(call, one))) &&
      (customerId === undefined || one.customerId === customerId) &&
      (has('due-before-inclusive') ? one.dueOn <= dueBefore : one.dueOn < dueBefore),
  );
  return pageOf(call, {
    things,
    show: showBill,
    keys: { number: ({ number }) => number, totalAmount: totalOf, dueOn: ({ dueOn }) => dueOn },
  });
}

function read(call: Call): Reply {
  const { stores, path, has } = call;
  const bill = has('bill-of-others-shown')
    ? stores.map(({ bills }) => bills.get(path('billId'))).find((one) => one !== undefined)
    : undefined;
  return { status: 200, body: showBill(call, bill ?? find(call)) };
}

function create(call: Call): Reply {
  const contract = required(call.store.contracts, call.path('contractId'), 'contract');
  const { until, issuedOn = until } = call.body as { until: string; issuedOn?: string };
  if (issuedOn < until || (call.has('bill-dated-until-refused') && issuedOn === until))
    throw invalid({ target: 'issuedOn', message: 'A bill cannot be dated before the end of its period.' });
  const bill = billOf(call, contract, until, issuedOn);
  call.store.bills.set(bill.id, bill);
  const reply = created(showBill(call, bill), `/bills/${bill.id}`);
  return call.has('bill-without-location') ? { status: 201, body: reply.body } : reply;
}

function voidBill(call: Call): Reply {
  const { store, has } = call;
  const bill = find(call);
  if (bill.isVoid) throw conflict('AlreadyVoid', 'The bill is void.');
  if (bill.payments.length > 0 && !has('paid-bill-voided')) throw conflict('BillHasPayments', 'Something was paid on the bill.');
  if (store.billsOf(bill.contractId).at(-1)?.id !== bill.id && !has('earlier-bill-voided'))
    throw conflict('BillNotLatest', 'The contract has a later bill.');
  const gone = { ...bill, isVoid: true, plan: has('plan-stays-after-void') ? bill.plan : null };
  store.bills.set(bill.id, gone);
  return { status: 200, body: showBill(call, gone) };
}

async function pay(call: Call): Promise<Reply> {
  const { store, has } = call;
  const bill = find(call);
  const { reference, amount, method, paidOn } = call.body as Payment;
  const payment = { reference, amount, method, paidOn };
  const known = has('payment-booked-again') ? undefined : bill.payments.find((one) => one.reference === reference);
  if (known !== undefined && (isDeepStrictEqual(known, payment) || has('known-reference-with-other-amount')))
    return { status: 200, body: showBill(call, bill) };
  if (known !== undefined) throw conflict('ReferenceKnown', 'Another payment of the bill has this reference.', 'reference');
  const open = openOf(bill);
  if (open === 0) throw conflict('BillNotOpen', 'Nothing is open on the bill.');
  if (has('two-payments-at-once')) await gap();
  if (cents(amount) > open + (has('payment-a-cent-more') ? 1 : 0)) throw conflict('TooMuch', 'Less is open on the bill.', 'amount');
  if (has('payment-of-all-refused') && cents(amount) === open) throw conflict('TooMuch', 'Less is open on the bill.', 'amount');
  const { payments } = required(store.bills, bill.id, 'bill');
  const paid = { ...bill, payments: [...payments, payment] };
  store.bills.set(bill.id, paid);
  return { status: 201, body: showBill(call, paid) };
}

function daysOf({ has }: Call, first: string, count: number): string[] {
  const days = [first];
  while (days.length < count) {
    if (has('instalments-drift')) days.push(addMonths(days.at(-1) ?? first, 1));
    else if (has('instalments-every-30-days')) days.push(addDays(first, 30 * days.length));
    else days.push((has('instalments-run-over') ? addMonthsOver : addMonths)(first, days.length));
  }
  return days;
}

function createPlan(call: Call): Reply {
  const { store, has } = call;
  const bill = find(call);
  const { count, firstDueOn } = call.body as { count: number; firstDueOn: string };
  if (firstDueOn < bill.issuedOn && !has('plan-before-bill'))
    throw invalid({ target: 'firstDueOn', message: 'The bill has a later date.' });
  if (openOf(bill) === 0) throw conflict('BillNotOpen', 'Nothing is open on the bill.');
  if (bill.plan !== null && !has('second-plan')) throw conflict('PlanExists', 'The bill has a plan.');
  const open = has('plan-of-total') ? totalOf(bill) : openOf(bill);
  const part = Math.floor(open / count);
  if (part < 500 || (has('instalment-of-five-refused') && part === 500))
    throw conflict('InstalmentTooSmall', 'An instalment is less than 5.00.', 'count');
  const rest = has('plan-rest-lost') ? 0 : open - part * count;
  const instalments = daysOf(call, firstDueOn, count).map((dueOn, index) => {
    const isFirst = has('plan-rest-on-last') ? index === count - 1 : index === 0;
    return { dueOn, amount: part + (isFirst ? rest : 0) };
  });
  const planned = { ...bill, plan: { instalments, paidBefore: totalOf(bill) - openOf(bill) } };
  store.bills.set(bill.id, planned);
  return created(showPlan(call, planned), `/bills/${bill.id}/instalment-plan`);
}

function readPlan(call: Call): Reply {
  const bill = find(call);
  if (bill.plan === null) throw notFound('plan');
  return { status: 200, body: showPlan(call, bill) };
}

export const bills: Handlers = {
  createBill: create,
  listBills: list,
  getBill: read,
  voidBill,
  recordPayment: pay,
  createInstalmentPlan: createPlan,
  getInstalmentPlan: readPlan,
};
