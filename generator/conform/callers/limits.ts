// Sends more requests than the document allows in a time: one of them is answered with 429.

import { NUMBERS, numberOf, sentencesIn, sentencesOf, TIME_UNITS } from '../../inference/prose/index.ts';
import type { Operation, Service } from '../../model/service.ts';
import type { Case } from '../contract/case.ts';
import type { Answered, Exchange } from '../contract/exchange.ts';
import { another, type Desk, isAnswered, probe, succeeded } from './desk.ts';

export const LIMITS = 'rate-limit';

interface Limit {
  /** How many requests there may be. */
  readonly most: number;
  /** Milliseconds. */
  readonly span: number;
  readonly sentence: string;
}

/** Larger limits take too many requests, and longer spans too much time. */
const MOST_REQUESTS = 150;
const MOST_SPAN = 15_000;

/** The longest span that is waited for because others may have used up the limit. */
const MOST_WAIT = 5000;

/** The part of the span within which all requests must have been sent. */
const HURRY = 0.6;

export async function tryLimits(desk: Desk): Promise<void> {
  for (const operation of desk.isOn(LIMITS) ? desk.service.operations : []) {
    const limit = limitOf(desk.service, operation);
    const first = limit && desk.caseOf(operation);
    if (limit === undefined || first === undefined || !desk.mayGoOn()) continue;
    const proven = await provenCase(desk, first, limit);
    if (proven === undefined) continue;
    const sent = await exceeding(desk, proven, limit, 1);
    if (sent === undefined) continue;
    const isEarly = sent.passed < limit.most && limit.span <= MOST_WAIT;
    if (isLimited(sent.last) && !isEarly) continue;
    // Requests before these may have counted, and a window that has just ended lets twice as many through.
    if (!(await desk.pause(limit.span))) return;
    const again = await exceeding(desk, proven, limit, 0);
    if (again === undefined || isLimited(again.last)) continue;
    desk.found({
      check: LIMITS,
      message: `${limit.most + 1} requests within ${Math.round(limit.span * HURRY)} ms are all let through. The document says: “${limit.sentence}”`,
      expected: 'the status 429 for one of them',
      exchanges: [again.last],
    });
  }
}

/** A request that is let through, if need be after the time of the limit: earlier ones may have used it up. */
async function provenCase(desk: Desk, first: Case, { span }: Limit): Promise<Answered | undefined> {
  const one = await desk.fresh(another(desk, first, 'before many'));
  if (succeeded(one)) return one;
  if (!isLimited(one) || span > MOST_WAIT) return undefined;
  if (!(await desk.pause(span))) return undefined;
  const later = await desk.fresh(another(desk, first, 'before many, after a while'));
  return succeeded(later) ? later : undefined;
}

function isLimited(exchange: Exchange | undefined): boolean {
  return exchange?.response?.status === 429;
}

interface Sent {
  /** How many requests were let through. */
  readonly passed: number;
  /** The one that was answered with 429, or else the last one of those that were let through. */
  readonly last: Answered;
}

/**
 * Sends more requests than are allowed, until one is answered with 429. `undefined`: they took too long or failed otherwise, and have judged nothing.
 * @param before how many requests have just been let through
 */
async function exceeding(desk: Desk, proven: Answered, { most, span }: Limit, before: number): Promise<Sent | undefined> {
  const began = performance.now();
  let [passed, last] = [before, proven];
  while (passed <= most && !isLimited(last)) {
    if (!desk.mayGoOn() || performance.now() - began > span * HURRY) return undefined;
    const exchange = await desk.send(desk.ownKey(probe(desk, proven.case, LIMITS, 'one of many')));
    if (!isAnswered(exchange) || !(succeeded(exchange) || isLimited(exchange))) return undefined;
    last = exchange;
    if (succeeded(exchange)) passed++;
  }
  desk.looked(LIMITS, proven.case.operation, [last]);
  return { passed, last };
}

const NUMBER = `(\\d[\\d,]*|${NUMBERS.join('|')})`;
const SPAN = `(?:(?:an?|one|each|every)\\s+|${NUMBER}[\\s-]+)?(second|minute)s?`;
const FORMS: readonly RegExp[] = [
  new RegExp(
    `\\b(?:at most|no more than|up to|a maximum of|limited to|more than)\\s+${NUMBER}\\b[^.;]*?\\b(?:in|within|per|every|each|an?)\\s+${SPAN}\\b`,
    'i',
  ),
  new RegExp(`\\b${NUMBER}\\s+(?:requests?|calls?|times)\\b[^.;]*?\\b(?:in|within|per|every|each|an?)\\s+${SPAN}\\b`, 'i'),
];

/** The limit that a sentence about an operation with the status 429 states. */
function limitOf(service: Service, operation: Operation): Limit | undefined {
  const refusal = operation.responses.find(({ status }) => String(status) === '429');
  if (refusal === undefined) return undefined;
  const headers = refusal.headers.flatMap(({ description }) => sentencesIn(description ?? ''));
  for (const sentence of [...sentencesOf(service, operation).map(({ text }) => text), ...headers]) {
    const found = FORMS.map((form) => form.exec(sentence)).find((match) => match !== null);
    const [, most, times, unit = ''] = found ?? [];
    const span = countOf(times ?? '1') * (TIME_UNITS.get(unit.toLowerCase()) ?? Number.NaN);
    const limit = { most: countOf(most ?? ''), span, sentence };
    if (limit.most > 0 && limit.most <= MOST_REQUESTS && limit.span <= MOST_SPAN) return limit;
  }
  return undefined;
}

function countOf(text: string): number {
  return numberOf(text.replaceAll(',', '')) ?? Number.NaN;
}
