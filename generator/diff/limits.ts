// Compares the keywords of one value that are not about its parts: types, listed values, limits, patterns, formats and defaults.
import type { JsonType } from '../model/schema/schema.ts';
import { add, type Comparison, report } from './comparison.ts';
import { bounds, type View } from './view.ts';

export function compareTypes(from: View, to: View, place: Comparison): void {
  const gone = from.types === undefined ? new Set<JsonType>() : missing(from.types, to.types);
  const fresh = to.types === undefined ? new Set<JsonType>() : missing(to.types, from.types);
  // Without `type`, all types are allowed.
  const lost = from.types === undefined && to.types !== undefined;
  const opened = from.types !== undefined && to.types === undefined;
  if (lost) report(place, 'narrowed', 'type-narrowed', `must be ${list(to.types)} now`, 'type', to);
  else if (opened) report(place, 'widened', 'type-widened', `may be of any type now`, 'type', from);
  else if (gone.size > 0 && fresh.size > 0)
    report(place, 'changed', 'type-changed', `is ${list(to.types)}, was ${list(from.types)}`, 'type', to);
  else if (gone.size > 0) report(place, 'narrowed', 'type-narrowed', `can no longer be ${list(gone)}`, 'type', to);
  else if (fresh.size > 0) report(place, 'widened', 'type-widened', `can be ${list(fresh)} now`, 'type', to);
}

function missing<T>(of: ReadonlySet<T>, from: ReadonlySet<T> | undefined): Set<T> {
  return from === undefined ? new Set() : new Set([...of].filter((item) => !from.has(item)));
}

function list(items: Iterable<string> | undefined): string {
  const all = [...(items ?? [])];
  // `number` includes `integer`.
  const shown = all.includes('number') ? all.filter((item) => item !== 'integer') : all;
  return shown.length > 6 ? `${shown.slice(0, 6).join(', ')} and ${shown.length - 6} more` : shown.join(' or ');
}

export function compareValues(from: View, to: View, place: Comparison): void {
  if (from.values === undefined && to.values === undefined) return;
  if (from.values === undefined) report(place, 'narrowed', 'enum-narrowed', `must be one of ${list(to.values)} now`, 'enum', to);
  else if (to.values === undefined) report(place, 'widened', 'enum-widened', 'may have any value now', 'enum', from);
  else {
    const gone = missing(from.values, to.values);
    const fresh = missing(to.values, from.values);
    if (gone.size > 0) report(place, 'narrowed', 'enum-narrowed', `can no longer be ${list(gone)}`, 'enum', to);
    if (fresh.size > 0) report(place, 'widened', 'enum-widened', `can be ${list(fresh)} now`, 'enum', to);
  }
}

export function compareBounds(from: View, to: View, place: Comparison): void {
  for (const { keyword, bound } of bounds) {
    const before = from.bounds.get(keyword);
    const after = to.bounds.get(keyword);
    if (before === after) continue;
    const tighter = before === undefined || (after !== undefined && (bound === 'lower' ? after > before : after < before));
    const message =
      after === undefined
        ? `no longer has \`${keyword}\` (it was ${before})`
        : `has \`${keyword}\` ${after}${before === undefined ? '' : `, was ${before}`}`;
    report(
      place,
      tighter ? 'narrowed' : 'widened',
      tighter ? 'limit-tightened' : 'limit-loosened',
      message,
      keyword,
      after === undefined ? from : to,
    );
  }
}

export function compareTexts(
  keyword: 'pattern' | 'format',
  before: ReadonlySet<string>,
  after: ReadonlySet<string>,
  from: View,
  to: View,
  place: Comparison,
): void {
  const gone = missing(before, after);
  const fresh = missing(after, before);
  if (gone.size === 0 && fresh.size === 0) return;
  const effect = gone.size === 0 ? 'narrowed' : fresh.size === 0 ? 'widened' : 'changed';
  const said =
    fresh.size > 0
      ? `has ${keyword} ${list(fresh)}${gone.size > 0 ? `, was ${list(gone)}` : ''}`
      : `no longer has the ${keyword} ${list(gone)}`;
  report(place, effect, `${keyword}-${effect}`, said, keyword, fresh.size > 0 ? to : from);
}

/** A server takes the default of a value that a caller leaves out. What is received has its values, or not. */
export function compareDefaults(from: View, to: View, place: Comparison): void {
  if (from.fallback === to.fallback) return;
  const kind = from.fallback === undefined || place.direction === 'output' ? 'compatible' : 'breaking';
  const said = to.fallback === undefined ? 'has no default now' : `has the default ${to.fallback}`;
  const was = from.fallback === undefined ? '' : `, was ${from.fallback}`;
  add(place, kind, 'default-changed', said + was, (to.fallback === undefined ? from : to).places.get('default') ?? to.location);
}
