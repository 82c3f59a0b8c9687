// Compares the order in which a list comes, by `x-order`, in two versions of an operation.
import { type ListOrder, orderPhrase } from '../model/list-order.ts';
import type { Change } from './change.ts';

/** Callers that read the first items, or stop at one that they know, break where the order changes. */
export function compareOrder(
  before: ListOrder | undefined,
  after: ListOrder | undefined,
  place: Pick<Change, 'operation' | 'location'>,
  changes: Change[],
): void {
  const report = (kind: Change['kind'], message: string): void => void changes.push({ kind, code: 'order-changed', message, ...place });
  if (before === undefined && after !== undefined) report('compatible', `says the order of its list now: ${orderPhrase(after)}`);
  if (before !== undefined && after === undefined)
    report('breaking', `no longer says the order of its list, which was ${orderPhrase(before)}`);
  if (before === undefined || after === undefined || (before.direction === after.direction && before.by === after.by)) return;
  report('breaking', `has the order ${orderPhrase(after)} now, was ${orderPhrase(before)}`);
}
