// Grants, and the requests to change them.
import { page, sorted } from '../pages.ts';
import { isCompleted } from '../store.ts';
import type { ChangeInput, ChangeRequest, Grant } from '../things.ts';
import { showGrant } from '../views.ts';
import { conflict, found, invalid, notFound, read, tagOf } from '../wire.ts';
import type { Part } from './call.ts';

const DAY = 86_400_000;
const LONGEST_EXTENSION = 365;

function checkChange(grant: Grant, change: ChangeInput, isLoose: boolean): void {
  if (change.kind === 'extension') {
    const days = (Date.parse(change.endsOn) - Date.parse(grant.endsOn)) / DAY;
    if (days <= 0 || (days > LONGEST_EXTENSION && !isLoose)) throw invalid('endsOn', 'must be within 365 days after the end of the grant');
    return;
  }
  const from = grant.budget.find(({ code }) => code === change.fromCode);
  if (from === undefined) throw invalid('fromCode', 'must be the code of a budget line');
  const hasTo = grant.budget.some(({ code }) => code === change.toCode);
  if (!hasTo || change.toCode === change.fromCode) throw invalid('toCode', 'must be the code of another budget line');
  if (change.cents >= from.cents) throw invalid('cents', 'must be less than the amount of the line');
}

/** A grant after a change. */
function changed(grant: Grant, change: ChangeInput): Grant {
  if (change.kind === 'extension') return { ...grant, endsOn: change.endsOn };
  const amounts = new Map([
    [change.fromCode, -change.cents],
    [change.toCode, change.cents],
  ]);
  return { ...grant, budget: grant.budget.map((line) => ({ ...line, cents: line.cents + (amounts.get(line.code) ?? 0) })) };
}

export const grants: Part = (store, faults) => ({
  listGrants: (call) => {
    const { foundation, query } = call;
    const [state, organisationId, dueBefore] = [query<string>('state'), query<string>('organisationId'), query<string>('dueBefore')];
    const isDue = (day: string, { instalments }: Grant): boolean =>
      instalments.some((one) => one.dueOn < day && (one.state !== 'paid' || faults.has('paid-instalment-due')));
    const all = (faults.has('grants-of-all-foundations') ? store.all() : [foundation])
      .flatMap((one) => [...one.grants.values()])
      .filter((one) => state === undefined || isCompleted(one) === (state === 'completed'))
      .filter((one) => organisationId === undefined || one.organisationId === organisationId)
      .filter((one) => dueBefore === undefined || isDue(dueBefore, one));
    const sort = query<string>('sort');
    const used = faults.has('grants-from-the-lowest-on') ? sort?.replace('-', '') : sort;
    const inOrder = sorted(all, used, (one, name) => (name === 'number' ? one.number : one.awardedCents));
    return page(call, inOrder, (one) => showGrant(one, faults), faults);
  },

  getGrant: ({ foundation, id, header }) => {
    const shown = showGrant(found(foundation.grants, id('number')), faults);
    return read(shown, tagOf(shown), header('if-none-match'));
  },

  requestChange: ({ foundation, id, input }) => {
    const given = input<ChangeInput>();
    const grant = found(foundation.grants, id('number'));
    if (isCompleted(grant)) throw conflict('completed', 'The grant is completed.');
    if (grant.changeRequests.some(({ state }) => state === 'open'))
      throw conflict('change_open', 'Another change request of the grant is open.');
    checkChange(grant, given, faults.has('extension-of-any-length'));
    const request: ChangeRequest = { id: store.id(), state: 'open', ...given };
    foundation.grants.set(grant.number, { ...grant, changeRequests: [...grant.changeRequests, request] });
    return { status: 201, body: request };
  },

  resolveChange: ({ foundation, id, input }) => {
    const { granted } = input<{ granted: boolean }>();
    const grant = found(foundation.grants, id('number'));
    const request = grant.changeRequests.find((one) => one.id === id('changeRequestId'));
    if (request === undefined) throw notFound();
    if (request.state !== 'open') throw conflict('resolved', 'The change request is not open.');
    const resolved: ChangeRequest = { ...request, state: granted ? 'granted' : 'refused' };
    const changeRequests = grant.changeRequests.map((one) => (one.id === resolved.id ? resolved : one));
    const after = granted || faults.has('refused-change-made') ? changed(grant, request) : grant;
    foundation.grants.set(grant.number, { ...after, changeRequests });
    return { status: 200, body: resolved };
  },
});
