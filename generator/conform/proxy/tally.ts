// Counts what was observed: finds the operation of each request, has the checks look at each exchange, and collects what they find.
import type { Operation, Service } from '../../model/service.ts';
import type { Finding } from '../contract/check.ts';
import type { Exchange } from '../contract/exchange.ts';
import type { ProxyReport, UndeclaredRequest } from '../contract/report.ts';
import type { Waiver } from '../contract/waiver.ts';
import { type CoverageCounter, createCoverage } from '../coverage/index.ts';
import type { Judge } from '../judge/index.ts';
import { createLedger, type Ledger } from '../run/ledger.ts';
import { proxyChecks } from './checks.ts';

export interface ObserverOptions {
  /** Ids of checks to turn on or off. */
  readonly checks: Readonly<Record<string, unknown>>;
  readonly waivers: readonly Waiver[];
  /** Called for the first exchange that shows a finding. */
  readonly onFinding: (finding: Pick<Finding, 'check' | 'operation' | 'message' | 'location'>) => void;
  /** Called for the first request to each path that no operation declares. */
  readonly onUndeclared: (request: UndeclaredRequest) => void;
}

/** A request as far as its operation depends on it. */
export interface RequestHead {
  readonly method: string;
  /** Path and query. */
  readonly target: string;
  /** By lower-case name. */
  readonly headers: Readonly<Record<string, string>>;
}

/** The most undeclared paths that are kept. */
const MOST = 1000;

export class Tally {
  readonly #judge: Judge;
  readonly #service: Service;
  readonly #options: ObserverOptions;
  readonly #ledger: Ledger;
  readonly #coverage: CoverageCounter;
  readonly #undeclared = new Map<string, { -readonly [K in keyof UndeclaredRequest]: UndeclaredRequest[K] }>();
  #exchanges = 0;
  #announced = 0;

  constructor(judge: Judge, options: ObserverOptions) {
    const { service } = judge;
    const isOn = ({ id, on }: (typeof proxyChecks)[number]): boolean =>
      Object.hasOwn(options.checks, id) ? options.checks[id] !== false : on;
    this.#judge = judge;
    this.#service = service;
    this.#options = options;
    const context = { service, options: options.checks, hasCredential: () => true, hasSucceeded: () => true };
    this.#ledger = createLedger(proxyChecks.filter(isOn), context, options.waivers);
    this.#coverage = createCoverage(service, judge.schemas);
  }

  /**
   * The operation by path and method. A request that none declares is counted. `below`: the target below the base path; `undefined` where it is not.
   */
  async route({ method, target, headers }: RequestHead, below: string | undefined): Promise<Operation | undefined> {
    this.#exchanges++;
    const verdict = below === undefined ? undefined : await this.#judge.request({ method, target: below, headers });
    if (verdict?.operation !== undefined) return verdict.operation;
    // A browser asks before it sends the request (Fetch standard section 3.2.2).
    if (method === 'OPTIONS' && headers['access-control-request-method'] !== undefined) return undefined;
    const path = target.replace(/\?.*$/s, '');
    const known = this.#undeclared.get(`${method} ${path}`);
    if (known !== undefined) known.count++;
    else if (this.#undeclared.size < MOST) {
      const request = { method, path, count: 1 };
      this.#undeclared.set(`${method} ${path}`, request);
      this.#options.onUndeclared(request);
    }
    return undefined;
  }

  /** `isAnnounced`: whether a finding has been announced before. */
  judged(exchange: Exchange, isAnnounced: (finding: Finding) => boolean = () => false): void {
    this.#coverage.see(exchange);
    this.#ledger.judge(exchange);
    const { findings } = this.#ledger;
    for (const finding of findings.slice(this.#announced)) if (!isAnnounced(finding)) this.#options.onFinding(finding);
    this.#announced = findings.length;
  }

  report(): Omit<ProxyReport, 'service' | 'target' | 'milliseconds' | 'upgrades'> {
    const { findings, waived, idleWaivers } = this.#ledger;
    return {
      operations: this.#service.operations.map((operation) => ({
        operation,
        exchanges: this.#ledger.exchangesOf(operation),
        cells: this.#ledger.cellsOf(operation),
      })),
      findings,
      waived,
      idleWaivers,
      exchanges: this.#exchanges,
      coverage: this.#coverage.operations,
      undeclared: [...this.#undeclared.values()],
    };
  }
}
