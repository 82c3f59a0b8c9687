// The tests that the laboratory offers.
import { resultsOf, statusOf } from '../rules.ts';
import type { NewTest, Test } from '../things.ts';
import { created, invalid, need, ok, Refusal, tagOf } from '../wire.ts';
import { type Call, checkMatch, type Faults, fresh, type Handlers, pageOf, sorted, thing } from './call.ts';

const CODE = /^[A-Z][A-Z0-9]{1,7}$/;
const LOOSE_CODE = /^[A-Z0-9]{2,8}$/;

function checkRanges({ range, critical }: NewTest, faults: Faults): void {
  const isEmpty = faults.has('range-of-one-value') ? range.low > range.high : range.low >= range.high;
  if (isEmpty) throw invalid('range.high', 'must be above the lower end');
  if (critical === null) return;
  if (critical.low > range.low) throw invalid('critical.low', 'must not be above the lower end of the range');
  const isInside = faults.has('critical-equals-range') ? critical.high <= range.high : critical.high < range.high;
  if (isInside) throw invalid('critical.high', 'must not be below the upper end of the range');
}

const find = ({ lab, path }: Call): Test => thing(lab.tests, path('code'), 'test');

function listed({ lab, query, faults }: Call): Test[] {
  const specimen = query.get('specimen') as string | undefined;
  const most = query.get('maxPrice') as number | undefined;
  return [...lab.tests.values()].filter(({ discipline, specimens, price }) => {
    const suits = specimen === undefined || (faults.has('first-specimen-alone') ? specimens[0] === specimen : specimens.includes(specimen));
    const isCheap = most === undefined || (faults.has('max-price-below') ? price < most : price <= most);
    return (query.get('discipline') ?? discipline) === discipline && suits && isCheap;
  });
}

/** Whether a test cannot leave the catalogue. */
function isUsed({ lab, faults }: Call, code: string): boolean {
  if ([...lab.instruments.values()].some(({ tests }) => tests.includes(code))) return true;
  const closed = faults.has('in-progress-tests-deleted') ? ['reported', 'cancelled', 'in_progress'] : ['reported', 'cancelled'];
  return [...lab.orders.values()].some(
    (order) => !closed.includes(statusOf(order)) && resultsOf(order).some(({ ordered }) => ordered.code === code),
  );
}

export const catalogue: Handlers = {
  listTests: (call) => pageOf(call, sorted(call, listed(call), { code: ({ code }) => code, price: ({ price }) => price }), (test) => test),

  getTest: (call) => fresh(call, find(call)),

  putTest: (call) => {
    const { lab, path, header, faults } = call;
    const code = path('code');
    const known = lab.tests.get(code);
    const input = call.input<NewTest>();
    if (!(faults.has('codes-start-with-digits') ? LOOSE_CODE : CODE).test(code))
      throw invalid('', 'The code in the path is not as described.');
    checkRanges(input, faults);
    const adds = header('if-none-match')?.trim() === '*' && !faults.has('star-replaces');
    if (known !== undefined && adds) throw new Refusal(412, 'exists', 'The code is taken.');
    if (known === undefined && header('if-match') !== undefined) throw new Refusal(412, 'changed', 'There is no such test.');
    if (known !== undefined && !faults.has('old-tag-replaces')) checkMatch(call, known);
    const test: Test = { code, revision: (known?.revision ?? 0) + 1, ...input };
    lab.tests.set(code, test);
    const etag = tagOf(test);
    return known === undefined || faults.has('replaced-as-created')
      ? created(test, { location: `/tests/${code}`, etag })
      : ok(test, { etag });
  },

  deleteTest: (call) => {
    const test = find(call);
    if (!call.faults.has('old-tag-deletes')) checkMatch(call, test);
    need(!isUsed(call, test.code), 'in_use', 'The test is in use.');
    call.lab.tests.delete(test.code);
    return { status: 204 };
  },
};
