// Judges the steps of a workflow.

import type { Step } from './tables.ts';

const MOST_STEPS = 20;
const LONGEST_WAIT = 365 * 86_400_000;

/** What is wrong with steps such as `[{"send":2417},{"wait":60000}]`, and where, in a sentence. @param place the pointer of the steps */
export function stepsFault(steps: unknown, place: string): string | undefined {
  if (!Array.isArray(steps) || steps.length === 0 || steps.length > MOST_STEPS)
    return `${place} must be a list of 1 to ${MOST_STEPS} steps.`;
  for (const [index, step] of steps.entries()) {
    const fault = stepFault(step, `${place}/${index}`);
    if (fault !== undefined) return fault;
  }
  return undefined;
}

function stepFault(step: unknown, place: string): string | undefined {
  const [[name, value] = [], ...others] = typeof step === 'object' && step !== null ? Object.entries(step) : [];
  if ((name !== 'send' && name !== 'wait') || others.length > 0)
    return `${place} must be {"send": the identifier of a message} or {"wait": milliseconds}.`;
  const most = name === 'wait' ? LONGEST_WAIT : Number.MAX_SAFE_INTEGER;
  if (Number.isSafeInteger(value) && Number(value) >= 1 && Number(value) <= most) return undefined;
  return `${place}/${name} must be a whole number from 1${name === 'wait' ? ` to ${most.toLocaleString('en')}` : ''}.`;
}

/** The messages that steps send. */
export function messagesOf(steps: readonly Step[]): readonly number[] {
  return steps.flatMap((step) => ('send' in step ? [step.send] : []));
}
