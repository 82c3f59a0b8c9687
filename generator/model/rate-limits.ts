// The rows of `x-limits`, and how the documentation says them in a sentence.
import { numberText, periodText, type RateLimitFacts, requestsText } from '@octavo/runtime/facts';
import { groupBy } from '../base/group-by.ts';

/** The callers whose requests a limit can count together. */
export const COUNTED = ['user', 'app', 'account', 'token', 'address'] as const;

export interface RateLimit extends RateLimitFacts {
  readonly per: (typeof COUNTED)[number];
}

/** The same prose; its description ends with the limits. */
export function withLimits(prose: { summary?: string; description?: string }, limits: readonly RateLimit[]): typeof prose {
  if (limits.length === 0) return prose;
  const { description = '' } = prose;
  return { ...prose, description: `${description.trimEnd()} ${rateLimitText(limits)}`.trimStart() };
}

/** `Limit: 900 requests per user and 450 per app in 15 minutes.`, a sentence for each level; empty where there is no limit. */
function rateLimitText(limits: readonly RateLimit[]): string {
  const levels = groupBy(limits, ({ level }) => level);
  return [...levels].map(([level, rows]) => `Limit${levelText(level)}: ${countsText(rows)}.`).join(' ');
}

/** `900 requests per user in 15 minutes at the level basic`, for use inside a sentence. */
export function rateLimitPhrase(limit: RateLimit): string {
  return `${countsText([limit])}${levelText(limit.level)}`;
}

function levelText(level: string | undefined): string {
  return level === undefined ? '' : ` at the level ${level}`;
}

function countsText(limits: readonly RateLimit[]): string {
  let isFirst = true;
  const windows = [...groupBy(limits, ({ seconds, shared }) => `${seconds} ${shared ?? ''}`).values()].map((rows) => {
    const counts = rows.map(({ limit, per }) => {
      const count = isFirst ? requestsText(limit) : numberText(limit);
      isFirst = false;
      return `${count} per ${per}`;
    });
    const [{ seconds, shared } = { seconds: 1, shared: undefined }] = rows;
    return `${counts.join(' and ')} in ${timeText(seconds)}${shared === undefined ? '' : `, counted together as ${shared}`}`;
  });
  return windows.join('; ');
}

/** `15 minutes`, `24 hours`, `one second`. */
function timeText(seconds: number): string {
  const period = periodText(seconds);
  return /^\d/.test(period) ? period : `one ${period}`;
}
