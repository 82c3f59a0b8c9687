// Puts the exchanges of a finding in the order in which they were sent, so that a reader can send them again.
import { isSuccess } from '../checks/probe.ts';
import type { Finding } from '../contract/check.ts';
import type { Exchange } from '../contract/exchange.ts';

/** The exchanges in their order. The last one of a finding shows what is wrong, and others may have been sent after it. */
export function stepsOf({ exchanges }: Pick<Finding, 'exchanges'>): readonly Exchange[] {
  const steps = exchanges.toSorted((one, other) => one.began - other.began);
  return steps.filter((one) => one === exchanges.at(-1) || !steps.some((later) => isInPlaceOf(later, one)));
}

/** Whether an exchange is the same valid request with other values, which has succeeded where the first one was refused as invalid. */
function isInPlaceOf(later: Exchange, first: Exchange): boolean {
  const [one, other] = [first.case, later.case];
  const isRefused = first.response?.status === 400 || first.response?.status === 422;
  const isSame = one.request.method === other.request.method && one.request.target === other.request.target;
  const areValid = one.intent.kind === 'valid' && other.intent.kind === 'valid' && one.credential === other.credential;
  return isRefused && isSame && areValid && first.began < later.began && later.response !== undefined && isSuccess(later.response.status);
}
