// Runs the cases of a service against a target, has the checks judge each exchange, and reports.
import { isDeepStrictEqual } from 'node:util';
import { edgesOf, itemEdgesOf } from '../../inference/edges.ts';
import type { Operation } from '../../model/service.ts';
import { tryLast } from '../callers/index.ts';
import { acceptsValid } from '../checks/accepts-valid.ts';
import { checks as allChecks } from '../checks/index.ts';
import { createUnsupported } from '../checks/unsupported.ts';
import type { Case } from '../contract/case.ts';
import type { Check, CheckContext, Finding } from '../contract/check.ts';
import type { Exchange } from '../contract/exchange.ts';
import type { ConformReport, Doubt } from '../contract/report.ts';
import { endAfter } from '../contract/time-limit.ts';
import { createCoverage } from '../coverage/index.ts';
import { createJudge } from '../judge/index.ts';
import { createPlan, firstCase, type Input, type Plan, type PlanOptions, planCases } from '../plan/index.ts';
import { createExisting, createFreshness, readFor } from '../reach/index.ts';
import { loadFastCheck, shrinkFinding } from '../shrink/index.ts';
import { createBases } from '../values/bases.ts';
import { createEtags, ETAGS } from '../values/etags.ts';
import { createRoom } from '../values/room.ts';
import { createTally } from '../values/tally.ts';
import { createAccepted } from './accepted.ts';
import { createBacklog } from './backlog.ts';
import { sendAsCallers } from './callers.ts';
import { settled } from './causes.ts';
import { createCleanup } from './cleanup.ts';
import { canCall } from './credentials.ts';
import { misfit } from './fits.ts';
import { withOwnKey } from './keys.ts';
import { createLedger } from './ledger.ts';
import { createLists } from './lists.ts';
import type { RunOptions } from './options.ts';
import { byOrder, createOrder, inKeptOrder, keepOrder } from './order.ts';
import { createOrigins } from './origins.ts';
import { createOutcomes, reachedOf, shortReach } from './outcomes.ts';
import { overridden, withDigits } from './overridden.ts';
import { limitedText, type Progress, untried } from './progress.ts';
import { reportOf, unjudgedOf } from './reported.ts';
import { type Running, recording, sendAll, sendOne } from './running.ts';
import { chosenOperations } from './selection.ts';
import { createSender, isTimeout, MOST_TIMEOUTS } from './sending/index.ts';
import { sendSequences } from './sending/sequences.ts';
import { nothingCalled, type Skipped, skipOf, wanting } from './skipped.ts';
import { reachOthers } from './unreached.ts';
import { createValues } from './values.ts';

/** Milliseconds after which the indexes of a service know what was created. */
const SETTLING = 1000;

/** The most findings whose requests are made smaller; each takes up to 60 requests. */
const MOST_SHRUNK = 50;

/** @throws {OctavoError} (exit 3) where the target does not answer, does not fit the document, or refuses the credentials everywhere. */
export async function run(options: RunOptions): Promise<ConformReport> {
  const { service, target, credentials, overrides } = options;
  const began = performance.now();
  const fc = await loadFastCheck();
  const judge = await createJudge(service, options.judging);
  const deadline = options.milliseconds === undefined ? undefined : endAfter(options.milliseconds);
  const signal = deadline === undefined ? options.signal : AbortSignal.any([options.signal, deadline]);
  const hasCredential = (operation: Operation): boolean => canCall(judge.rowOf(operation), credentials.given);
  const outcomes = createOutcomes();
  const unsupported = createUnsupported(service);
  const order = createOrder();
  const context: CheckContext = { service, options: options.checks, hasCredential, hasSucceeded: outcomes.hasSucceeded };
  const edges = edgesOf(service, overrides);
  const items = itemEdgesOf(service, edges);
  const origins = createOrigins(edges);
  const namedIn = (operation: Operation): readonly string[] => edges.filter(({ consumer }) => consumer === operation).map(({ to }) => to);
  const chosen = chosenOperations(service, edges, options);
  const checks = allChecks.filter((check) =>
    chosen.findings === undefined ? isOn(check, options.checks) : chosen.findings.checks.has(check.id),
  );
  const ledger = createLedger(checks, context, options.waivers);
  const sender = createSender(judge, target, credentials, signal, options.writes, (exchange) => backlog.add(exchange));

  const planning = {
    seed: options.seed,
    random: options.random,
    most: options.most,
    override: (operation: Operation, input: Input): Input => withDigits(operation, input, overrides),
    hasGiven: (operation: Operation, input: Input): boolean => isDeepStrictEqual(overridden(operation, input, overrides), input),
  };

  const coverage = createCoverage(service, judge.schemas);
  const existing = createExisting(judge, edges, items);
  const accepted = createAccepted();
  const bases = createBases();
  const etags = checks.some(({ id }) => id === ETAGS) ? createEtags((fault, exchanges) => ledger.add(ETAGS, fault, exchanges)) : undefined;
  // It has the time that it needs, also after that of the run.
  const cleaner = createSender(judge, target, credentials, options.signal, true, () => {});
  const cleanup = createCleanup({
    judge,
    edges,
    seed: options.seed,
    override: planning.override,
    mayCall: (operation) => overrides.operations?.[operation.id] !== false && options.writes,
    send: (one) => cleaner.send(one),
  });
  const room = createRoom(cleanup);
  const seen = (exchange: Exchange | undefined): Exchange | undefined => {
    if (exchange !== undefined) cleanup.see(exchange);
    return exchange;
  };
  const backlog = createBacklog((exchange: Exchange) => {
    existing.learn(exchange);
    freshness.see(exchange);
    bases.see(exchange);
    cleanup.see(exchange);
    room.see(exchange);
    lists.see(exchange);
    origins.see(exchange);
    options.onExchange?.(exchange);
    if (!chosen.isTested(exchange.case.operation)) return;
    coverage.see(exchange);
    accepted.see(exchange);
    outcomes.see(exchange);
    unsupported.see(exchange);
    order.see(exchange);
    etags?.see(exchange);
    ledger.judge(exchange);
  });
  const ownKey = (one: Case): Case => withOwnKey(judge, one, overrides);
  const firsts = new Map<Operation, Case>();
  const freshness = createFreshness({
    judge,
    edges,
    items,
    existing,
    override: planning.override,
    caseOf: (operation) => firsts.get(operation),
    readOf: (operation) => readFor(operation, firsts),
    async send(one) {
      const exchange = await sender.send(ownKey(one));
      if (exchange !== undefined && !signal.aborted) backlog.add(exchange);
      backlog.clear();
      return exchange;
    },
  });
  const progress: Progress = { operations: new Map(), resources: new Map() };
  const withExisting = (operation: Operation): PlanOptions => {
    backlog.clear();
    const fill = existing.fillerOf(operation);
    return { ...planning, override: (_, input) => withDigits(operation, fill(input), overrides), overrideGrounded: planning.override };
  };
  const plans = new Map<Operation, Plan>();
  const planOf = (operation: Operation): Plan => {
    const plan = plans.get(operation) ?? createPlan(judge, operation);
    plans.set(operation, plan);
    return plan;
  };
  const invalid = new Map<Operation, Promise<readonly Case[]>>();
  /** Cases that sequences send. They are planned apart, since what succeeds is not known yet. */
  const invalidOf = (operation: Operation): Promise<readonly Case[]> => {
    const cases = invalid.get(operation) ?? planCases(judge, operation, withExisting(operation));
    invalid.set(operation, cases);
    return cases;
  };
  const send = (one: Case): Promise<Exchange | undefined> => (signal.aborted ? Promise.resolve(undefined) : sendOne(running, one));
  const doubts: Doubt[] = [];
  const tally = createTally();
  const values = createValues({
    ...{ judge, edges, existing, bases, ledger, tally, send, planOf, optionsFor: withExisting },
    ...{ seed: options.seed, override: planning.override },
    ready: async (one) => ownKey(await freshness.ready(one)),
    anew: async (one, status) => {
      const next = await freshness.anew(one, status);
      return next && ownKey(next);
    },
    doubt: (doubt) => doubts.push(doubt),
  });

  const running: Running = {
    sender,
    checks,
    context,
    ledger,
    signal,
    backlog,
    ownKey,
    freshness,
    room,
    progress,
    isTested: chosen.isTested,
  };
  const lists = createLists({
    ...recording(running),
    service,
    judge,
    target,
    signal,
    seed: options.seed,
    settling: target.isInProcess === true ? 0 : SETTLING,
    override: planning.override,
    planOf: invalidOf,
    mayCall: (operation) => firsts.has(operation),
    fill: (operation, input) => existing.fillerOf(operation)(input),
    send: (one) => sender.send(one),
    create: (one) => sendOne(running, one),
  });

  const skipped = new Map<Operation, Skipped>();
  const answers: Exchange[] = [];
  for (const operation of inKeptOrder([...service.operations].sort(byOrder), options.order?.ids ?? [])) {
    if (signal.aborted) break;
    const skip = skipOf(operation, options, chosen, hasCredential(operation));
    const first =
      skip === undefined
        ? await firstCase(judge, operation, operation.method === 'DELETE' ? planning : withExisting(operation), namedIn(operation))
        : undefined;
    if (first === undefined) {
      skipped.set(operation, skip ?? wanting('inputs', 'no valid input was found; give one in `overrides`'));
      continue;
    }
    firsts.set(operation, first);
    const exchange = await sendOne(running, first);
    if (exchange !== undefined) answers.push(exchange);
    // The target may be down: all operations would wait for their time limit.
    if (answers.length === 3) throwIf(misfit(answers, target, false), ({ code }) => code === 'target-silent');
  }
  if (firsts.size === 0 && !signal.aborted) throw nothingCalled(skipped);
  throwIf(misfit(answers, target, Object.keys(credentials.given ?? {}).length > 0));
  const { hasSucceeded } = outcomes;
  await reachOthers(running, { judge, edges, firsts, hasSucceeded, override: planning.override, milliseconds: options.milliseconds });
  await sendAsCallers(running, options, { judge, edges, firsts });
  const sequences =
    options.sequences === false
      ? undefined
      : await sendSequences(running, options, {
          fc,
          judge,
          edges,
          existing,
          target,
          firsts,
          planOf: invalidOf,
          override: planning.override,
        });
  // Without sequences, the service may be a mock.
  const isStateful = options.sequences !== false && sequences === undefined;
  await sendAll(
    running,
    new Map([...firsts].filter(([operation]) => chosen.isTested(operation))),
    values,
    options.onOperation,
    isStateful ? lists.run : undefined,
  );
  if (isStateful) await sendAsCallers(running, options, { judge, edges, firsts }, tryLast);
  backlog.clear();
  if (!signal.aborted && checks.includes(acceptsValid))
    for (const [fault, exchange] of accepted.faults) ledger.add(acceptsValid.id, fault, [exchange]);

  const found = ledger.findings.filter((finding) => chosen.findings?.ids.has(finding.id) !== false && !unsupported.has(finding));
  const { causes, waived } = settled(found, ledger.waived);
  const findings: Finding[] = [];
  for (const [index, [finding, ...alike]] of causes.entries()) {
    const check = checks.find(({ id }) => id === finding.check);
    // Each smaller request would wait for the time limit too.
    const isLeft = check === undefined || index >= MOST_SHRUNK || signal.aborted || finding.exchanges.some(isTimeout);
    const shown = isLeft
      ? finding
      : await shrinkFinding(finding, { fc, judge, check, context, send: async (one) => seen(await sender.send(ownKey(one))) });
    findings.push(origins.of(shown), ...alike.map((one) => ({ ...one, alike: shown.id })));
  }
  // A run of a few operations has learnt less than is kept.
  if (options.only.length + options.skip.length === 0 && !signal.aborted) keepOrder(options.order, order.ids);
  if (options.cleansUp && !options.signal.aborted) await cleanup.run();
  const ended = [
    ...(deadline?.aborted === true ? [`the time limit of ${options.milliseconds} ms`] : []),
    ...[...sender.left].map(({ id }) => `${id} did not respond to ${MOST_TIMEOUTS} requests within their time limit, and got no more`),
    ...limitedText(sender.limited),
  ];
  const operations = service.operations.map((operation) => reportOf(operation, { ledger, outcomes, chosen, skip: skipped.get(operation) }));
  const tooShort = shortReach(operations, options.minSuccess);
  const inconclusive = [...(tooShort === undefined ? [] : [tooShort]), ...untried(progress)];
  const unjudged = unjudgedOf(checks, operations);
  return {
    service,
    target: target.name,
    seed: options.seed,
    operations,
    findings,
    waived,
    // What was not tested cannot show what is waived.
    idleWaivers: ended.length > 0 || options.only.length + options.skip.length > 0 ? [] : ledger.idleWaivers,
    exchanges: operations.reduce((sum, one) => sum + one.exchanges, 0),
    milliseconds: performance.now() - began,
    coverage: coverage.operations,
    reached: reachedOf(operations),
    constraints: tally.report(operations.flatMap(({ operation, isLeftOut }) => (isLeftOut === true ? [] : [operation]))),
    ...(doubts.length > 0 ? { doubts } : {}),
    ...(options.cleansUp ? { cleanup: { deleted: cleanup.deleted, remaining: cleanup.remaining } } : {}),
    ...(inconclusive.length > 0 ? { inconclusive } : {}),
    ...(sequences === undefined ? {} : { sequences }),
    ...(unjudged.length > 0 ? { unjudged } : {}),
    ...(ended.length > 0 ? { ended: ended.join('; ') } : {}),
  };
}

function isOn({ id, on }: Check, chosen: Readonly<Record<string, unknown>>): boolean {
  return Object.hasOwn(chosen, id) ? chosen[id] !== false : on;
}

function throwIf<E extends Error>(error: E | undefined, isMeant: (error: E) => boolean = () => true): void {
  if (error !== undefined && isMeant(error)) throw error;
}
