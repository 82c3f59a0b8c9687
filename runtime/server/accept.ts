// Reads an Accept header: whether it allows one of the media types of a response, and which it prefers (RFC 9110 section 12.5.1).
import { specificity } from '../wire/match-media.ts';
import { isRange, parameterOf } from '../wire/media-type.ts';

export function accepts(header: string | undefined, offered: readonly string[]): boolean {
  if (header === undefined || header === '*/*' || offered.length === 0 || offered.includes(header) || header.trim() === '') return true;
  const ranges = weightedRanges(header);
  return offered.some((type) => weightFor(type, ranges) > 0);
}

/**
 * The media type that a caller prefers, for handlers that can respond in several, such as JSON at once or as a stream. The first one among
 * equals; `undefined` where none is allowed. `preferredType(context.request.header('accept'), ['application/json', 'text/event-stream'])`.
 */
export function preferredType<const Type extends string>(header: string | undefined, offered: readonly Type[]): Type | undefined {
  if (header === undefined || header.trim() === '') return offered[0];
  const ranges = weightedRanges(header);
  let best: { type: Type; weight: number } | undefined;
  for (const type of offered) {
    const weight = weightFor(type, ranges);
    if (weight > (best?.weight ?? 0)) best = { type, weight };
  }
  return best?.type;
}

interface Range {
  readonly range: string;
  readonly weight: number;
}

/** A comma within quotes belongs to a parameter. */
function weightedRanges(header: string): Range[] {
  return (header.match(/(?:[^,"]|"(?:[^"\\]|\\.)*"?)+/g) ?? []).map((range) => ({ range, weight: weightOf(range) }));
}

/** The weight that the most specific range gives a media type. A declared range such as `image/*` is allowed by any type in it. */
function weightFor(type: string, ranges: readonly Range[]): number {
  let highest = Number.NEGATIVE_INFINITY;
  let found = 0;
  for (const { range, weight } of ranges) {
    const own = specificity(range, type);
    if (isRange(type)) found = own === undefined && specificity(type, range) === undefined ? found : Math.max(found, weight);
    else if (own !== undefined && own > highest) {
      highest = own;
      found = weight;
    }
  }
  return found;
}

function weightOf(range: string): number {
  const weight = Number(parameterOf(range, 'q') ?? 1);
  return Number.isNaN(weight) ? 1 : weight;
}
