// Gives the tries of several callers the first cases of a run, its values and its credentials.
import { setTimeout as sleep } from 'node:timers/promises';
import type { Edge } from '../../inference/edge.ts';
import type { Operation } from '../../model/service.ts';
import { tryCallers } from '../callers/index.ts';
import type { Case } from '../contract/case.ts';
import type { Exchange } from '../contract/exchange.ts';
import type { CredentialValues } from '../contract/settings.ts';
import { endAfter } from '../contract/time-limit.ts';
import type { Judge } from '../judge/index.ts';
import type { RunOptions } from './options.ts';
import { type Running, sentFresh } from './running.ts';

/** The part of the run's time that several callers may take. */
const SHARE = 0.2;

export async function sendAsCallers(
  running: Running,
  options: RunOptions,
  { judge, edges, firsts }: { readonly judge: Judge; readonly edges: readonly Edge[]; readonly firsts: ReadonlyMap<Operation, Case> },
  tried: typeof tryCallers = tryCallers,
): Promise<void> {
  const { sender, checks, ledger, backlog, ownKey, freshness, isTested } = running;
  const signals = options.milliseconds === undefined ? [] : [endAfter(options.milliseconds * SHARE)];
  const signal = AbortSignal.any([running.signal, ...signals]);
  const seen = (exchange: Exchange | undefined): Exchange | undefined => {
    if (exchange === undefined || running.signal.aborted) return undefined;
    backlog.add(exchange);
    backlog.clear();
    return exchange;
  };
  await tried({
    service: options.service,
    judge,
    edges,
    caseOf: (operation) => firsts.get(operation),
    ready: async (one) => ownKey(await freshness.ready(one)),
    fresh: async (one) => seen(await sentFresh(running, one)),
    send: async (one, after) => seen(await sender.send(one, after)),
    waysFor: freshness.waysFor,
    ownKey,
    isOn: (id) => checks.some((check) => check.id === id),
    hasLooked: (check, operation) => (ledger.cellsOf(operation).get(check)?.looked ?? 0) > 0,
    looked(check, operation, steps) {
      if (isTested(operation)) ledger.looked(check, operation, steps);
    },
    found({ check, message, expected, exchanges }) {
      if (isTested((exchanges.at(-1) as Exchange).case.operation)) ledger.add(check, { message, expected }, exchanges);
    },
    mayGoOn: () => !signal.aborted,
    pause: (milliseconds) => sleep(milliseconds, true, { signal }).catch(() => false),
    hasOther: hasValues(options.credentials.other),
    hasLimited: hasValues(options.credentials.limited),
    writes: options.writes && options.sequences !== false,
  });
  backlog.clear();
}

function hasValues(values: CredentialValues | undefined): boolean {
  return Object.keys(values ?? {}).length > 0;
}
