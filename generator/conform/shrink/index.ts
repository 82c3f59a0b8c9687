// Shrinks the input of a failing case by fast-check: the smallest one that the judge still finds as it is meant, and that still fails in the same
// way.
import type { Arbitrary } from 'fast-check';
import type { Case } from '../contract/case.ts';
import type { Check, CheckContext, Fault, Finding } from '../contract/check.ts';
import type { Exchange } from '../contract/exchange.ts';
import type { Judge } from '../judge/index.ts';
import { confirmed, type Input } from '../plan/index.ts';
import type { FastCheck } from './fast-check.ts';
import { smallerInputs } from './smaller.ts';

export { type FastCheck, loadFastCheck } from './fast-check.ts';

export interface Shrinking {
  readonly fc: FastCheck;
  readonly judge: Judge;
  readonly check: Check;
  readonly context: CheckContext;
  readonly send: (one: Case) => Promise<Exchange | undefined>;
}

/** The most requests that are sent for one finding. */
const MOST = 60;

/** The finding with a smaller request; the same where there is none, or where it is of several exchanges. */
export async function shrinkFinding(finding: Finding, { fc, judge, check, context, send }: Shrinking): Promise<Finding> {
  const [{ case: one }, ...others] = finding.exchanges;
  const { input } = one;
  if (input === undefined || others.length > 0) return finding;
  let smallest: readonly [Fault, Exchange] | undefined;
  let sent = 0;
  const fails = async (candidate: Input): Promise<boolean> => {
    const request = sent < MOST ? await confirmed(judge, one, candidate) : undefined;
    if (request === undefined) return false;
    sent++;
    const exchange = await send({ ...one, input: candidate, request });
    const fault = exchange === undefined ? undefined : check.look(exchange, context)?.find(({ expected }) => expected === finding.expected);
    if (exchange === undefined || fault === undefined) return false;
    smallest = [fault, exchange];
    return true;
  };
  const property = fc.asyncProperty(arbitraryOf(fc, input, one.at), async (candidate) => !(await fails(candidate)));
  await fc.check(property, { numRuns: 1 });
  if (smallest === undefined) return finding;
  const [fault, exchange] = smallest;
  return { ...finding, ...fault, location: fault.location ?? finding.location, exchanges: [exchange] };
}

/** Begins with the failing input, and knows only how to make it smaller. */
function arbitraryOf(fc: FastCheck, start: Input, kept: string | undefined): Arbitrary<Input> {
  class Failing extends fc.Arbitrary<Input> {
    generate() {
      return new fc.Value(start, undefined);
    }
    canShrinkWithoutContext(value: unknown): value is Input {
      return typeof value === 'object';
    }
    shrink(value: Input) {
      return fc.stream(smallerInputs(value, kept)).map((smaller) => new fc.Value(smaller, undefined));
    }
  }
  return new Failing();
}
