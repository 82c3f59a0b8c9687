// Judges recorded traffic by a document, as the proxy judges what passes: entry by entry, and nothing is sent.
import { environmentError, usageError } from '../../base/error.ts';
import { type Below, basesOf, belowOf } from '../../har/bases.ts';
import type { Entry } from '../../har/entry.ts';
import { readHar } from '../../har/read.ts';
import type { Operation, Service } from '../../model/service.ts';
import type { Exchange, WireResponse } from '../contract/exchange.ts';
import type { ProxyReport, RecordedReport } from '../contract/report.ts';
import { createJudge, type Judge, type JudgeOptions } from '../judge/index.ts';
import { observe } from '../proxy/exchange.ts';
import { type ObserverOptions, Tally } from '../proxy/tally.ts';
import { redactedInput, redactedOutput } from './redacted.ts';

interface RecordedOptions extends ObserverOptions {
  readonly file: string;
  /** Addresses that the paths of the document stand below, in place of its servers. */
  readonly baseUrls: readonly string[];
  readonly basePath?: string | undefined;
  readonly judging: JudgeOptions;
  readonly signal: AbortSignal;
  readonly onEntry?: (count: number) => void;
}

/** The most faulty entries that are kept. */
const MOST_FAULTS = 10;

type Counts = Map<string, number>;

class Recording {
  readonly #judge: Judge;
  readonly #tally: Tally;
  readonly leftOut: Counts = new Map();
  readonly others: Counts = new Map();
  readonly bases: Counts = new Map();
  readonly faults: string[] = [];
  faulty = 0;
  entries = 0;
  judged = 0;
  withoutBody = 0;
  redacted = 0;
  upgrades = 0;

  constructor(judge: Judge, tally: Tally) {
    this.#judge = judge;
    this.#tally = tally;
  }

  fault(message: string): void {
    this.entries++;
    this.faulty++;
    if (this.faults.length < MOST_FAULTS) this.faults.push(message);
  }

  /** `below`: the target below an address of the document; `undefined` for an entry of another one. */
  async entry(entry: Entry, below: Below | undefined): Promise<void> {
    this.entries++;
    const { request, unanswered } = entry;
    if (below === undefined) {
      const { origin, protocol } = request.url;
      add(this.others, origin === 'null' ? protocol : origin);
      return;
    }
    add(this.bases, below.base);
    if (unanswered === 'socket') this.upgrades++;
    if (unanswered !== undefined && unanswered !== 'socket') add(this.leftOut, WHY[unanswered]);
    if (unanswered !== undefined) return;
    const headers = joined(request.headers);
    const { method, target } = request;
    const operation = await this.#tally.route({ method, target, headers }, below.target);
    if (operation === undefined) return;
    const isDeclared = operation.responses.some(({ status }) => status === '304' || status.toUpperCase() === '3XX');
    if (entry.response.status === 304 && !isDeclared) {
      add(this.leftOut, 'with status 304, by which a cache is told that it is right');
      return;
    }
    await this.#judged(entry, operation, below.target, headers);
  }

  async #judged(entry: Entry, operation: Operation, target: string, headers: Readonly<Record<string, string>>): Promise<void> {
    const { request, began } = entry;
    const redacted = redactedInput(entry, operation);
    const response = wireResponse(entry);
    const isKnown = request.body !== 'absent' && entry.response.body !== 'absent';
    if (!isKnown) this.withoutBody++;
    const { body: shown = [], headers: hidden = [] } = response.redacted ?? {};
    if (redacted.length + shown.length > 0 || hidden.some((name) => isDeclaredHeader(operation, name))) this.redacted++;
    this.judged++;
    const body = request.body === 'absent' ? undefined : (request.body ?? new Uint8Array());
    const { method } = request;
    const isHeadOnly = entry.response.body === 'absent';
    const reading = await this.#judge.response(operation, response, isHeadOnly ? 'HEAD' : method);
    const observed = await observe(this.#judge, { method, target: request.target, headers, body, redacted }, operation, target);
    const { wait, receive } = entry.timing;
    const exchange: Exchange = { ...named(observed, entry), began, milliseconds: wait + receive, response, reading };
    this.#tally.judged(exchange);
  }
}

function isDeclaredHeader({ responses }: Operation, name: string): boolean {
  return responses.some(({ headers }) => headers.some((one) => one.name.toLowerCase() === name));
}

const WHY = {
  cached: "from a browser's cache",
  failed: 'without a response, such as requests that a browser has cancelled or blocked',
} as const;

/** By the index of the entry, so that people find it in the file. */
function named<T extends Pick<Exchange, 'case'>>(observed: T, { index }: Entry): T {
  const { case: one } = observed;
  const says = one.intent.kind === 'invalid' ? one.says : `${one.says}, entries[${index}]`;
  return { ...observed, case: { ...one, id: `${one.id} entries[${index}]`, says } };
}

function wireResponse(entry: Entry): WireResponse {
  const { status, headers, body } = entry.response;
  const own = new Headers();
  for (const [name, value] of headers) {
    try {
      own.append(name, value);
    } catch {
      // A value that no header can have has been changed by the tool that wrote it.
    }
  }
  return {
    status,
    headers: own,
    body: body instanceof Uint8Array ? body : new Uint8Array(),
    timing: entry.timing,
    redacted: redactedOutput(entry),
  };
}

function joined(headers: Entry['request']['headers']): Record<string, string> {
  const all: Record<string, string> = {};
  for (const [name, value] of headers) {
    if (name === 'content-encoding') continue;
    all[name] = all[name] === undefined ? value : `${all[name]}${name === 'cookie' ? '; ' : ', '}${value}`;
  }
  return all;
}

/**
 * @throws {OctavoError} for a file that is not a HAR or has no entry of the document's addresses (exit code 2), and for one of which nothing could be
 * judged (3).
 */
export async function judgeRecorded(service: Service, options: RecordedOptions): Promise<ProxyReport> {
  const { file, baseUrls, basePath, signal } = options;
  const started = performance.now();
  const judge = await createJudge(service, options.judging);
  const tally = new Tally(judge, options);
  const recording = new Recording(judge, tally);
  let bases = basesOf(service, baseUrls, basePath);
  for await (const item of readHar(file)) {
    signal.throwIfAborted();
    if (item.kind === 'base') bases = basesOf(service, baseUrls, basePath, item.url);
    if (item.kind === 'fault') recording.fault(item.message);
    if (item.kind === 'entry') await recording.entry(item.entry, belowOf(bases, item.entry.request.url, item.entry.request.target));
    options.onEntry?.(recording.entries);
  }
  const report = { ...tally.report(), recorded: recordedReport(file, recording), upgrades: recording.upgrades };
  refuseUnjudged(
    report,
    bases.map(({ name }) => name),
  );
  const [target = file] = sorted(recording.bases).map(([base]) => base);
  return { service, target, milliseconds: performance.now() - started, ...report };
}

function recordedReport(file: string, recording: Recording): RecordedReport {
  const { entries, judged, withoutBody, redacted, faults, faulty } = recording;
  return {
    file,
    entries,
    judged,
    withoutBody,
    redacted,
    leftOut: sorted(recording.leftOut).map(([reason, count]) => ({ reason, count })),
    others: sorted(recording.others).map(([origin, count]) => ({ origin, count })),
    faults,
    faulty,
  };
}

/** Green may not mean that nothing was looked at. */
function refuseUnjudged(
  { recorded, exchanges, upgrades }: Pick<ProxyReport, 'exchanges' | 'upgrades'> & { recorded: RecordedReport },
  bases: string[],
): void {
  const { file, entries, others, leftOut, faults } = recorded;
  const isElsewhere = exchanges + upgrades + leftOut.length === 0;
  if (exchanges > 0) return;
  if (entries === 0)
    throw environmentError('recording-unjudged', `${file} has no entries.`, { fix: 'Record some traffic, and run again.' });
  if (isElsewhere && others.length > 0) {
    const named = others.slice(0, 10).map(({ origin, count }) => `${origin} (${count})`);
    const wanted = bases.length === 0 ? 'the document names no host' : `the document's paths stand below ${bases.join(', ')}`;
    throw usageError('recording-unmatched', `${file} has no request to the service: it has ${named.join(', ')}, and ${wanted}.`, {
      fix: `Say which address the paths of the document stand below, such as \`--base-url ${others[0]?.origin}/v1\`.`,
    });
  }
  throw environmentError(
    'recording-unjudged',
    `Nothing of ${file} can be judged: ${[...leftOut.map(({ reason, count }) => `${count} ${reason}`), ...faults].join('; ') || 'it has WebSocket connections alone'}.`,
    {
      fix: 'Record requests with their responses; in a browser, turn its cache off.',
    },
  );
}

function add(counts: Counts, key: string): void {
  counts.set(key, (counts.get(key) ?? 0) + 1);
}

function sorted(counts: Counts): [string, number][] {
  return [...counts].sort(([, a], [, b]) => b - a);
}
