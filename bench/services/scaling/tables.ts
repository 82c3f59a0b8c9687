// Prints the figures of a service as `docs/scaling.md` has them, and writes them there between comments.

import { readFileSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import type { Figures } from './measure.ts';
import type { Seconds } from './usage.ts';

export interface Row {
  readonly request: string;
  /** `PostgreSQL, 2`: the store, and how many processes. */
  readonly on: string;
  readonly figures: Figures;
}

const HEAD = [
  '| | store, processes | a second | p50, ms | p99, ms | processors busy: services | PostgreSQL | Redis | load | a second of processor time: services | PostgreSQL | Redis | run again, of 1,000 |',
  '|---|---|---:|---:|---:|---:|---:|---:|---:|---:|---:|---:|---:|',
];
const PARTS = ['services', 'postgres', 'redis'] as const satisfies readonly (keyof Seconds)[];

/** Stands in a cell where the engine has no such part, or where the part took too little time to count. */
const NONE = '–';

function at(times: readonly number[], part: number): string {
  return times[Math.min(times.length - 1, Math.floor(times.length * part))]?.toFixed(1) ?? NONE;
}

function rowOf({ request, on, figures: { count, seconds, times, used, conflicts } }: Row): string {
  const busy = [...PARTS, 'load' as const].map((part) => (used[part] > 0 ? (used[part] / seconds).toFixed(2) : NONE));
  const each = PARTS.map((part) => (used[part] > 0 ? (count / used[part]).toFixed(0) : NONE));
  const again = (1_000 * Object.values(conflicts).reduce((sum, value) => sum + value, 0)) / count;
  const figures = [(count / seconds).toFixed(0), at(times, 0.5), at(times, 0.99), ...busy, ...each];
  return `| ${[request, on, ...figures, again > 0 ? again.toFixed(1) : '0'].join(' | ')} |`;
}

/** Columns of a statement that are written out. */
const LONGEST = 110;

function shortened(statement: string): string {
  const text = statement.replaceAll(/\s+/g, ' ').replaceAll('|', '\\|').replaceAll('`', "'");
  return text.length > LONGEST ? `${text.slice(0, LONGEST)}…` : text;
}

function reasonOf({ request, figures: { watched, conflicts } }: Row): string {
  if (watched === undefined) return '';
  const { statement, part, open, waits } = watched;
  const few = waits.slice(0, 3).map(([what, connections]) => `${what} ${connections.toFixed(1)}`);
  const [worst] = Object.entries(conflicts).sort(([, one], [, other]) => other - one);
  const conflict = worst === undefined ? NONE : `\`${shortened(worst[0])}\``;
  return `| ${[request, `\`${shortened(statement)}\``, `${(100 * part).toFixed(0)} %`, open.toFixed(1), few.join(', '), conflict].join(' | ')} |`;
}

/** The tables of a service: what was measured, and why PostgreSQL was as fast as it was. */
export function tablesOf(rows: readonly Row[]): string {
  const why = rows.filter(({ figures }) => figures.watched !== undefined);
  const reasons = [
    '| PostgreSQL, 2 processes | most time | of all | connections in a transaction | what they do | refused, and run again |',
    '|---|---|---:|---:|---|---|',
    ...why.map(reasonOf),
  ];
  return [...HEAD, ...rows.map(rowOf), ...(why.length > 0 ? ['', ...reasons] : [])].join('\n');
}

const page = resolve(import.meta.dirname, '../../../docs/scaling.md');

/** Replaces what stands between the comments of a name. @throws {Error} where the page has none */
export function writeInPage(name: string, text: string): void {
  const [begin, end] = [`<!-- figures: ${name} -->\n`, `<!-- end: ${name} -->`];
  const before = readFileSync(page, 'utf8');
  const [from, to] = [before.indexOf(begin), before.indexOf(end)];
  if (from === -1 || to === -1) throw new Error(`docs/scaling.md has no place for ${name}.`);
  writeFileSync(page, `${before.slice(0, from + begin.length)}\n${text}\n\n${before.slice(to)}`);
}
