// Keeps what the checks say of each exchange: counts by operation and check, and one finding for all cases that show the same.

import { createHash } from 'node:crypto';
import type { Location } from '../../base/problem.ts';
import type { Operation } from '../../model/service.ts';
import type { Check, CheckContext, Fault, Finding } from '../contract/check.ts';
import type { Exchange } from '../contract/exchange.ts';
import type { Cell, JudgedCase } from '../contract/report.ts';
import type { Waiver } from '../contract/waiver.ts';
import { count, judgedCase, judgedSequence } from './judged.ts';

/** A finding while more cases may still show it. */
type Open = { -readonly [K in keyof Finding]: Finding[K] } & { readonly waiver?: Waiver };

export interface Ledger {
  /** Runs the checks on an exchange. */
  judge(exchange: Exchange): void;
  /** Adds what a sequence has found: the exchanges of the shortest one, the failing exchange last. */
  add(check: string, fault: Fault, exchanges: Finding['exchanges']): void;
  /** Counts a sequence that a check has carried out, by the operation that it is about. */
  looked(check: string, operation: Operation, steps: readonly Exchange[]): void;
  /** Whether a waiver covers what a check says of an exchange. */
  isWaived(check: string, exchange: Exchange): boolean;
  readonly findings: readonly Finding[];
  readonly waived: readonly (Finding & { readonly waiver: Waiver })[];
  readonly idleWaivers: readonly Waiver[];
  exchangesOf(operation: Operation): number;
  cellsOf(operation: Operation): ReadonlyMap<string, Cell>;
}

interface Tally {
  exchanges: number;
  readonly cells: Map<string, Cell>;
}

export function createLedger(checks: readonly Check[], context: CheckContext, waivers: readonly Waiver[]): Ledger {
  const found = new Map<string, Open>();
  const tallies = new Map<Operation, Tally>();
  const used = new Set<Waiver>();

  const tallyOf = (operation: Operation): Tally => {
    const tally = tallies.get(operation) ?? { exchanges: 0, cells: new Map<string, Cell>() };
    tallies.set(operation, tally);
    return tally;
  };
  const cellOf = (operation: Operation, check: string): Cell => {
    const { cells } = tallyOf(operation);
    const cell = cells.get(check) ?? { looked: 0, failed: 0, waived: 0, cases: [] };
    cells.set(check, cell);
    return cell;
  };
  const waiverOf = (id: string, check: string, exchange: Exchange): Waiver | undefined => {
    const waiver = waivers.find((one) => one.check === id || covers(one, check, exchange));
    if (waiver !== undefined) used.add(waiver);
    return waiver;
  };

  function add(check: string, fault: Fault, exchanges: Finding['exchanges']): void {
    const last = exchanges[exchanges.length - 1] as Exchange;
    const { operation } = last.case;
    const location = fault.location ?? last.case.location;
    const id = findingId(check, operation, location, fault.expected);
    const waiver = waiverOf(id, check, last);
    cellOf(operation, check)[waiver === undefined ? 'failed' : 'waived']++;
    const key = JSON.stringify([check, operation.id, placeOf(location), fault.expected, waiver === undefined]);
    const before = found.get(key);
    if (before !== undefined) before.more++;
    else found.set(key, { id, check, ...fault, location, operation, exchanges, more: 0, ...(waiver === undefined ? {} : { waiver }) });
  }

  return {
    add,
    isWaived: (check, exchange) => waiverOf(check, check, exchange) !== undefined,
    looked: (check, operation, steps) => count(cellOf(operation, check), () => judgedSequence(steps)),
    judge(exchange) {
      const { operation, intent } = exchange.case;
      tallyOf(operation).exchanges++;
      let noted: JudgedCase | undefined;
      const judged = (): JudgedCase => {
        noted ??= judgedCase(exchange);
        return noted;
      };
      for (const check of checks) {
        if (check.sequence === true) continue;
        if (intent.kind === 'probe' && intent.check !== check.id && check.judgesProbes !== true) continue;
        const faults = check.look(exchange, context);
        if (faults === undefined) continue;
        count(cellOf(operation, check.id), judged);
        for (const fault of faults) add(check.id, fault, historyOf(exchange));
      }
    },
    get findings() {
      return [...found.values()].filter((finding) => finding.waiver === undefined);
    },
    get waived() {
      return [...found.values()].flatMap((finding) => (finding.waiver === undefined ? [] : [{ ...finding, waiver: finding.waiver }]));
    },
    get idleWaivers() {
      return waivers.filter((waiver) => !used.has(waiver));
    },
    exchangesOf: (operation) => tallyOf(operation).exchanges,
    cellsOf: (operation) => tallyOf(operation).cells,
  };
}

/** The path of the file is left out: it is another one on another machine. */
function findingId(check: string, operation: Operation, { pointer }: Location, expected: string): string {
  const digest = createHash('sha256')
    .update(JSON.stringify([pointer, expected]))
    .digest('hex')
    .slice(0, 6);
  return `${check}:${operation.id}:${digest}`;
}

function placeOf({ source, pointer }: Location): string {
  return `${source.path}#${pointer}`;
}

/** The exchanges that one follows, and itself last. */
function historyOf(exchange: Exchange): Finding['exchanges'] {
  return exchange.after === undefined ? [exchange] : [...historyOf(exchange.after), exchange];
}

function covers(waiver: Waiver, check: string, { case: { id, operation } }: Exchange): boolean {
  if (waiver.check !== check) return false;
  if (waiver.operation !== undefined && !patternOf(waiver.operation).test(operation.id)) return false;
  return waiver.case === undefined || id.includes(waiver.case);
}

/** `*` stands for any characters. */
function patternOf(text: string): RegExp {
  return new RegExp(
    `^${text
      .split('*')
      .map((part) => part.replace(/[^\w]/g, '\\$&'))
      .join('.*')}$`,
  );
}
