// Reads the responses that a mock is to answer with from a HAR file.
import { usageError } from '../../base/error.ts';
import { basesOf, belowOf } from '../../har/bases.ts';
import type { Entry, HeaderPair } from '../../har/entry.ts';
import { readHar } from '../../har/read.ts';
import { securityTraits } from '../../model/security-kinds.ts';
import type { Operation, Service } from '../../model/service.ts';
import type { MockAnswer } from '../protocol.ts';
import { type Recorded, Replay } from './index.ts';

export interface ReplayReport {
  readonly replay: Replay;
  readonly entries: number;
  /** Responses that the mock answers with. */
  readonly kept: number;
  /** Entries of the documents that cannot be answered with: without a response or its body, from a cache, or of no operation. */
  readonly left: number;
  /** Entries of other addresses, the most first. */
  readonly others: readonly { readonly origin: string; readonly count: number }[];
  /** The first entries that cannot be read: what is wrong with each. */
  readonly faults: readonly string[];
}

/** The most bytes of bodies that are kept, in MiB. */
const MOST = 256;

const MOST_FAULTS = 10;

/** Headers of the connection and of the host, which the mock has of its own. */
const OWN =
  /^(?:content-(?:length|encoding)|connection|keep-alive|transfer-encoding|upgrade|trailer|alt-svc|strict-transport-security|x-octavo-mock|access-control-.*)$/;

/** @throws {OctavoError} (exit code 2) for a file that is not a HAR, has nothing for the documents, or more than can be kept. */
export async function readReplay(file: string, services: readonly Service[], baseUrls: readonly string[]): Promise<ReplayReport> {
  const replay = new Replay();
  const others = new Map<string, number>();
  const faults: string[] = [];
  let bases = services.map((service) => basesOf(service, baseUrls, undefined));
  let [entries, kept, left, bytes] = [0, 0, 0, 0];
  for await (const item of readHar(file)) {
    if (item.kind === 'base') bases = services.map((service) => basesOf(service, baseUrls, undefined, item.url));
    else entries++;
    if (item.kind === 'fault' && faults.length < MOST_FAULTS) faults.push(item.message);
    if (item.kind !== 'entry') continue;
    const { request, response } = item.entry;
    const found = services.flatMap((service, index) => {
      const below = belowOf(bases[index] ?? [], request.url, request.target);
      return below === undefined ? [] : [{ service, below }];
    });
    if (found.length === 0) others.set(request.url.origin, (others.get(request.url.origin) ?? 0) + 1);
    const answers = found.flatMap(({ service, below }) => {
      const recorded = recordedOf(item.entry, service, below.target, below.base);
      return recorded === undefined ? [] : [[service.id, recorded] as const];
    });
    for (const [id, recorded] of answers) replay.add(id, recorded);
    if (answers.length > 0) kept++;
    else if (found.length > 0) left++;
    if (answers.length > 0) bytes += (response.body as Uint8Array | undefined)?.length ?? 0;
    if (bytes > MOST * 1024 * 1024) {
      throw usageError('recording-too-long', `${file} has more than ${MOST} MiB of responses to replay.`, {
        fix: 'Record less, such as with `--record-limit`, or take out entries that no client needs.',
      });
    }
  }
  const report = {
    replay,
    entries,
    kept,
    left,
    others: [...others].sort(([, a], [, b]) => b - a).map(([origin, count]) => ({ origin, count })),
    faults,
  };
  if (kept === 0) throw nothingKept(file, report);
  return report;
}

function nothingKept(file: string, { others, left, entries, faults }: Omit<ReplayReport, 'replay'>): Error {
  const has = [
    ...others.slice(0, 10).map(({ origin, count }) => `${origin} (${count})`),
    ...(left > 0 ? [`${left} of the documents without a whole response or an operation`] : []),
    ...faults,
  ];
  const what = entries === 0 ? 'it has no entries' : `it has ${has.join(', ')}`;
  return usageError('recording-unmatched', `${file} has no response to replay: ${what}.`, {
    fix: `Say which address the paths of the document stand below, such as \`--base-url ${others[0]?.origin ?? 'https://api.example.com'}/v1\`.`,
  });
}

/** `undefined` for an entry that no operation has, or whose response is not there as a whole. */
function recordedOf(
  { index, request, response, unanswered, redacted }: Entry,
  service: Service,
  target: string,
  base: string,
): Recorded | undefined {
  const mark = target.indexOf('?');
  const path = mark === -1 ? target : target.slice(0, mark);
  const operation = service.operations.find((one) => one.method === request.method && templateOf(one).test(path));
  if (operation === undefined || unanswered !== undefined) return undefined;
  if (request.body === 'absent' || response.body === 'absent') return undefined;
  const under = (part: string): string[] =>
    redacted.filter((one) => one === part || one.startsWith(`${part}/`)).map((one) => one.slice(part.length));
  const credentials = service.securitySchemes.flatMap((scheme) => securityTraits(scheme).query ?? []);
  const hidden = { query: new Set([...under('/request/query').map((one) => one.slice(1)), ...credentials]), body: under('/request/body') };
  const body = under('/response/body');
  const headers = under('/response/header').map((one) => one.slice(1));
  return {
    index,
    method: request.method,
    path,
    ...(redacted.includes('/request/path') ? { pathPattern: openPath(path) } : {}),
    request: { query: mark === -1 ? '' : target.slice(mark + 1), headers: joined(request.headers), body: request.body },
    hidden,
    isDeclared: (name) => operation.parameters.some((one) => isOf(one, name)),
    answer: answerOf(response.status, response.headers, response.body, { body, headers }),
    base,
  };
}

function isOf({ in: where, name }: Operation['parameters'][number], sent: string): boolean {
  return where === 'querystring' || (where === 'query' && (sent === name || sent.startsWith(`${name}[`)));
}

function answerOf(
  status: number,
  pairs: readonly HeaderPair[],
  body: Uint8Array<ArrayBuffer> | undefined,
  redacted: NonNullable<MockAnswer['redacted']>,
): MockAnswer {
  const cookies = pairs.filter(([name]) => name === 'set-cookie').map(([, value]) => value);
  const headers = joined(pairs.filter(([name]) => name !== 'set-cookie' && !OWN.test(name)));
  return { status, headers, redacted, ...(body === undefined ? {} : { body }), ...(cookies.length === 0 ? {} : { cookies }) };
}

function joined(pairs: readonly HeaderPair[]): Record<string, string> {
  const all: Record<string, string> = {};
  for (const [name, value] of pairs) all[name] = all[name] === undefined ? value : `${all[name]}, ${value}`;
  return all;
}

/** A path with any text where `octavo proxy --record` has redacted one. */
function openPath(path: string): RegExp {
  return new RegExp(`^${path.split('REDACTED').map(quoted).join('[^/]+')}/?$`);
}

/** A parameter is one segment or a part of one. */
function templateOf({ sentPath, path }: Operation): RegExp {
  const parts = (sentPath ?? path).replace(/\/$/, '').split(/\{[^{}]*\}/);
  return new RegExp(`^${parts.map(quoted).join('[^/]+')}/?$`);
}

function quoted(text: string): string {
  return text.replace(/[^\w/]/g, '\\$&');
}
