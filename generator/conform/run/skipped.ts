// Says why operations are not called: by the user's choice, or for lack of a credential or a valid input.
import { type OctavoError, usageError } from '../../base/error.ts';
import type { Operation } from '../../model/service.ts';
import { isReading } from '../contract/methods.ts';
import type { Unreached } from '../contract/report.ts';
import type { RunOptions } from './options.ts';
import type { Chosen } from './selection.ts';

/** Why an operation is not called, as a phrase after `since`. */
export interface Skipped {
  readonly reason: string;
  /** Whether the operation does not count as one that should have succeeded: that is the user's choice, or no request can show it. */
  readonly isLeftOut?: true;
  /** The same as what the run could not reach. Absent: it is the user's choice. */
  readonly unreached?: Unreached;
}

export function wanting(wants: Unreached['wants'], reason: string): Skipped {
  return { reason, unreached: { reason, wants } };
}

export function skipOf(
  operation: Operation,
  { writes, overrides }: RunOptions,
  chosen: Chosen,
  hasCredential: boolean,
): Skipped | undefined {
  if (overrides.operations?.[operation.id] === false) return { reason: 'the configuration leaves it out', isLeftOut: true };
  if (!chosen.isTested(operation) && !chosen.isSource(operation)) return { reason: 'it was not chosen', isLeftOut: true };
  if (!writes && !isReading(operation.method)) return { reason: 'it may change something, and the run only reads', isLeftOut: true };
  if (operation.responses.length > 0 && operation.responses.every(({ status }) => /^1/.test(status)))
    return { reason: 'its only answer is a change to another protocol', isLeftOut: true };
  if (!hasCredential)
    return wanting('credentials', `it needs a credential for ${operation.security[0]?.map(({ scheme }) => scheme).join(' and ')}`);
  return undefined;
}

export function nothingCalled(skipped: ReadonlyMap<Operation, Skipped>): OctavoError {
  const [operation, skip] = [...skipped].find(([, { isLeftOut }]) => isLeftOut !== true) ?? [...skipped][0] ?? [];
  return usageError(
    'nothing-to-call',
    `No operation can be called: ${operation === undefined ? 'the document has none' : `${operation.id}, since ${skip?.reason}`}.`,
    {
      fix: 'Give credentials with `--credential`, or allow what keeps operations from being called.',
    },
  );
}
