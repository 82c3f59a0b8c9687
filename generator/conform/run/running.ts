// Sends the cases of a run and what checks send after them, and keeps what cases and sequences have found.
import type { Operation } from '../../model/service.ts';
import { acceptsValid } from '../checks/accepts-valid.ts';
import type { Case } from '../contract/case.ts';
import type { Check, CheckContext } from '../contract/check.ts';
import type { Exchange } from '../contract/exchange.ts';
import { KEEPS_VALUES, type Kept } from '../kept/index.ts';
import type { Plan, PlanOptions } from '../plan/index.ts';
import type { Freshness } from '../reach/index.ts';
import type { SequenceFault, SequenceOptions } from '../sequences/index.ts';
import { isValidSuccess } from '../values/bases.ts';
import type { Contrast } from '../values/contrast.ts';
import type { Focus } from '../values/focus.ts';
import type { Ground, Grounding } from '../values/ground.ts';
import { judgeNames } from '../values/named.ts';
import type { Room } from '../values/room.ts';
import { type Rules, STATED_RULES } from '../values/rules.ts';
import type { Tally } from '../values/tally.ts';
import type { Backlog } from './backlog.ts';
import type { Ledger } from './ledger.ts';
import type { RunOptions } from './options.ts';
import type { Progress } from './progress.ts';
import type { Chosen } from './selection.ts';
import type { Sender } from './sending/index.ts';

/** Keeps what sequences send and find. */
export function recording({ checks, ledger, signal, backlog, isTested }: Running): Pick<SequenceOptions, 'isOn' | 'observe' | 'looked'> & {
  readonly found: (fault: Pick<SequenceFault, 'check' | 'message' | 'expected' | 'exchanges'>) => void;
} {
  return {
    isOn: (id) => checks.some((check) => check.id === id),
    observe(exchange) {
      if (!signal.aborted) backlog.add(exchange);
    },
    looked(...sequence) {
      backlog.clear();
      ledger.looked(...sequence);
    },
    found({ check, message, expected, exchanges }) {
      backlog.clear();
      if (isTested((exchanges.at(-1) as Exchange).case.operation)) ledger.add(check, { message, expected }, exchanges);
    },
  };
}

export interface Running {
  readonly sender: Sender;
  readonly checks: readonly Check[];
  readonly context: CheckContext;
  readonly ledger: Ledger;
  /** Aborted at the end of the run's time too. */
  readonly signal: AbortSignal;
  readonly backlog: Backlog<Exchange>;
  readonly ownKey: (one: Case) => Case;
  readonly freshness: Freshness;
  readonly room: Room;
  readonly progress: Progress;
  readonly isTested: Chosen['isTested'];
}

/** What the cases of an operation need: its plan, requests of it that succeed, and those who judge the answers. */
export interface Values {
  readonly planOf: (operation: Operation) => Plan;
  /** The options with values of things that exist by now. */
  readonly optionsFor: (operation: Operation) => PlanOptions;
  readonly ground: Grounding;
  readonly contrast: Contrast;
  readonly focus: Focus;
  readonly tally: Tally;
  readonly rules: Rules;
  readonly kept: Kept;
}

/**
 * Sends all other cases: the plain ones of all operations first, then those that break a rule of a sentence, and at last those that change one part
 * of what has succeeded, which are by far the most: the first of each constraint of all operations, and then the others. `between` is what is sent
 * for each operation before the last ones.
 */
export async function sendAll(
  running: Running,
  firsts: ReadonlyMap<Operation, Case>,
  values: Values,
  onOperation: RunOptions['onOperation'],
  between: ((operation: Operation, first: Case) => Promise<void>) | undefined,
): Promise<void> {
  const { signal, progress } = running;
  const entries = [...firsts];
  for (const [operation] of entries) progress.operations.set(operation, false);
  const plain = new Map<Operation, Plain>();
  for (const [operation] of entries) if (!signal.aborted) plain.set(operation, await sendPlain(running, operation, values));
  const grounds = await breakRules(running, [...plain], values);
  for (const [operation, first] of entries) if (!signal.aborted) await between?.(operation, first);
  for (const [index, [operation, first]] of entries.entries()) {
    const before = plain.get(operation);
    if (signal.aborted || before === undefined) return;
    onOperation?.(operation, index + 1, entries.length);
    await sendFirstEdits(running, { operation, first, before, ground: grounds.get(operation) }, values);
    grounds.delete(operation);
  }
  for (const [operation] of entries) {
    if (signal.aborted) return;
    await sendOtherEdits(running, operation, values);
    progress.operations.set(operation, !signal.aborted);
  }
}

/** What the plain cases of an operation have shown. */
interface Plain {
  readonly count: number;
  /** The last one that has succeeded: what checks change a part of. */
  readonly proven: Case | undefined;
  /** The last ones, where the operation has rules. */
  readonly successes: readonly Exchange[];
}

async function sendPlain(running: Running, operation: Operation, values: Values): Promise<Plain> {
  const [, ...cases] = await values.planOf(operation).plain(values.optionsFor(operation));
  const successes: Exchange[] = [];
  for (const one of cases) {
    if (running.signal.aborted) break;
    const exchange = await sendOne(running, one);
    if (exchange !== undefined && isValidSuccess(exchange)) successes.push(exchange);
  }
  const proven = successes.at(-1)?.case;
  // Large documents have many operations, and few with rules: the answers of the others are not kept.
  const kept = values.rules.areFor(operation) ? successes.slice(-3) : [];
  return { count: cases.length + 1, proven: proven && { ...proven, isGrounded: true }, successes: kept };
}

async function groundOf(operation: Operation, { count }: Plain, values: Values): Promise<Ground> {
  // A small budget is for cases of all kinds.
  const room = Math.floor((values.optionsFor(operation).most - count) / 4);
  return room > 0 ? values.ground(operation, room) : { bases: [], refused: new Map<string, Exchange>(), parts: [] };
}

/** Breaks the rules of sentences. Returns what each operation that has any stands on. */
async function breakRules(
  running: Running,
  plain: readonly (readonly [Operation, Plain])[],
  values: Values,
): Promise<Map<Operation, Ground>> {
  const grounds = new Map<Operation, Ground>();
  const isOn = running.checks.some(({ id }) => id === STATED_RULES);
  for (const [operation, before] of plain) {
    if (running.signal.aborted || !isOn || !values.rules.areFor(operation)) continue;
    running.backlog.clear();
    running.freshness.renew(operation);
    const ground = await groundOf(operation, before, values);
    grounds.set(operation, ground);
    await values.rules.settle(operation, ground, before.successes);
  }
  return grounds;
}

interface Edited {
  readonly operation: Operation;
  readonly first: Case;
  readonly before: Plain;
  /** Absent where it is not known yet. */
  readonly ground: Ground | undefined;
}

/** Sends the first cases of each constraint, and what checks ask once for each operation. */
async function sendFirstEdits(running: Running, { operation, first, before, ground: known }: Edited, values: Values): Promise<void> {
  const { checks, context, backlog } = running;
  backlog.clear();
  running.freshness.renew(operation);
  const ground = known ?? (await groundOf(operation, before, values));
  const cases = await values.planOf(operation).edits(ground.bases, values.optionsFor(operation), 'firsts');
  const exchanges = await sendEach(running, [
    ...cases,
    ...checks.flatMap((check) => check.probes?.(before.proven ?? first, context) ?? []),
  ]);
  values.tally.see(operation, ground, exchanges);
  if (running.signal.aborted) return;
  judgeNames(exchanges, running.context.service, recording(running));
  await values.focus.settle(exchanges);
  if (checks.includes(acceptsValid)) await values.contrast.settle(operation, ground, exchanges);
  if (checks.some(({ id }) => id === KEEPS_VALUES)) await values.kept.settle(operation, ground, exchanges);
}

/** Sends the other cases. Others may have changed or deleted meanwhile what succeeded before, so they start from what succeeds now. */
async function sendOtherEdits(running: Running, operation: Operation, values: Values): Promise<void> {
  running.backlog.clear();
  running.freshness.renew(operation);
  const ground = await values.ground(operation, 0);
  const exchanges = await sendEach(running, await values.planOf(operation).edits(ground.bases, values.optionsFor(operation)));
  values.tally.see(operation, ground, exchanges);
  if (running.signal.aborted) return;
  judgeNames(exchanges, running.context.service, recording(running));
  await values.focus.settle(exchanges);
}

async function sendEach(running: Running, cases: readonly Case[]): Promise<readonly Exchange[]> {
  const exchanges: Exchange[] = [];
  for (const one of cases) {
    if (running.signal.aborted) break;
    const exchange = await sendOne(running, one);
    if (exchange !== undefined) exchanges.push(exchange);
  }
  return exchanges;
}

/** Sends a case and what checks send after it. */
export async function sendOne(running: Running, one: Case, after?: Exchange): Promise<Exchange | undefined> {
  const { checks, context, signal, backlog } = running;
  // A request after an exchange may be the same one again, so it stays as it is.
  const exchange = await (after === undefined ? sentFresh(running, one) : running.sender.send(one, after));
  // An exchange that the end of the run has broken off says nothing of the service.
  if (exchange === undefined || signal.aborted) return undefined;
  backlog.add(exchange);
  if (exchange.response === undefined) return exchange;
  for (const { follow } of checks) for (const next of follow?.(exchange, context) ?? []) await sendOne(running, next, exchange);
  return exchange;
}

/** Sends a case with new values and things where the service wants them. */
export async function sentFresh({ sender, freshness, room, backlog, ownKey, signal }: Running, one: Case): Promise<Exchange | undefined> {
  backlog.clear();
  await room.ready(one);
  let exchange = await sender.send(await freshness.ready(ownKey(one), true));
  if (exchange?.response !== undefined && exchange.response.status < 300) freshness.succeeded(one.operation);
  const reaching = exchange && (await freshness.reaching(exchange));
  if (exchange !== undefined && reaching !== undefined && !signal.aborted) {
    backlog.add(exchange);
    exchange = await sender.send(ownKey(reaching));
  }
  while (exchange !== undefined && !signal.aborted) {
    const next = (await freshness.another(exchange)) ?? (await room.another(exchange));
    const again = next === undefined ? undefined : await sender.send(ownKey(next));
    if (again === undefined) return exchange;
    const isBetter = again.response !== undefined && again.response.status < 400;
    freshness.helped(again.case, isBetter);
    room.helped(one.operation, isBetter);
    // What was refused for the values of others was no refusal of the form.
    backlog.add(isBetter ? { ...exchange, case: { ...exchange.case, intent: { kind: 'unjudged' } } } : exchange);
    exchange = again;
  }
  return exchange;
}
