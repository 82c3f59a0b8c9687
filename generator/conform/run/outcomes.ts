// Notes which operations have answered a valid request with success, and what the others answered: a run that reached little proves little.
import { count } from '../../base/words.ts';
import type { Operation } from '../../model/service.ts';
import { declaresSuccess } from '../checks/success.ts';
import type { Exchange } from '../contract/exchange.ts';
import type { OperationReport, Unreached } from '../contract/report.ts';
import { messageOf } from './said.ts';

export interface Outcomes {
  see(exchange: Exchange): void;
  hasSucceeded(operation: Operation): boolean;
  /** Why an operation has had no success; `undefined` where it has, or where the document declares failures only. */
  unreached(operation: Operation): Unreached | undefined;
}

/** Answers to valid requests, by status; without a response, by the kind of failure. */
type Tally = Map<number | string, Answers>;

interface Answers {
  readonly times: number;
  /** The message of the newest one. */
  readonly said: string | undefined;
}

export function createOutcomes(): Outcomes {
  const succeeded = new Set<Operation>();
  const tallies = new Map<Operation, Tally>();
  return {
    hasSucceeded: (operation) => succeeded.has(operation),
    see(exchange) {
      const { case: one, response, failure } = exchange;
      const { operation, intent, credential } = one;
      if (intent.kind !== 'valid' || credential !== 'given' || succeeded.has(operation)) return;
      if (response !== undefined && response.status >= 200 && response.status < 400) {
        succeeded.add(operation);
        tallies.delete(operation);
        return;
      }
      const tally: Tally = tallies.get(operation) ?? new Map<number | string, Answers>();
      const answer = response?.status ?? failure?.kind ?? '';
      const { times = 0, said } = tally.get(answer) ?? {};
      tallies.set(operation, tally.set(answer, { times: times + 1, said: messageOf(exchange) ?? said }));
    },
    unreached(operation) {
      if (succeeded.has(operation) || !declaresSuccess(operation)) return undefined;
      const tally = [...(tallies.get(operation) ?? [])].sort(([, a], [, b]) => b.times - a.times);
      const [most] = tally;
      if (most === undefined) return { reason: 'it got no valid request', wants: 'time' };
      const sum = tally.reduce((total, [, { times }]) => total + times, 0);
      const shown = (answer: number | string): string => (typeof answer === 'number' ? String(answer) : `no response (${answer})`);
      const answers = tally.length === 1 ? [shown(most[0])] : tally.map(([answer, { times }]) => `${shown(answer)} (${times})`);
      const [answer, { said }] = most;
      const words = said === undefined ? '' : `, and the ${answer} says “${said}”`;
      return { reason: `${count(sum, 'valid request')} got ${answers.join(', ')}${words}`, wants: wantedFor(answer) };
    },
  };
}

/** How many operations succeeded, of those that could. */
export function reachedOf(operations: readonly OperationReport[]): { readonly succeeded: number; readonly of: number } {
  const counted = operations.filter(({ operation, isLeftOut }) => isLeftOut !== true && declaresSuccess(operation));
  return { succeeded: counted.filter(({ unreached }) => unreached === undefined).length, of: counted.length };
}

/** What a user would give, so that another answer comes. */
function wantedFor(answer: number | string): Unreached['wants'] {
  if (answer === 401 || answer === 403) return 'credentials';
  if (answer === 404) return 'identifiers';
  return typeof answer === 'number' ? 'inputs' : 'time';
}

/** How a user gives it, in the order in which it helps. */
const HELP: Readonly<Record<Unreached['wants'], string>> = {
  credentials: 'credentials (`--credential`)',
  identifiers: 'the identifiers of things that exist (`overrides.parameters`)',
  inputs: 'inputs that the service accepts (`overrides.operations`)',
  time: 'more time (`--max-time`, `--timeout`)',
};

/**
 * Why the reach of a run is too short, as a sentence; `undefined` where it is long enough.
 * @param least percent of the operations
 */
export function shortReach(operations: readonly OperationReport[], least: number): string | undefined {
  const { succeeded, of } = reachedOf(operations);
  if (of === 0 || succeeded * 100 >= least * of) return undefined;
  const wanted = new Set(operations.flatMap(({ unreached }) => unreached?.wants ?? []));
  const helps = Object.entries(HELP).flatMap(([wants, help]) => (wanted.has(wants as Unreached['wants']) ? [help] : []));
  const give = helps.length === 0 ? '' : ` Give ${helps.join(', or ')}.`;
  return `Only ${succeeded} of ${count(of, 'operation')} answered a valid request with success, less than ${least} % (\`--min-success\`).${give}`;
}
