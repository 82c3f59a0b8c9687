// One rename or one other change in a project: what the command does with it, held against what the compiler says afterwards.
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { load } from 'js-yaml';
import type { Case, Change } from './cases.ts';
import type { Tree } from './edits.ts';
import { type Project, restore, specOf } from './project.ts';
import { errorsIn, octavo, type Position, type Ran } from './ran.ts';
import { statementAt } from './statements.ts';

function write(project: Project, { document, edit }: Case): readonly [old: string, now: string] {
  const file = specOf(project, document);
  const text: Tree = project.extension === 'json' ? JSON.parse(readFileSync(file, 'utf8')) : load(readFileSync(file, 'utf8'));
  edit(text);
  writeFileSync(file, JSON.stringify(text, undefined, 2));
  const name = `specs/${path.basename(file)}`;
  return [`HEAD:${name}`, name];
}

export interface Row {
  readonly cells: readonly (string | number)[];
  readonly isGood: boolean;
}

/** Carries a rename over, and compiles the project with what is generated then. */
export function renamed(project: Project, one: Case): Row {
  const { folder } = project;
  const ran = octavo(folder, ['rename', ...write(project, one), '.', '--write']);
  octavo(folder, ['generate']);
  const errors = errorsIn(folder);
  restore(project);
  const places = [...ran.stderr.matchAll(/\((\d+) places?\)$/gm)].reduce((sum, [, count]) => sum + Number(count), 0);
  if (errors.length > 0) console.error(`${one.what}: ${namesOf(errors.map(lineOf))}\n${ran.stderr}`);
  const isGood = errors.length === 0 && places > 0;
  return { cells: [one.what, places, errors.length === 0 ? 'green' : `${errors.length} errors`, ...costOf(ran)], isGood };
}

interface Place extends Position {
  readonly fault?: string;
}

export interface Counted extends Row {
  /** How many lines are concerned, and how many of them are found. */
  readonly wanted: number;
  readonly found: number;
  /** How many lines are listed, and how many of them are not concerned. */
  readonly listed: number;
  readonly wrong: number;
}

/** Holds the places that are listed against those that the compiler blames, and those that are written by hand. */
export function changed(project: Project, one: Change): Counted {
  const { folder } = project;
  const ran = octavo(folder, ['diff', ...write(project, one), '--callers', '.', '--json'], [0, 1]);
  octavo(folder, ['generate']);
  const errors = errorsIn(folder);
  restore(project);
  const report: { changes: { places: Place[] }[]; otherPlaces: Place[] } = JSON.parse(ran.stdout);
  const places = [...report.changes.flatMap((change) => change.places), ...report.otherPlaces];
  const listed = new Map(places.map((place) => [lineOf(place), place]));
  const withFault = new Set(places.filter(({ fault }) => fault !== undefined).map((place) => statementAt(folder, place)));
  const byHand = one.also.map((line) => lineWith(folder, line));
  const untyped = one.untyped.map((line) => lineWith(folder, line));
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

export function lineOf({ file, line }: Position): string {
  return `${file}:${line}`;
}

function lineWith(folder: string, [file, part]: readonly [file: string, part: string]): string {
  const lines = readFileSync(path.join(folder, file), 'utf8').split('\n');
  const found = lines.flatMap((line, index) => (line.includes(part) ? [`${file}:${index + 1}`] : []));
  if (found.length !== 1) throw new Error(`${file} has ${found.length} lines with ${part}`);
  return found.join();
}

export function namesOf(lines: readonly string[]): string {
  return [...new Set(lines)].join(', ');
}

function costOf({ seconds, megabytes }: Ran): string[] {
  return [seconds.toFixed(1), megabytes.toFixed(0)];
}
