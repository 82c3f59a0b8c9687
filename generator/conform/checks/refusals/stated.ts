// `stated-refusals`: what the document says of all requests holds: how large a body may be, and what becomes of parameters that are unknown or there
// twice.
import { essenceOf, isJson } from '@octavo/runtime/conformance';
import { sentencesIn } from '../../../inference/prose/index.ts';
import type { Service, StatedBytes } from '../../../model/service.ts';
import type { Case } from '../../contract/case.ts';
import type { Check, Fault } from '../../contract/check.ts';
import { isProbeOf, isSuccess, probeOf } from '../probe.ts';

const ID = 'stated-refusals';

/** Parameters that no list has. */
const STRANGE =
  "(?:unknown|undeclared|unrecogni[sz]ed) (?:query )?parameters?|(?:query )?parameters? (?:that|which) (?:(?:we|the \\w+) (?:do|does)(?:n['’]t| not) (?:know|describe|declare|list)|are(?:n['’]t| not) (?:known|described|declared|listed|documented|defined))";
/**
 * Other parameters than those of the document, where the clause is about them. A key that is used again with other parameters speaks of other values
 * of parameters that the document has.
 */
const OTHERS =
  '(?:(?:^|[,;:(] ?)(?:(?:any|all|every) )?|(?<!\\b(?:with|by|from|of|for|to|in|without|than) )\\b(?:any|all|every) |\\brequests? (?:with|that (?:has|have)) any )other (?:query )?parameters?';
/** A conflict or a failed condition is about what was there before, and never about a name. */
const UNKNOWN = new RegExp(`(?:\\b(?:${STRANGE})|${OTHERS})\\b[^.;]*?\\b(ignored|4(?!09|12|29)\\d\\d|refused|rejected)\\b`, 'i');
const TWICE =
  /\b(?:query )?parameters?\b[^.]*\b(?:twice|more than once|repeated|duplicated?)\b|\b(?:repeated|duplicate) (?:query )?parameters?\b/i;
const REFUSED = /\b4\d\d\b|\brefused\b|\brejected\b/i;

/** What becomes of unknown parameters of a query; `undefined` where the document does not say. */
export function unknownParameters(service: Pick<Service, 'description'>): 'ignored' | 'refused' | undefined {
  const [word] = sentencesIn(service.description ?? '').flatMap((one) => UNKNOWN.exec(one)?.[1] ?? []);
  return word === undefined ? undefined : word.toLowerCase() === 'ignored' ? 'ignored' : 'refused';
}

/** Whether a parameter that is there twice is refused, by a sentence of the document. */
function refusesTwice(service: Pick<Service, 'description'>): boolean {
  return sentencesIn(service.description ?? '').some((one) => TWICE.test(one) && REFUSED.test(one));
}

interface Stated {
  readonly unknown: ReturnType<typeof unknownParameters>;
  readonly refusesTwice: boolean;
}

/** A description may be long, and each response is judged by it. */
const known = new WeakMap<Service, Stated>();

function statedBy(service: Service): Stated {
  const stated = known.get(service) ?? {
    unknown: unknownParameters(service),
    refusesTwice: refusesTwice(service),
  };
  known.set(service, stated);
  return stated;
}

const UNDECLARED = 'unknown';
const SIZES = { largest: 'of the greatest size', larger: 'beyond the greatest size' } as const;

export const statedRefusals: Check = {
  id: ID,
  summary:
    'a body of the greatest size is read and a larger one refused, and unknown and repeated parameters are refused or ignored, as the document says',
  on: true,
  probes(base, { service }) {
    return [...sizedBodies(base, service.bodyLimit), ...withUnknown(base, statedBy(service).unknown)];
  },
  look(exchange, { service, hasSucceeded }) {
    const { case: one, response } = exchange;
    if (response === undefined) return undefined;
    const { status } = response;
    if (one.intent.kind === 'invalid' && one.intent.by === 'duplicate-parameter')
      return statedBy(service).refusesTwice
        ? fault(isSuccess(status), `A request with ${one.says} is answered with ${status}.`, 'a refusal, as the document says')
        : undefined;
    if (one.intent.kind === 'invalid' && one.intent.by === 'malformed-body') return ofUnreadable(one, status);
    if (isProbeOf(ID, exchange, 'larger'))
      return fault(isSuccess(status), `A body ${SIZES.larger} is answered with ${status}.`, 'the status 413');
    if (isProbeOf(ID, exchange, 'largest'))
      return fault(status === 413, `A body ${SIZES.largest} is answered with 413.`, 'the answer to the same body without the spaces');
    if (!isProbeOf(ID, exchange, UNDECLARED)) return undefined;
    if (statedBy(service).unknown === 'refused')
      return fault(isSuccess(status), `A request with an unknown parameter is answered with ${status}.`, 'a refusal, as the document says');
    const isRefused = (status === 400 || status === 422) && hasSucceeded(one.operation) && one.isGrounded === true;
    return fault(
      isRefused,
      `A request with an unknown parameter is answered with ${status}.`,
      'the answer to the same request without it, as the document says',
    );
  },
};

/** How texts call a body that is no JSON. */
const UNREADABLE =
  /\b(?:not|no|broken|malformed|invalid|unreadable)(?: \w+){0,2} JSON\b|\bJSON (?:that|which) (?:is|cannot)\b|\bmalformed\b|\bcannot be parsed\b/i;

/** A body that is no JSON is refused with the one of 400 and 422 whose text speaks of it. */
function ofUnreadable({ operation, says, request }: Case, status: number): readonly Fault[] | undefined {
  const isOfJson = isJson(essenceOf(request.headers['content-type'] ?? ''));
  const [wanted, another] = operation.responses.filter((one) => /^4\d\d$/.test(one.status) && UNREADABLE.test(one.description));
  if (!isOfJson || wanted === undefined || another !== undefined || (status !== 400 && status !== 422)) return undefined;
  return fault(
    String(status) !== wanted.status && (wanted.status === '400' || wanted.status === '422'),
    `A body of ${says} is answered with ${status}, and the document says of ${wanted.status}: “${wanted.description.trim()}”`,
    `the status ${wanted.status}`,
  );
}

function fault(isThere: boolean, message: string, expected: string): readonly Fault[] {
  return isThere ? [{ message, expected }] : [];
}

/** Bodies with spaces behind their JSON, which means the same. */
function sizedBodies(base: Case, limit: StatedBytes | undefined): readonly Case[] {
  const { body, headers } = base.request;
  if (limit === undefined || typeof body !== 'string' || !isJson(essenceOf(headers['content-type'] ?? ''))) return [];
  const length = new TextEncoder().encode(body).length;
  if (length > limit.least) return [];
  const sized = (name: keyof typeof SIZES, size: number): Case =>
    probeOf(base, { check: ID, name, says: `with a body ${SIZES[name]}`, request: { body: body + ' '.repeat(size - length) } });
  return [sized('largest', limit.least), sized('larger', limit.most + 1)];
}

function withUnknown(base: Case, how: 'ignored' | 'refused' | undefined): readonly Case[] {
  // An operation without parameters of a query may not look at one.
  const hasQuery = base.operation.parameters.some((one) => one.in === 'query');
  if (how === undefined || base.operation.method !== 'GET' || !hasQuery) return [];
  const { target } = base.request;
  const sign = target.includes('?') ? '&' : '?';
  return [
    probeOf(base, {
      check: ID,
      name: UNDECLARED,
      says: 'with a parameter that is not declared',
      request: { target: `${target}${sign}octavoUnknown=1` },
    }),
  ];
}
