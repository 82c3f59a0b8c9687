// Keeps a run safe: which hosts may be called, and how often.
import { setTimeout as sleep } from 'node:timers/promises';
import { usageError } from '../../base/error.ts';
import type { Answer, SentRequest } from '../contract/exchange.ts';
import type { StreamReading, Target } from '../contract/target.ts';

export interface Policy {
  /** Hosts beside loopback that may be called: `staging.example.com`. */
  readonly allowHosts: readonly string[];
}

/** Requests per second to hosts other than loopback, unless the user says otherwise. */
export const REMOTE_RATE = 10;

export function isLoopback({ hostname }: URL): boolean {
  return hostname === 'localhost' || hostname === '[::1]' || /^127(?:\.\d{1,3}){3}$/.test(hostname);
}

/** @throws {OctavoError} for a host that the user has not allowed. */
export function checkHost(url: URL, { allowHosts }: Policy, reason = 'conformance tests send invalid requests'): void {
  if (isLoopback(url) || allowHosts.includes(url.hostname) || allowHosts.includes(url.host)) return;
  throw usageError('host-not-allowed', `\`${url.hostname}\` is not this machine, and ${reason}.`, {
    fix: `If the service is yours to test, add \`--allow-host ${url.hostname}\`.`,
  });
}

/** The target with a rate of requests. */
export function paced(target: Target, rate: number | undefined): Target {
  if (rate === undefined) return target;
  let next = 0;
  return {
    ...target,
    async send(request: SentRequest, signal: AbortSignal, streams?: StreamReading): Promise<Answer> {
      const now = performance.now();
      const at = Math.max(now, next);
      next = at + 1000 / rate;
      if (at > now) await sleep(at - now, undefined, { signal }).catch(() => {});
      return target.send(request, signal, streams);
    },
  };
}
