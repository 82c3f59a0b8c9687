// Tries again what no request has reached, once all operations were called: others have made by then what it needs, or bring a thing into the state
// that it needs.
import type { Edge } from '../../inference/edge.ts';
import { isObject } from '../../inference/pointers.ts';
import type { Operation } from '../../model/service.ts';
import type { Case } from '../contract/case.ts';
import { endAfter } from '../contract/time-limit.ts';
import type { Judge } from '../judge/index.ts';
import { type Input, randomFor, sampleInput } from '../plan/index.ts';
import { rewritten } from '../reach/index.ts';
import { type Running, sendOne } from './running.ts';

/** The part of the run's time that may be spent so. */
const SHARE = 0.2;

/** What was reached in one round may open more in the next one. */
const MOST_ROUNDS = 6;

/** The ways that are tried for each operation in the first round: what others reach in it is a part of many ways. */
const FIRST_WAYS = 6;

export interface Reaching {
  readonly judge: Judge;
  readonly edges: readonly Edge[];
  /** The first case of each operation that may be called. */
  readonly firsts: ReadonlyMap<Operation, Case>;
  readonly hasSucceeded: (operation: Operation) => boolean;
  /** The user's values in place of made ones. */
  readonly override: (operation: Operation, input: Input) => Input;
  /** The time of the run. */
  readonly milliseconds: number | undefined;
}

export async function reachOthers(running: Running, reaching: Reaching): Promise<void> {
  const { backlog, freshness, isTested } = running;
  const { firsts, hasSucceeded, milliseconds } = reaching;
  const share = milliseconds === undefined ? running.signal : AbortSignal.any([running.signal, endAfter(milliseconds * SHARE)]);
  const written = new Set<Operation>();
  for (let round = 0; round < MOST_ROUNDS; round++) {
    backlog.clear();
    const open = [...firsts].filter(([operation]) => isTested(operation) && !hasSucceeded(operation));
    for (const plain of await plainCases(reaching, new Set(open.map(([operation]) => operation))))
      if (!share.aborted) await sendOne(running, { ...plain, id: `${plain.id} plainly ${round}` });
    let reached = 0;
    for (const [operation, first] of open) {
      if (share.aborted) return;
      if (hasSucceeded(operation)) {
        reached++;
        continue;
      }
      const exchange = await sendOne(running, { ...first, id: `${first.id} once more ${round}` });
      const isRefused = exchange?.response !== undefined && exchange.response.status >= 300;
      if (isRefused) await freshness.seek(exchange, () => !share.aborted, ...(round === 0 ? [FIRST_WAYS] : []));
      backlog.clear();
      if (!hasSucceeded(operation)) continue;
      reached++;
      // What it refers to may be used up by now: the steps of others need it again and again.
      if (isRefused && operation.method !== 'GET') await sendOne(running, { ...first, id: `${first.id} again ${round}` });
    }
    if (reached > 0 || round === 0) continue;
    // What succeeds so says nothing of how it succeeds again: it comes last.
    const left = open.filter(([operation]) => !written.has(operation));
    for (const [operation, first] of left) {
      written.add(operation);
      if (!share.aborted) await sendAsWritten(running, reaching, first);
    }
    if (!left.some(([operation]) => hasSucceeded(operation))) return;
  }
}

/** Sends a case with the things that the examples of the document name: they may be the only ones that are in the right state. */
async function sendAsWritten({ sender, backlog, ownKey }: Running, { judge, override }: Reaching, first: Case): Promise<void> {
  const { operation } = first;
  const sample = sampleInput(judge, operation, randomFor(0, operation.id, 'written'), { examples: 'first' });
  const written = sample && (await rewritten(judge, first, override(operation, sample)));
  if (written === undefined || written === first) return;
  const exchange = await sender.send(ownKey({ ...written, id: `${first.id} as it is written` }));
  if (exchange?.response !== undefined) backlog.add(exchange);
  backlog.clear();
}

/**
 * Reads without what is optional in their queries: those that were not reached, and the lists that have what others need. A page or a filter by
 * chance shows nothing.
 */
async function plainCases({ judge, edges, firsts, override }: Reaching, open: ReadonlySet<Operation>): Promise<readonly Case[]> {
  const needed = new Set([...open, ...edges.filter(({ consumer }) => open.has(consumer)).map(({ producer }) => producer)]);
  const found: Case[] = [];
  for (const [operation, first] of firsts) {
    if (operation.method !== 'GET' || !needed.has(operation) || first.input?.query === undefined) continue;
    const plain = await rewritten(judge, first, override(operation, withRequired(operation, first.input)));
    if (plain !== first) found.push(plain);
  }
  return found;
}

function withRequired({ parameters }: Operation, input: Input): Input {
  const required = parameters.filter((one) => one.in === 'query' && one.required).map(({ name }) => name);
  const { query: whole, ...rest } = input;
  const query = Object.entries(isObject(whole) ? whole : {}).filter(([name]) => required.includes(name));
  return query.length === 0 ? rest : { ...rest, query: Object.fromEntries(query) };
}
