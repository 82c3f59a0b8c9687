// Says limits of requests in words, for documentation and for refusals.

/** A row of `x-limits`: how many requests may be made in how long. */
export interface RateLimitFacts {
  /** The callers whose requests are counted together: `user`, `app`. */
  readonly per: string;
  /** Requests that may be made in `seconds`. */
  readonly limit: number;
  readonly seconds: number;
  /** The level of access that has this limit; absent for all that have no limit of their own. */
  readonly level?: string;
  /** The operations whose rows have the same word are counted together. */
  readonly shared?: string;
}

/** Units of time: their seconds, and from how many on they are used, since a day is 24 hours to people who count requests. */
const UNITS = [
  [86_400, 'day', 2],
  [3_600, 'hour', 1],
  [60, 'minute', 1],
] as const;

/** `minute`, `15 minutes`, `24 hours`: the time of a limit, for use after "in this" or "per". */
export function periodText(seconds: number): string {
  for (const [size, unit, least] of UNITS) {
    const count = seconds / size;
    if (Number.isInteger(count) && count >= least) return count === 1 ? unit : `${numberText(count)} ${unit}s`;
  }
  return seconds === 1 ? 'second' : `${seconds} seconds`;
}

/** `900 requests`, `1 request` */
export function requestsText(limit: number): string {
  return `${numberText(limit)} ${limit === 1 ? 'request' : 'requests'}`;
}

/** `The token may make 180 requests a minute.`: what a server says that refuses one more. */
export function overLimitText({ per, limit, seconds }: RateLimitFacts): string {
  const period = periodText(seconds);
  const time = /^\d/.test(period) ? `in ${period}` : `${period === 'hour' ? 'an' : 'a'} ${period}`;
  return `The ${per} may make ${requestsText(limit)} ${time}.`;
}

/** `1,500`, for whole numbers. `toLocaleString` loads data of all languages first, which takes 15 ms. */
export function numberText(value: number): string {
  return String(value).replace(/\B(?=(?:\d{3})+$)/g, ',');
}
