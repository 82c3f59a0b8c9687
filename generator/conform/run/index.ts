// Runs the cases of a service against a target, has the checks judge each exchange, and reports.
import type { Operation } from '../../model/service.ts';
import { checks as allChecks } from '../checks/index.ts';
import type { Case } from '../contract/case.ts';
import type { Check, CheckContext, Finding } from '../contract/check.ts';
import type { Exchange } from '../contract/exchange.ts';
import type { ConformReport, OperationReport } from '../contract/report.ts';
import type { Overrides } from '../contract/settings.ts';
import { createJudge } from '../judge/index.ts';
import { type Input, planCases } from '../plan/index.ts';
import { loadFastCheck, shrinkFinding } from '../shrink/index.ts';
import { canCall } from './credentials.ts';
import { misfit } from './fits.ts';
import { createLedger, type Ledger } from './ledger.ts';
import type { RunOptions } from './options.ts';
import { createSender, type Sender } from './send.ts';

const READING: ReadonlySet<string> = new Set(['GET', 'HEAD', 'OPTIONS', 'TRACE', 'QUERY']);

/** Creating comes before reading, and deleting last, so that services with state have something to answer with. */
const ORDER = ['POST', 'PUT', 'GET', 'HEAD', 'QUERY', 'PATCH', 'DELETE'];

/** The most findings whose requests are made smaller; each takes up to 60 requests. */
const MOST_SHRUNK = 50;

/** @throws {OctavoError} (exit 3) where the target does not answer, does not fit the document, or refuses the credentials everywhere. */
export async function run(options: RunOptions): Promise<ConformReport> {
  const { service, target, credentials, overrides } = options;
  const began = performance.now();
  const fc = await loadFastCheck();
  const judge = await createJudge(service, options.judging);
  const deadline = options.milliseconds === undefined ? undefined : AbortSignal.timeout(options.milliseconds);
  const signal = deadline === undefined ? options.signal : AbortSignal.any([options.signal, deadline]);
  const hasCredential = (operation: Operation): boolean => canCall(judge.rowOf(operation), credentials.given);
  const context: CheckContext = { service, options: options.checks, hasCredential };
  const checks = allChecks.filter((check) => isOn(check, options.checks));
  const ledger = createLedger(checks, context, options.waivers);
  const sender = createSender(judge, target, credentials, signal);
  const skipped = new Map<Operation, string>();
  const plans = new Map<Operation, readonly Case[]>();

  const called = [...service.operations].sort((a, b) => ORDER.indexOf(a.method) - ORDER.indexOf(b.method));
  const firsts: Exchange[] = [];
  for (const operation of called) {
    if (signal.aborted) break;
    const reason = skipReason(operation, options, hasCredential(operation));
    if (reason !== undefined) {
      skipped.set(operation, reason);
      continue;
    }
    const override = (_: Operation, input: Input): Input => overridden(operation, input, overrides);
    const cases = await planCases(judge, operation, { seed: options.seed, random: options.random, most: options.most, override });
    const [first] = cases;
    if (first === undefined) {
      skipped.set(operation, 'no valid input was found; give one in `overrides`');
      continue;
    }
    plans.set(operation, [...cases, ...checks.flatMap((check) => check.probes?.(first, context) ?? [])]);
    const exchange = await sendOne({ sender, checks, context, ledger, options }, first);
    if (exchange !== undefined) firsts.push(exchange);
    // The target may be down: all operations would wait for their time limit.
    if (firsts.length === 3) throwIf(misfit(firsts, target, false), ({ code }) => code === 'target-silent');
  }
  throwIf(misfit(firsts, target, Object.keys(credentials.given ?? {}).length > 0));

  let done = 0;
  for (const [operation, [, ...cases]] of plans) {
    options.onOperation?.(operation, ++done, plans.size);
    for (const one of cases) {
      if (signal.aborted) break;
      await sendOne({ sender, checks, context, ledger, options }, one);
    }
  }
  const findings: Finding[] = [];
  for (const [index, finding] of ledger.findings.entries()) {
    const check = checks.find(({ id }) => id === finding.check);
    const isLeft = check === undefined || index >= MOST_SHRUNK || signal.aborted;
    findings.push(isLeft ? finding : await shrinkFinding(finding, { fc, judge, check, context, send: (one) => sender.send(one) }));
  }
  const operations = service.operations.map((operation): OperationReport => {
    const reason = skipped.get(operation);
    const cells = ledger.cellsOf(operation);
    return { operation, exchanges: ledger.exchangesOf(operation), cells, ...(reason === undefined ? {} : { skipped: reason }) };
  });
  return {
    service,
    target: target.name,
    seed: options.seed,
    operations,
    findings,
    waived: ledger.waived,
    idleWaivers: deadline?.aborted === true ? [] : ledger.idleWaivers,
    exchanges: operations.reduce((sum, one) => sum + one.exchanges, 0),
    milliseconds: performance.now() - began,
    ...(deadline?.aborted === true ? { ended: `the time limit of ${options.milliseconds} ms` } : {}),
  };
}

interface Running {
  readonly sender: Sender;
  readonly checks: readonly Check[];
  readonly context: CheckContext;
  readonly ledger: Ledger;
  readonly options: RunOptions;
}

/** Sends a case and what checks send after it. */
async function sendOne(running: Running, one: Case, after?: Exchange): Promise<Exchange | undefined> {
  const { sender, checks, context, ledger, options } = running;
  const exchange = await sender.send(one, after);
  if (exchange === undefined || options.signal.aborted) return exchange;
  options.onExchange?.(exchange);
  ledger.judge(exchange);
  if (exchange.response === undefined) return exchange;
  for (const { follow } of checks) for (const next of follow?.(exchange, context) ?? []) await sendOne(running, next, exchange);
  return exchange;
}

function isOn({ id, on }: Check, chosen: Readonly<Record<string, unknown>>): boolean {
  return Object.hasOwn(chosen, id) ? chosen[id] !== false : on;
}

function skipReason(operation: Operation, { writes, overrides }: RunOptions, hasCredential: boolean): string | undefined {
  if (overrides.operations?.[operation.id] === false) return 'the configuration leaves it out';
  if (!writes && !READING.has(operation.method)) return 'it may change something; `--allow-writes` calls it';
  if (!hasCredential) return `it needs a credential for ${operation.security[0]?.map(({ scheme }) => scheme).join(' and ')}`;
  return undefined;
}

/** The input with the user's values in place of made ones. */
function overridden(operation: Operation, input: Input, { operations = {}, parameters = {} }: Overrides): Input {
  const changed: Record<string, unknown> = { ...input };
  const path = operation.parameters.filter((one) => one.in === 'path' && Object.hasOwn(parameters, one.name));
  if (path.length > 0)
    changed.path = { ...(input.path as object), ...Object.fromEntries(path.map(({ name }) => [name, parameters[name]])) };
  const own = operations[operation.id];
  for (const [part, value] of Object.entries(own === undefined || own === false ? {} : own))
    changed[part] = part === 'body' || part === 'contentType' ? value : { ...(changed[part] as object | undefined), ...(value as object) };
  return changed;
}

function throwIf<E extends Error>(error: E | undefined, isMeant: (error: E) => boolean = () => true): void {
  if (error !== undefined && isMeant(error)) throw error;
}
