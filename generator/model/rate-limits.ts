// Says limits of requests in a sentence.

import { groupBy } from '../base/group-by.ts';
import type { RateLimit } from './service.ts';

/** The same prose; its description ends with the limits. */
export function withLimits(prose: { summary?: string; description?: string }, limits: readonly RateLimit[]): typeof prose {
  if (limits.length === 0) return prose;
  const { description = '' } = prose;
  return { ...prose, description: `${description.trimEnd()} ${rateLimitText(limits)}`.trimStart() };
}

const NUMBER = new Intl.NumberFormat('en-US');
/** Units of time: their seconds, and how many of them are said so at least, since a day is 24 hours to people who count requests. */
const UNITS = [
  [86_400, 'day', 2],
  [3_600, 'hour', 1],
  [60, 'minute', 1],
] as const;

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
      const noun = isFirst ? ` request${limit === 1 ? '' : 's'}` : '';
      isFirst = false;
      return `${NUMBER.format(limit)}${noun} per ${per}`;
    });
    const [{ seconds, shared } = { seconds: 1, shared: undefined }] = rows;
    return `${counts.join(' and ')} in ${timeText(seconds)}${shared === undefined ? '' : `, counted together as ${shared}`}`;
  });
  return windows.join('; ');
}

/** `15 minutes`, `24 hours`, `one second`. */
function timeText(seconds: number): string {
  for (const [size, unit, least] of UNITS) {
    const count = seconds / size;
    if (!Number.isInteger(count) || count < least) continue;
    return count === 1 ? `one ${unit}` : `${NUMBER.format(count)} ${unit}s`;
  }
  return seconds === 1 ? 'one second' : `${seconds} seconds`;
}
