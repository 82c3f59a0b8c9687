// Allowances and deductions.
import { partOf } from '../pages.ts';
import * as store from '../store.ts';
import { kindView } from '../views.ts';
import { invalid, Refusal } from '../wire.ts';
import { employeeOf, type Faults, type Handlers } from './call.ts';

type Given = Partial<store.PayItem> & Pick<store.PayItem, 'kind' | 'code' | 'label' | 'amount' | 'firstPeriod' | 'lastPeriod'>;

function described(input: Given, employeeId: string): store.PayItem {
  const { kind, code, label, amount, taxable = true, creditor = '', priority = 5, firstPeriod, lastPeriod } = input;
  return { id: store.newId(), employeeId, kind, code, label, amount, taxable, creditor, priority, firstPeriod, lastPeriod };
}

const counts = ({ firstPeriod, lastPeriod }: store.PayItem, period: string): boolean =>
  firstPeriod <= period && period <= (lastPeriod ?? '9999-99');

export const items = (_: store.Store, faults: Faults): Handlers => ({
  listPayItems: (call) => {
    const { kind, period } = call.query<{ kind?: string; period?: string }>();
    const all = store.ofEmployee(call.employer.items, employeeOf(call).id);
    const found = all.filter((one) => (kind === undefined || one.kind === kind) && (period === undefined || counts(one, period)));
    const part = partOf(call, found, { keys: ({ code, id }) => [code, id] }, faults);
    return { status: 200, body: { ...part, list: part.list.map(kindView) } };
  },
  createPayItem: (call) => {
    const employee = employeeOf(call);
    const item = described(call.input<Given>(), employee.id);
    const { code, firstPeriod, lastPeriod } = item;
    const isBackwards = lastPeriod !== null && lastPeriod < firstPeriod;
    if (isBackwards && !faults.has('last-month-before-first')) throw invalid('/lastPeriod', 'is before the first month');
    const known = store.ofEmployee(call.employer.items, employee.id).filter((one) => one.code === code);
    const shares = (one: store.PayItem): boolean =>
      store.shareDays(firstPeriod, lastPeriod, { from: one.firstPeriod, until: one.lastPeriod });
    if (known.some(shares) && !faults.has('codes-twice-in-a-month'))
      throw new Refusal('overlap', 'The code counts in some of the months already.');
    return { status: 201, body: kindView(store.keep(call.employer.items, item)) };
  },
});
