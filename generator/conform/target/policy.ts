// Keeps a run safe: which hosts may be called, how often, and how long to wait where the service asks for it.
import { setTimeout as sleep } from 'node:timers/promises';
import { usageError } from '../../base/error.ts';
import type { Answer, SentRequest } from '../contract/exchange.ts';
import type { StreamReading, Target } from '../contract/target.ts';

export interface Policy {
  /** Hosts beside loopback that may be called: `staging.example.com`. */
  readonly allowHosts: readonly string[];
  /** Requests per second; `undefined` for as many as the target answers. */
  readonly rate: number | undefined;
  /** The longest wait that a `Retry-After` may ask for. */
  readonly retryMilliseconds: number;
}

/** Requests per second to hosts other than loopback, unless the user says otherwise. */
export const REMOTE_RATE = 10;

export function isLoopback({ hostname }: URL): boolean {
  return hostname === 'localhost' || hostname === '[::1]' || /^127(?:\.\d{1,3}){3}$/.test(hostname);
}

/** @throws {OctavoError} for a host that the user has not allowed. */
export function checkHost(url: URL, { allowHosts }: Pick<Policy, 'allowHosts'>, reason = 'conformance tests send invalid requests'): void {
  if (isLoopback(url) || allowHosts.includes(url.hostname) || allowHosts.includes(url.host)) return;
  throw usageError('host-not-allowed', `\`${url.hostname}\` is not this machine, and ${reason}.`, {
    fix: `If the service is yours to test, add \`--allow-host ${url.hostname}\`.`,
  });
}

/** The target with the policy applied to each request. */
export function guarded(target: Target, { rate, retryMilliseconds }: Pick<Policy, 'rate' | 'retryMilliseconds'>): Target {
  let next = 0;
  async function turn(signal: AbortSignal): Promise<void> {
    if (rate === undefined) return;
    const now = performance.now();
    const at = Math.max(now, next);
    next = at + 1000 / rate;
    if (at > now) await sleep(at - now, undefined, { signal }).catch(() => {});
  }
  return {
    ...target,
    async send(request: SentRequest, signal: AbortSignal, streams?: StreamReading): Promise<Answer> {
      await turn(signal);
      const answer = await target.send(request, signal, streams);
      const wait = retryAfter(answer);
      if (wait === undefined || wait > retryMilliseconds) return answer;
      await sleep(wait, undefined, { signal }).catch(() => {});
      return signal.aborted ? answer : target.send(request, signal, streams);
    },
  };
}

/** Milliseconds that a 429 or 503 asks to wait (RFC 9110 section 10.2.3). */
function retryAfter({ response }: Answer): number | undefined {
  if (response === undefined || (response.status !== 429 && response.status !== 503)) return undefined;
  const text = response.headers.get('retry-after');
  if (text === null) return undefined;
  const milliseconds = /^\d+$/.test(text) ? Number(text) * 1000 : Date.parse(text) - Date.now();
  return Number.isNaN(milliseconds) ? undefined : Math.max(0, milliseconds);
}
