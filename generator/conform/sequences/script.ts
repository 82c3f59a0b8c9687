// A script: the shortest sequence that can show the fault of a check.

import type { Resource } from '../../inference/resources.ts';
import type { Operation } from '../../model/service.ts';
import type { Case } from '../contract/case.ts';
import type { CheckContext } from '../contract/check.ts';
import { type Inputs, withoutOptions } from './inputs.ts';
import { type Lab, type Step, unlessStopped } from './lab.ts';
import type { Thing } from './thing.ts';
import type { Things } from './things.ts';

export { unlessStopped } from './lab.ts';

export interface Setting {
  readonly resource: Resource;
  readonly things: Things;
  readonly inputs: Inputs;
  readonly context: CheckContext;
  /** Whether there is a credential of a second account. */
  readonly hasOther: boolean;
  /** Whether an operation may be called. */
  readonly mayCall: (operation: Operation) => boolean;
  /** Requests to an operation that are invalid on purpose. */
  readonly invalid: (operation: Operation) => Promise<readonly Case[]>;
}

export interface Script {
  /** Id of the check. */
  readonly check: string;
  /**
   * Yields the operation that each sequence was about, for the counts of the check.
   * @throws {SequenceFault} for a fault, {Stopped} where it cannot go on.
   */
  readonly run: (setting: Setting) => AsyncGenerator<Operation>;
}

/** The most refused requests of an operation. */
const MOST_REFUSED = 8;

/**
 * Invalid cases that are about the body or the credential, spread over all of them. They are sent to paths of things that exist. `raw`: also bodies
 * that no input gives, where the path has no parameters.
 */
export function refusable(cases: readonly Case[], raw: boolean): readonly Case[] {
  const fitting = cases.filter(({ at = '', input, operation, intent }) => {
    if (input === undefined) return raw && at.startsWith('/body') && !operation.path.includes('{');
    return at.startsWith('/body') || (intent.kind === 'invalid' && intent.by.startsWith('credential-'));
  });
  const distance = Math.max(1, Math.ceil(fitting.length / MOST_REFUSED));
  return fitting.filter((_, index) => index % distance === 0);
}

/** A new thing that others are made below, so that what earlier sequences have made does not count; `undefined` where they stand below nothing. */
export async function ownParent(lab: Lab, things: Things, resource: Resource): Promise<Thing | undefined> {
  const above = things.parentOf(resource);
  return above && unlessStopped(things.make(lab, above, 1));
}

/** The parts of an invalid case that a step takes over. */
export function asSent({
  operation,
  intent,
  at,
  input,
  request,
  credential,
  says,
  location,
  constraint,
}: Case): Pick<Step, 'intent' | 'at' | 'broken' | 'input' | 'request' | 'credential'> {
  const given = input && withoutOptions(operation, input);
  const broken = { says, location, ...(constraint === undefined ? {} : { constraint }) };
  return { intent, credential, broken, input: given, ...(at === undefined ? {} : { at }), ...(input === undefined ? { request } : {}) };
}
