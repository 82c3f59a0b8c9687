// Notes which operations have answered a valid request with success, and what the others answered: a run that reached little proves little.
import { count } from '../../base/words.ts';
import type { Operation } from '../../model/service.ts';
import { declaresSuccess } from '../checks/success.ts';
import type { Exchange } from '../contract/exchange.ts';
import type { OperationReport } from '../contract/report.ts';

export interface Outcomes {
  see(exchange: Exchange): void;
  /** Why an operation has had no success, as a phrase after `since`; `undefined` where it has, or where the document declares failures only. */
  unreached(operation: Operation): string | undefined;
}

/** Answers to valid requests, by status; without a response, under the reason. */
type Tally = Map<string, number>;

export function createOutcomes(): Outcomes {
  const succeeded = new Set<Operation>();
  const tallies = new Map<Operation, Tally>();
  return {
    see({ case: { operation, intent, credential }, response, failure }) {
      if (intent.kind !== 'valid' || credential !== 'given' || succeeded.has(operation)) return;
      if (response !== undefined && response.status >= 200 && response.status < 400) {
        succeeded.add(operation);
        tallies.delete(operation);
        return;
      }
      const tally: Tally = tallies.get(operation) ?? new Map<string, number>();
      const answer = response === undefined ? `no response (${failure.kind})` : String(response.status);
      tallies.set(operation, tally.set(answer, (tally.get(answer) ?? 0) + 1));
    },
    unreached(operation) {
      if (succeeded.has(operation) || !declaresSuccess(operation)) return undefined;
      const tally = [...(tallies.get(operation) ?? [])].sort(([, a], [, b]) => b - a);
      if (tally.length === 0) return 'it got no valid request';
      const sum = tally.reduce((total, [, times]) => total + times, 0);
      const answers = tally.length === 1 ? tally.map(([answer]) => answer) : tally.map(([answer, times]) => `${answer} (${times})`);
      return `${count(sum, 'valid request')} got ${answers.join(', ')}`;
    },
  };
}

/** How many operations succeeded, of those that could. */
export function reachedOf(operations: readonly OperationReport[]): { readonly succeeded: number; readonly of: number } {
  const counted = operations.filter(({ operation, isLeftOut }) => isLeftOut !== true && declaresSuccess(operation));
  return { succeeded: counted.filter(({ unreached }) => unreached === undefined).length, of: counted.length };
}

/** What a user gives for answers of a kind, in the order in which it helps. */
const HELP: readonly (readonly [answers: RegExp, help: string])[] = [
  [/needs a credential|got [^,]*\b40[13]\b/, 'credentials (`--credential`)'],
  [/got [^,]*\b404\b/, 'the identifiers of things that exist (`overrides.parameters`)'],
  [/got [^,]*\b4(?!0[134])\d\d\b|no valid input/, 'inputs that the service accepts (`overrides.operations`)'],
  [/it got no valid request|timeout/, 'more time (`--max-time`, `--timeout`)'],
  [/--allow-writes/, 'leave to call operations that change something (`--allow-writes`)'],
];

/**
 * Why the reach of a run is too short, as a sentence; `undefined` where it is long enough.
 * @param least percent of the operations
 */
export function shortReach(operations: readonly OperationReport[], least: number): string | undefined {
  const { succeeded, of } = reachedOf(operations);
  if (of === 0 || succeeded * 100 >= least * of) return undefined;
  const reasons = operations.flatMap(({ unreached }) => unreached ?? []);
  const helps = HELP.filter(([answers]) => reasons.some((reason) => answers.test(reason))).map(([, help]) => help);
  const give = helps.length === 0 ? '' : ` Give ${helps.join(', or ')}.`;
  return `Only ${succeeded} of ${count(of, 'operation')} answered a valid request with success, less than ${least} % (\`--min-success\`).${give}`;
}
