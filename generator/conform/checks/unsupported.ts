// Tells findings apart that say no more than that a service lacks a part of HTTP, which nothing in its document promises.
import { sentencesIn } from '../../inference/prose/index.ts';
import type { Service } from '../../model/service.ts';
import type { Finding } from '../contract/check.ts';
import type { Exchange } from '../contract/exchange.ts';
import { CONDITIONAL_REQUESTS } from './conditional-requests.ts';
import { HEAD_LIKE_GET } from './head-like-get.ts';
import { isSuccess } from './probe.ts';

/** A part of HTTP that many frameworks have only where a route is written for it. */
interface Part {
  /** Whether the finding says no more than that the part is missing. */
  readonly isMissing: (finding: Finding) => boolean;
  /** Whether the exchange shows that the service has it. */
  readonly isShown: (exchange: Exchange) => boolean;
  /** Words of a document that promise it. */
  readonly promise: RegExp;
  /** Words that name it, and say that there is none. */
  readonly denial: RegExp;
}

const PARTS: readonly Part[] = [
  {
    isMissing({ check, exchanges }) {
      const { status = 0, headers } = exchanges.at(-1)?.response ?? {};
      return check === HEAD_LIKE_GET && (status === 405 || status === 501) && !/\bHEAD\b/.test(headers?.get('allow') ?? '');
    },
    isShown: ({ case: { request }, response }) => request.method === 'HEAD' && response !== undefined && isSuccess(response.status),
    promise: /\bHEAD\b/,
    denial: /\b(?:no|not|without|nor|neither)\b[^.,;]{0,20}\bHEAD\b|\bHEAD\b[^.,;]{0,20}\b(?:not|never|unsupported|(?:is|are|does)n.t)\b/i,
  },
  {
    isMissing({ check, exchanges }) {
      const { after, response } = exchanges.at(-1) ?? {};
      return check === CONDITIONAL_REQUESTS && after !== undefined && isSuccess(response?.status ?? 0);
    },
    isShown: ({ response }) => response?.status === 304,
    promise: /\bIf-None-Match\b|\b304\b|\bnot modified\b/i,
    denial:
      /\b(?:no|not|without|nor|neither|ignores?)\b[^.,;]{0,20}\bIf-None-Match\b|\bIf-None-Match\b[^.,;]{0,20}\b(?:not|never|ignored|(?:is|are|does)n.t)\b/i,
  },
];

/** Sees the exchanges of a run, and says afterwards which findings are left out. */
export interface Unsupported {
  see(exchange: Exchange): void;
  has(finding: Finding): boolean;
}

export function createUnsupported(service: Service): Unsupported {
  const open = new Set(PARTS.filter((part) => !isPromised(service, part)));
  return {
    see(exchange) {
      for (const part of open) if (part.isShown(exchange)) open.delete(part);
    },
    has: (finding) => [...open].some((part) => part.isMissing(finding)),
  };
}

function isPromised(service: Service, { promise, denial }: Part): boolean {
  const ofOperations = service.operations.flatMap(({ method, summary, description, parameters, responses }) => [
    summary,
    description,
    // A PUT may take `If-None-Match: *` alone.
    ...parameters.flatMap((one) => [one.description, method === 'GET' ? one.name : undefined]),
    ...responses.flatMap((one) => [one.status, one.description]),
  ]);
  const texts = [service.description, ...service.tags.map(({ description }) => description), ...ofOperations];
  return texts.flatMap((text) => sentencesIn(text ?? '')).some((one) => promise.test(one) && !denial.test(one));
}
