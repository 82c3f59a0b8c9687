// Decides whether an Accept header takes one of the media types that an operation can answer with (RFC 9110 section 12.5.1).
import { essenceOf } from './text.ts';

export function accepts(header: string | undefined, offered: readonly string[]): boolean {
  if (header === undefined || header === '*/*' || offered.length === 0 || offered.includes(header) || header.trim() === '') return true;
  const ranges = header.split(',').map((range) => ({ essence: essenceOf(range), weight: weightOf(range) }));
  return offered.some((type) => {
    const essence = essenceOf(type);
    const main = essence.slice(0, essence.indexOf('/'));
    // The most specific range counts; a declared range such as `image/*` is taken by any of its kind.
    const candidates = essence.endsWith('/*')
      ? ranges.filter((range) => essence === '*/*' || range.essence.startsWith(`${main}/`) || range.essence === '*/*')
      : [essence, `${main}/*`, '*/*'].flatMap((wanted) => ranges.filter((range) => range.essence === wanted)).slice(0, 1);
    return candidates.some((range) => range.weight > 0);
  });
}

function weightOf(range: string): number {
  const text = /;\s*q\s*=\s*([0-9.]+)/i.exec(range)?.[1];
  return text === undefined ? 1 : Number(text);
}
