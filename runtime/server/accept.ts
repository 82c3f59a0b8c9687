// Reads an Accept header: whether it allows one of the media types of a response, and which it prefers (RFC 9110 section 12.5.1).
import { essenceOf, parameterOf, rangesOf } from '../wire/media-type.ts';

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
  readonly essence: string;
  readonly weight: number;
}

function weightedRanges(header: string): Range[] {
  return header.split(',').map((range) => ({ essence: essenceOf(range), weight: weightOf(range) }));
}

/** The weight that the most specific range gives a media type. A declared range such as `image/*` is allowed by any type in it. */
function weightFor(type: string, ranges: readonly Range[]): number {
  const essence = essenceOf(type);
  const main = essence.slice(0, essence.indexOf('/'));
  const candidates = essence.endsWith('/*')
    ? ranges.filter((range) => essence === '*/*' || range.essence.startsWith(`${main}/`) || range.essence === '*/*')
    : rangesOf(essence)
        .flatMap((wanted) => ranges.filter((range) => range.essence === wanted))
        .slice(0, 1);
  return candidates.reduce((most, { weight }) => Math.max(most, weight), 0);
}

function weightOf(range: string): number {
  const weight = Number(parameterOf(range, 'q') ?? 1);
  return Number.isNaN(weight) ? 1 : weight;
}
