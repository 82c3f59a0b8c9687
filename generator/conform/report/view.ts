// A report as texts that may be shown: every format is made of this alone, and it has no credential.
import { isCredentialName } from '@octavo/runtime/testing';
import { position } from '../../load/frame.ts';
import type { Operation } from '../../model/service.ts';
import { checks } from '../checks/index.ts';
import type { Finding } from '../contract/check.ts';
import type { Exchange, WireResponse } from '../contract/exchange.ts';
import type { Cell, JudgedCase, OperationCoverage, RecordedReport, RunReport } from '../contract/report.ts';
import { clientCodeOf } from './client-code.ts';
import { type CoverageCounts, coverageCounts } from './coverage.ts';
import { curlOf, hidden, textOf } from './curl.ts';
import { stepsOf } from './steps.ts';

export interface ShownMessage {
  readonly headers: readonly (readonly [name: string, value: string])[];
  /** Absent: no body. A body that is no text is shown by its length. */
  readonly body?: string;
  /** Bytes of the whole body. */
  readonly size: number;
}

export interface ShownExchange {
  readonly curl: string;
  /** A call of the generated client. */
  readonly code?: string;
  readonly request: ShownMessage & { readonly method: string; readonly url: string };
  readonly response?: ShownMessage & Pick<WireResponse, 'status' | 'timing'>;
  /** Why there is no response. */
  readonly failure?: string;
  /** ISO 8601, in UTC. */
  readonly began: string;
  readonly milliseconds: number;
}

export interface ShownFinding {
  /** `read-after-create:getBook:3f2a91`: what a waiver and `--only` take. */
  readonly id: string;
  /** Id of the finding that stands for this one, since both have one cause. Absent: it stands for itself. */
  readonly alike?: string;
  readonly check: string;
  readonly message: string;
  readonly expected: string;
  /** Id of the operation. */
  readonly operation: string;
  readonly place: { readonly file: string; readonly line: number; readonly column: number; readonly pointer: string };
  /** How many other cases show the same. */
  readonly more: number;
  /** Why the finding is accepted; absent where it is not. */
  readonly waived?: string;
  readonly exchanges: readonly ShownExchange[];
}

export interface ShownCell {
  /** How many cases the check judged. */
  readonly looked: number;
  readonly failed: number;
  readonly waived: number;
  /** The first of them: indices of `cases` of the operation. */
  readonly cases: readonly number[];
}

/** A case, or a sequence of requests. */
export interface ShownCase {
  readonly name: string;
  readonly says?: string;
  readonly requests: readonly {
    readonly method: string;
    /** Path and query below the base path. */
    readonly target: string;
    /** Absent: there is no response. */
    readonly status?: number;
    readonly milliseconds: number;
  }[];
}

export interface ShownOperation {
  readonly id: string;
  readonly method: string;
  readonly path: string;
  readonly exchanges: number;
  readonly skipped?: string;
  /** Why no valid request is known to have succeeded. Absent: one has, or none was expected to. */
  readonly unreached?: string;
  /** By id of the check. */
  readonly cells: Readonly<Record<string, ShownCell>>;
  /** Cases that checks have judged: the first ones of each check. */
  readonly cases: readonly ShownCase[];
  readonly statuses: OperationCoverage['statuses'];
  readonly parameters: OperationCoverage['parameters'];
  readonly branches: OperationCoverage['branches'];
  /** Present where the operation has more branches than are counted. */
  readonly moreBranches?: true;
}

export interface ReportView {
  /** `octavo conform`, `octavo proxy`. */
  readonly tool: string;
  readonly title: string;
  readonly target: string;
  readonly exchanges: number;
  readonly milliseconds: number;
  readonly seed?: number;
  readonly ended?: string;
  /** How many operations have answered a valid request with success, of how many that could. */
  readonly reached?: { readonly succeeded: number; readonly of: number };
  /** Refusals of valid requests that are no findings: the document may have the reason in prose. */
  readonly doubts?: readonly { readonly operation: string; readonly at?: string; readonly message: string }[];
  /** How many constraints were tried both ways, and why not the others. */
  readonly constraints?: {
    readonly tried: number;
    readonly of: number;
    readonly untried: readonly { readonly operation: string; readonly at: string; readonly keyword: string; readonly reason: string }[];
  };
  /** Why a run without findings does not pass: too little was tried. */
  readonly inconclusive?: readonly string[];
  /** What the run has deleted at its end, and what remains of what it has made. */
  readonly cleanup?: {
    readonly deleted: number;
    readonly remaining: readonly { readonly operation: string; readonly count: number; readonly reason: string }[];
  };
  /** The checks that looked at anything, in their order. */
  readonly checks: readonly { readonly id: string; readonly summary: string }[];
  readonly operations: readonly ShownOperation[];
  readonly coverage: CoverageCounts;
  readonly findings: readonly ShownFinding[];
  /** Requests that no operation declares: of a proxy. */
  readonly undeclared: readonly { readonly method: string; readonly path: string; readonly count: number }[];
  /** Where the requests and responses come from a file. */
  readonly recorded?: RecordedReport;
  /** Waivers that cover nothing. */
  readonly idleWaivers: readonly { readonly check: string; readonly operation?: string; readonly reason: string }[];
}

/** The most characters of a body that are shown. */
const MOST = 16 * 1024;

/** The most characters of a name, a phrase or a target in lists of cases. */
const MOST_OF_NAME = 160;

/** Members of JSON that are secrets by their names, which a service may send and no secret of the request has. */
const SECRET_MEMBERS = /("(?:(?:access|refresh|id|session)_?token|client_?secret|api_?key|password)"\s*:\s*)"(?:[^"\\]|\\.)*"/gi;

export interface ViewOptions {
  readonly tool: string;
  /** The base address of curl commands. */
  readonly origin: string;
  /** Checks beside those of `octavo conform`, with the sentences that say what they demand. */
  readonly checks?: readonly { readonly id: string; readonly summary: string }[];
}

export function viewOf(report: RunReport, options: ViewOptions): ReportView {
  const { service, target, exchanges, milliseconds, seed, ended, operations, findings, waived, idleWaivers, undeclared = [] } = report;
  const known = [...checks, ...(options.checks ?? [])];
  const ids = new Set([...operations.flatMap(({ cells }) => [...cells.keys()]), ...findings.map(({ check }) => check)]);
  const ordered = [...new Set([...known.map(({ id }) => id).filter((id) => ids.has(id)), ...ids])];
  const coverage = new Map(report.coverage.map((one) => [one.operation, one]));
  return {
    tool: options.tool,
    title: service.title,
    target,
    exchanges,
    milliseconds: Math.round(milliseconds),
    ...(seed === undefined ? {} : { seed }),
    ...(ended === undefined ? {} : { ended }),
    checks: ordered.map((id) => ({ id, summary: known.find((one) => one.id === id)?.summary ?? '' })),
    ...(report.reached === undefined ? {} : { reached: report.reached }),
    ...(report.doubts === undefined
      ? {}
      : {
          doubts: report.doubts.map(({ operation, at, message }) => ({
            ...{ operation: operation.id, message: cut(message, MOST_OF_NAME) },
            ...(at === undefined ? {} : { at }),
          })),
        }),
    ...(report.constraints === undefined
      ? {}
      : {
          constraints: {
            ...report.constraints,
            untried: report.constraints.untried.map(({ operation, ...rest }) => ({ operation: operation.id, ...rest })),
          },
        }),
    ...(report.inconclusive === undefined ? {} : { inconclusive: report.inconclusive }),
    ...(report.cleanup === undefined
      ? {}
      : {
          cleanup: {
            deleted: report.cleanup.deleted,
            remaining: report.cleanup.remaining.map(({ create, ...rest }) => ({ operation: create.id, ...rest })),
          },
        }),
    operations: operations.map(({ operation, exchanges: count, cells, skipped, unreached }) => ({
      ...nameOf(operation),
      exchanges: count,
      ...(skipped === undefined ? {} : { skipped }),
      ...(unreached === undefined ? {} : { unreached: unreached.reason }),
      ...shownCells(cells),
      statuses: coverage.get(operation)?.statuses ?? [],
      parameters: coverage.get(operation)?.parameters ?? [],
      branches: coverage.get(operation)?.branches ?? [],
      ...(coverage.get(operation)?.moreBranches === true ? { moreBranches: true } : {}),
    })),
    coverage: coverageCounts(report.coverage),
    findings: [
      ...findings.map((finding) => shownFinding(finding, options.origin)),
      ...waived.map((finding) => ({ ...shownFinding(finding, options.origin), waived: finding.waiver.reason })),
    ],
    undeclared,
    ...(report.recorded === undefined ? {} : { recorded: report.recorded }),
    idleWaivers,
  };
}

function nameOf({ id, method, path }: Operation): { readonly id: string; readonly method: string; readonly path: string } {
  return { id, method, path };
}

function shownFinding(finding: Finding, origin: string): ShownFinding {
  const { id, check, message, expected, operation, location, more, alike } = finding;
  const steps = stepsOf(finding);
  const codes = clientCodeOf(steps);
  const secrets = steps.flatMap(({ sent }) => sent.secrets);
  const hide = (text: string): string => hidden(text, secrets);
  return {
    id,
    ...(alike === undefined ? {} : { alike }),
    check,
    message: hide(message),
    expected: hide(expected),
    operation: operation.id,
    place: { file: location.source.display, ...position(location), pointer: location.pointer },
    more,
    exchanges: steps.map((exchange, index) => shownExchange(exchange, origin, codes[index], hide)),
  };
}

/** A case that several checks have judged is shown once. */
function shownCells(cells: ReadonlyMap<string, Cell>): Pick<ShownOperation, 'cells' | 'cases'> {
  const cases = [...new Set([...cells.values()].flatMap((cell) => cell.cases))];
  const indices = new Map(cases.map((one, index) => [one, index]));
  return {
    cells: Object.fromEntries([...cells].map(([id, cell]) => [id, { ...cell, cases: cell.cases.map((one) => indices.get(one) ?? -1) }])),
    cases: cases.map(shownCase),
  };
}

function shownCase({ name, says, requests, secrets }: JudgedCase): ShownCase {
  const shown = (text: string): string => cut(hidden(text, secrets), MOST_OF_NAME);
  return {
    name: shown(name),
    ...(says === undefined ? {} : { says: shown(says) }),
    requests: requests.map((one) => ({ ...one, target: shown(one.target), milliseconds: rounded(one.milliseconds) })),
  };
}

/** To tenths. */
function rounded(milliseconds: number): number {
  return Math.round(milliseconds * 10) / 10;
}

function cut(text: string, most: number): string {
  return text.length > most ? `${text.slice(0, most)}…` : text;
}

type Hide = (text: string) => string;

function shownExchange(exchange: Exchange, origin: string, code: string | undefined, hide: Hide): ShownExchange {
  const { sent, case: one, response, failure, began, milliseconds } = exchange;
  const headers = Object.entries(sent.headers).map(
    ([name, value]) => [name, one.request.headers[name] === value && !isCredentialName(name) ? hide(value) : '$CREDENTIAL'] as const,
  );
  const end = sent.target.indexOf(one.request.target) + one.request.target.length;
  const added = (sent.target.slice(end).match(/[?&][^=&]*/g) ?? []).map((name) => `${name}=$CREDENTIAL`).join('');
  const bytes = typeof sent.body === 'string' ? new TextEncoder().encode(sent.body) : sent.body;
  return {
    curl: hide(curlOf(exchange, origin)),
    ...(code === undefined ? {} : { code: hide(code) }),
    request: { method: sent.method, url: hide(origin + sent.target.slice(0, end)) + added, headers, ...bodyOf(bytes, hide) },
    ...(response === undefined ? { failure: hide(failure.message) } : { response: shownResponse(response, hide) }),
    began: new Date(began).toISOString(),
    milliseconds: rounded(milliseconds),
  };
}

function shownResponse({ status, headers, body, timing }: WireResponse, hide: Hide): NonNullable<ShownExchange['response']> {
  const shown = [...headers].map(([name, value]) => [name, isCredentialName(name) ? '$CREDENTIAL' : hide(value)] as const);
  const { wait, receive } = timing;
  return { status, headers: shown, ...bodyOf(body, hide), timing: { wait: rounded(wait), receive: rounded(receive) } };
}

function bodyOf(bytes: Uint8Array | undefined, hide: Hide): Pick<ShownMessage, 'body' | 'size'> {
  if (bytes === undefined || bytes.length === 0) return { size: 0 };
  const text = textOf(bytes);
  if (text === undefined) return { body: `(${bytes.length} bytes)`, size: bytes.length };
  // Hidden before it is cut: half of a secret would not be found.
  const safe = hide(text).replace(SECRET_MEMBERS, '$1"$$CREDENTIAL"');
  return { body: cut(safe, MOST), size: bytes.length };
}
