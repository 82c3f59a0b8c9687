// What `octavo rename` and `octavo diff --callers` do in a project of real code: 20 renames, each with `tsc` afterwards, and 20 other changes.
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { load } from 'js-yaml';
import { quick } from '../effort.ts';
import { type Case, CHANGES, type Change, RENAMES } from './cases.ts';
import type { Tree } from './edits.ts';
import { folder, linesOfCode, prepare, restore, specOf } from './project.ts';
import { errorsIn, octavo, type Position, type Ran } from './ran.ts';
import { statementAt } from './statements.ts';

function write({ document, edit }: Case): readonly [old: string, now: string] {
  const text: Tree = load(readFileSync(specOf(document), 'utf8'));
  edit(text);
  writeFileSync(specOf(document), JSON.stringify(text, undefined, 2));
  return [`HEAD:specs/${document}.yaml`, `specs/${document}.yaml`];
}

interface Row {
  readonly cells: readonly (string | number)[];
  readonly isGood: boolean;
}

/** Carries a rename over, and compiles the project with what is generated then. */
function renamed(one: Case): Row {
  const ran = octavo(folder, ['rename', ...write(one), '.', '--write']);
  octavo(folder, ['generate']);
  const errors = errorsIn(folder);
  restore();
  const places = [...ran.stderr.matchAll(/\((\d+) places?\)$/gm)].reduce((sum, [, count]) => sum + Number(count), 0);
  if (errors.length > 0) console.error(`${one.what}: ${namesOf(errors.map(lineOf))}\n${ran.stderr}`);
  const isGood = errors.length === 0 && places > 0;
  return { cells: [one.what, places, errors.length === 0 ? 'green' : `${errors.length} errors`, ...costOf(ran)], isGood };
}

interface Place extends Position {
  readonly fault?: string;
}

interface Counted extends Row {
  /** How many lines are concerned, and how many of them are found. */
  readonly wanted: number;
  readonly found: number;
  /** How many lines are listed, and how many of them are not concerned. */
  readonly listed: number;
  readonly wrong: number;
}

/** Holds the places that are listed against those that the compiler blames, and those that are written by hand. */
function changed(one: Change): Counted {
  const ran = octavo(folder, ['diff', ...write(one), '--callers', '.', '--json'], [0, 1]);
  octavo(folder, ['generate']);
  const errors = errorsIn(folder);
  restore();
  const report: { changes: { places: Place[] }[]; otherPlaces: Place[] } = JSON.parse(ran.stdout);
  const places = [...report.changes.flatMap((change) => change.places), ...report.otherPlaces];
  const listed = new Map(places.map((place) => [lineOf(place), place]));
  const withFault = new Set(places.filter(({ fault }) => fault !== undefined).map((place) => statementAt(folder, place)));
  const byHand = one.also.map(lineWith);
  const untyped = one.untyped.map(lineWith);
  // The compiler may blame another line of a statement than the one to change: that its words stand at the latter is enough.
  const blamed = errors.filter((error) => listed.has(lineOf(error)) || !withFault.has(statementAt(folder, error)));
  const wanted = new Set([...blamed.map(lineOf), ...byHand, ...places.filter(({ fault }) => fault !== undefined).map(lineOf)]);
  const missed = [...wanted].filter((line) => !listed.has(line));
  const wrong = [...listed.keys()].filter((line) => !wanted.has(line) && !untyped.includes(line));
  if (missed.length > 0) console.error(`${one.what}: not listed: ${namesOf(missed)}`);
  if (wrong.length > 0) console.error(`${one.what}: listed, and not concerned: ${namesOf(wrong)}`);
  if (untyped.length > 0) console.error(`${one.what}: no type leads to ${namesOf(untyped)}`);
  const found = wanted.size - missed.length;
  return {
    cells: [one.what, `${found} of ${wanted.size}`, wrong.length, untyped.length, ...costOf(ran)],
    isGood: missed.length === 0 && wrong.length === 0,
    wanted: wanted.size,
    found,
    listed: listed.size,
    wrong: wrong.length,
  };
}

function lineOf({ file, line }: Position): string {
  return `${file}:${line}`;
}

function lineWith([file, part]: readonly [file: string, part: string]): string {
  const lines = readFileSync(path.join(folder, file), 'utf8').split('\n');
  const found = lines.flatMap((line, index) => (line.includes(part) ? [`${file}:${index + 1}`] : []));
  if (found.length !== 1) throw new Error(`${file} has ${found.length} lines with ${part}`);
  return found.join();
}

function namesOf(lines: readonly string[]): string {
  return [...new Set(lines)].join(', ');
}

function costOf({ seconds, megabytes }: Ran): string[] {
  return [seconds.toFixed(1), megabytes.toFixed(0)];
}

function printTable<T extends Case, R extends Row>(
  title: string,
  heads: readonly string[],
  cases: readonly T[],
  rowOf: (one: T) => R,
): R[] {
  const line = (cells: readonly (string | number)[]): string => `| ${cells.join(' | ')} |`;
  console.log(`### ${title}\n\n${line(heads)}\n${line(heads.map((_head, index) => (index === 0 ? '---' : '---:')))}`);
  const rows = cases.slice(0, quick ? 1 : undefined).map((one) => {
    const row = rowOf(one);
    console.log(line(row.cells));
    return row;
  });
  console.log('');
  return rows;
}

prepare((args) => octavo(folder, args));
const before = errorsIn(folder);
if (before.length > 0) throw new Error(`The project does not compile: ${namesOf(before.map(lineOf))}`);
console.log(`## Changes of a document, in a project of ${linesOfCode()} lines\n`);
const renames = printTable(
  'Renames, each carried over by `octavo rename --write`',
  ['rename', 'places', '`tsc`', 'CPU s', 'peak MB'],
  RENAMES,
  renamed,
);
const heads = ['change', 'concerned lines listed', 'false', 'without a type', 'CPU s', 'peak MB'];
const changes = printTable('Other changes, with `octavo diff --callers`', heads, CHANGES, changed);
const sum = (of: (one: Counted) => number): number => changes.reduce((total, one) => total + of(one), 0);
const [wanted, found] = [sum((one) => one.wanted), sum((one) => one.found)];
const [listed, wrong] = [sum((one) => one.listed), sum((one) => one.wrong)];
const good = renames.filter(({ isGood }) => isGood).length;
console.log(
  `${good} of ${renames.length} renames leave a project that compiles. ${found} of ${wanted} concerned lines are listed, and ${wrong} of the ${listed} that are listed are not concerned.\n`,
);
process.exitCode = good === renames.length && found >= 0.95 * wanted && wrong <= 0.05 * listed ? 0 : 1;
