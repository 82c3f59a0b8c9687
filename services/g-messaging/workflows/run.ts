// Takes the steps of workflows. Runs that start together go on together, so that there is no job for each contact.

import { RefusalError } from '@octavo/runtime';
import { isOf } from '../../platform/payload.ts';
import type { MessagingPlatform, Tables, Unit } from '../deps.ts';
import { BUSY_TIME, isHookBusy } from '../hooks/deliver.ts';
import { requireMessage } from '../sends/prepared.ts';
import { send } from '../sends/send.ts';
import { jobKind, put } from '../store.ts';
import { recipientsOf } from './recipients.ts';
import type { RunRow } from './tables.ts';

interface Together {
  readonly workflow: number;
  /** The events that started the runs, all of which have the same steps and the same next one. */
  readonly events: readonly number[];
}

export const STEP = jobKind('take-step', isOf({ workflow: 'number', events: 'object' }) as (value: unknown) => value is Together);

/** Says how workflows go on. */
export function handleWorkflows(deps: MessagingPlatform): void {
  deps.due.handle(STEP, async ({ at, payload }, tables: Tables) => {
    const { workflow, events } = payload;
    const rows = tables.selectFrom('g_workflow_runs').selectAll().where('workflow', '=', workflow).where('event', 'in', events);
    const [first, ...others] = await rows.orderBy('event').execute();
    // Erasing a contact has removed its runs.
    if (first !== undefined) await takeStep({ deps, tables, at }, [first, ...others]);
  });
}

async function takeStep(unit: Unit, runs: readonly [RunRow, ...RunRow[]]): Promise<void> {
  const { deps, tables } = unit;
  const [{ workflow, steps, next_step }] = runs;
  const step = steps[next_step];
  if (step === undefined) return keepRuns(unit, runs, (run) => ({ ...run, due_at: null, ended_at: unit.at }));
  if ('wait' in step) return goOn(unit, runs, unit.at + step.wait);
  const { account } = await tables.selectFrom('g_workflows').select('account').where('id', '=', workflow).executeTakeFirstOrThrow();
  if (await isHookBusy(deps, tables, account)) return putOff(unit, runs, deps.clock.now() + BUSY_TIME);
  const faults = await sendStep(unit, account, step.send, runs);
  await goOn(unit, runs.slice(0, faults.length), unit.at, faults);
  await schedule(unit, runs.slice(faults.length), unit.at);
}

/** Lets runs take the step after this one. @param faults why this step sent nothing, in the order of the runs */
async function goOn(unit: Unit, runs: readonly RunRow[], due_at: number, faults: readonly (string | undefined)[] = []): Promise<void> {
  await keepRuns(unit, runs, (run, index) => {
    const reason = faults[index];
    const own = reason === undefined ? [] : [{ step: run.next_step, at: unit.at, reason }];
    return { ...run, next_step: run.next_step + 1, due_at, faults: [...run.faults, ...own] };
  });
  await schedule(unit, runs, due_at);
}

/** Lets runs take the same step later. */
async function putOff(unit: Unit, runs: readonly RunRow[], due_at: number): Promise<void> {
  await keepRuns(unit, runs, (run) => ({ ...run, due_at }));
  await schedule(unit, runs, due_at);
}

async function keepRuns({ tables }: Unit, runs: readonly RunRow[], change: (run: RunRow, index: number) => RunRow): Promise<void> {
  await put(tables, 'g_workflow_runs', runs.map(change), ['workflow', 'event']);
}

async function schedule({ deps, tables }: Unit, runs: readonly RunRow[], at: number): Promise<void> {
  const [first] = runs;
  if (first === undefined) return;
  await deps.due.schedule(tables, STEP, { at, payload: { workflow: first.workflow, events: runs.map(({ event }) => event) } });
}

/**
 * Sends a message to the contacts of runs.
 * @returns why those who get nothing do not. It is shorter than the runs where there was no time for all of them
 */
async function sendStep(unit: Unit, account: number, id: number, runs: readonly RunRow[]): Promise<readonly (string | undefined)[]> {
  try {
    const { channel, content } = await requireMessage(unit.tables, account, id);
    const recipients = await recipientsOf(unit.tables, account, { channel, content }, runs);
    const results = await send(unit, account, { channel, recipients, prepared: { id, name: content.name } });
    return results.map(({ status, message }) => (status === 'ERROR' ? (message ?? '') : undefined));
  } catch (error) {
    // The message was deleted.
    if (error instanceof RefusalError) return runs.map(() => error.message);
    throw error;
  }
}
