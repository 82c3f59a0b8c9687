// Counts requests against the limits that a document declares (`x-limits`): refuses those that are too many, and has every answer say what is left.
// Handlers know nothing of it.

import {
  type AnyResult,
  type Operation,
  overLimitText,
  periodText,
  type RateLimitFacts,
  type RefusalFacts,
  refuse,
  type ServerAnswer,
  type ServerContext,
} from '@octavo/runtime';
import type { SandboxClock } from '../clock/clock.ts';
import type { LimitEntry, Limits, Taken, Window } from './limits.ts';

/** An operation, as far as limits look at it. */
type RatedOperation = Pick<Operation, 'id' | 'method' | 'security'>;

/** What a service says of the limits of its document. */
export interface RateRules<Principal> {
  /** Begins the names of the counters: the name of the service. */
  readonly service: string;
  /** `rateLimits` of the generated code. */
  readonly limits: { readonly all: readonly RateLimitFacts[]; readonly operations: Readonly<Record<string, readonly RateLimitFacts[]>> };
  /** Whose requests a row counts, by its `per`; `undefined` where it does not count those of this caller. */
  callerOf(principal: Principal, per: string, operation: RatedOperation): string | undefined;
  /** The level of access of a caller. Its rows replace those without a level that have the same `per`. */
  levelOf?(principal: Principal): string;
  /** By how much all limits are multiplied; 0: nothing is counted. Default: 1. */
  factor?(): number;
  /** The status of a refusal. */
  readonly status: number;
  readonly code?: string;
  /** What a refusal says. Default: `The token may make 180 requests a minute.` */
  detail?(limit: RateLimitFacts, period: string): string;
  /** The headers of every answer. Default: none. @param seconds until the window ends @param rows of `left.windows` */
  headers?(left: Taken, seconds: number, rows: readonly RateLimitFacts[]): Headers;
}

type Headers = Readonly<Record<string, number>>;

interface RateWindow extends Window {
  readonly row: RateLimitFacts;
}

interface NamedRow {
  readonly row: RateLimitFacts;
  readonly name: string;
}

/**
 * Handlers that leave headers to `around`. A document that requires headers of every answer has them in the types of results, where
 * the service would have to repeat them in each.
 */
export type Without<Names extends string, Handlers> = {
  [Name in keyof Handlers]: Handlers[Name] extends (input: infer Input, context: infer Context) => infer Result
    ? (input: Input, context: Context) => Left<Awaited<Result>, Names> | Promise<Left<Awaited<Result>, Names>>
    : never;
};

type Left<Result, Names extends string> = Result extends { headers?: infer Given }
  ? Omit<Result, 'headers'> & HeadersOf<Omit<NonNullable<Given>, Names>>
  : Result;
type HeadersOf<Given> = Record<never, never> extends Given ? { readonly headers?: Given } : { readonly headers: Given };

export interface Rates<Principal> {
  /** For the options of the server. */
  readonly hooks: {
    around(context: ServerContext<Principal>, next: () => Promise<AnyResult>): Promise<AnyResult>;
    onAnswer(answer: ServerAnswer, request: unknown, context: ServerContext<Principal> | undefined): void | Promise<void>;
  };
  /** What `limits.read` reads to say what a caller has left for an operation. It has no windows where nothing limits the caller. */
  entryOf(operation: RatedOperation, principal: Principal): LimitEntry;
}

export function createRates<Principal>(
  { limits, clock }: { readonly limits: Limits; readonly clock: SandboxClock },
  rules: RateRules<Principal>,
): Rates<Principal> {
  const { service, status, code, detail = overLimitText } = rules;
  const counted = new WeakMap<ServerContext<Principal>, Headers>();
  /** The windows of an unknown caller, whose requests are not counted. */
  const unknownCaller: readonly RateWindow[] = rules.limits.all.map((row) => windowOf(row, service));

  const rows = new Map<string, readonly NamedRow[]>();

  /** The rows of an operation, with what the names of their counters begin with. */
  function rowsOf(operation: string): readonly NamedRow[] {
    const known = rows.get(operation);
    if (known !== undefined) return known;
    const found = [
      ...rules.limits.all.map((row) => ({ row, name: `${service}:${row.per}:` })),
      ...(rules.limits.operations[operation] ?? []).map((row) => ({ row, name: `${service}:${row.shared ?? operation}:${row.per}:` })),
    ];
    rows.set(operation, found);
    return found;
  }

  function windowsOf(operation: RatedOperation, principal: Principal): readonly RateWindow[] {
    const factor = rules.factor?.() ?? 1;
    // An operation without security has no caller whose requests could be counted.
    if (factor === 0 || principal === undefined) return [];
    const level = rules.levelOf?.(principal);
    const found: RateWindow[] = [];
    for (const { row, name } of rowsOf(operation.id)) {
      const caller = row.level === undefined || row.level === level ? rules.callerOf(principal, row.per, operation) : undefined;
      if (caller !== undefined) found.push(windowOf(row, `${name}${caller}`, factor));
    }
    if (level === undefined) return found;
    const isReplaced = ({ key, row }: RateWindow) =>
      row.level === undefined && found.some((other) => other.row.level !== undefined && other.key === key);
    return found.filter((window) => !isReplaced(window));
  }

  const secondsUntil = ({ resetAt }: Taken) => Math.max(1, Math.ceil((resetAt - clock.now()) / 1000));
  const headersOf = (taken: Taken, windows: readonly RateWindow[]): Headers =>
    rules.headers?.(
      taken,
      secondsUntil(taken),
      windows.map(({ row }) => row),
    ) ?? {};

  /** @throws the refusal of a request that is one too many */
  async function count(context: ServerContext<Principal>): Promise<Headers> {
    const windows = windowsOf(context.operation, context.principal);
    if (windows.length === 0) return {};
    const taken = await limits.take(service, windows);
    const headers = headersOf(taken, windows);
    counted.set(context, headers);
    const refusing = windows[taken.windows.findIndex((one) => !one.allowed && one.resetAt === taken.resetAt)];
    if (refusing === undefined) return headers;
    const { row } = refusing;
    const facts: RefusalFacts = { detail: detail(row, periodText(row.seconds)), headers: { 'retry-after': String(secondsUntil(taken)) } };
    throw refuse(status, code === undefined ? facts : { ...facts, code });
  }

  /** Counts a request that was refused before it came to `around`: it is not refused a second time. */
  async function countRefused(context: ServerContext<Principal> | undefined): Promise<Headers> {
    const isKnown = context?.principal !== undefined;
    const windows = isKnown ? windowsOf(context.operation, context.principal) : unknownCaller;
    return windows.length === 0 ? {} : headersOf(await limits.take(service, windows, isKnown ? 1 : 0), windows);
  }

  function add(headers: Record<string, string>, rate: Headers): void {
    for (const [name, value] of Object.entries(rate)) headers[name.toLowerCase()] = String(value);
  }

  return {
    entryOf: (operation, principal) => ({ key: service, windows: windowsOf(operation, principal) }),
    hooks: {
      async around(context, next) {
        const headers = await count(context);
        const result = await next();
        return rules.headers === undefined ? result : { ...result, headers: { ...headers, ...result.headers } };
      },
      onAnswer({ headers, fault }, _request, context) {
        // An answer of a handler has the headers, and does not wait for a promise.
        if (rules.headers === undefined || (context !== undefined && fault === undefined)) return undefined;
        const known = context === undefined ? undefined : counted.get(context);
        return known === undefined ? countRefused(context).then((rate) => add(headers, rate)) : add(headers, known);
      },
    },
  };
}

function windowOf(row: RateLimitFacts, key: string, factor = 1): RateWindow {
  return { key, limit: Math.max(1, Math.floor(row.limit * factor)), milliseconds: row.seconds * 1000, row };
}
