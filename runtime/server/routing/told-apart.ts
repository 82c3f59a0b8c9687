// Finds the one of several operations at one method and path that a request means, by its query and headers.
import type { Mark, Operation } from '../../contract/operation.ts';
import type { ServerRequest } from '../../contract/server-request.ts';
import { queryPairs } from '../../wire/pairs.ts';
import { queryDecode } from '../../wire/text.ts';

/**
 * The candidate whose marks the request has; where several do, the one with the most marks, and of these the first. `undefined` where the request
 * has those of none.
 */
export function toldApart<T>(all: readonly T[], operationOf: (candidate: T) => Operation, request: ServerRequest): T | undefined {
  const { target } = request;
  const mark = target.indexOf('?');
  const pairs = mark === -1 ? undefined : queryPairs(target.slice(mark + 1));
  const holds = ({ in: where, name, value }: Mark): boolean => {
    if (where === 'header') {
      const sent = request.header(name.toLowerCase());
      return sent !== undefined && (value === undefined || sent === value);
    }
    const sent = pairs?.get(name);
    return sent !== undefined && (value === undefined || (sent.length === 1 && queryDecode(sent[0] ?? '') === value));
  };
  let best: T | undefined;
  let most = -1;
  for (const candidate of all) {
    const { marks = [] } = operationOf(candidate);
    if (marks.length <= most || !marks.every(holds)) continue;
    best = candidate;
    most = marks.length;
  }
  return best;
}
