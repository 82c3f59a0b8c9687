// Runs Redocly's linter on the original files of documents that the loader has accepted, and reads its findings as problems with their places.
import { readFileSync, realpathSync } from 'node:fs';
import path from 'node:path';
import type { Location, Problem, Source } from '../base/problem.ts';
import { displayPath } from '../base/words.ts';
import { resolutionOf } from '../load/describe.ts';
import type { Description } from '../load/description.ts';
import { makeSource } from '../load/text/read.ts';
import { contradictionOf } from './contradictions.ts';
import type { Texts } from './offline.ts';
import { runRedocly } from './run.ts';

interface LintCommand {
  readonly bin: string;
  /** Absolute paths. */
  readonly files: readonly string[];
  /** The descriptions of the same documents, in the same order. */
  readonly descriptions: readonly Description[];
  /** Where redocly.yaml is. */
  readonly root: string;
  readonly signal: AbortSignal;
}

/** A finding as Redocly prints it. */
interface Finding {
  readonly ruleId: string;
  readonly severity: 'error' | 'warn';
  readonly message: string;
  readonly suggest?: readonly string[];
  readonly ignored?: boolean;
  readonly location: readonly [FindingPlace?, ...FindingPlace[]];
}

interface FindingPlace {
  readonly source: { readonly ref: string };
  readonly pointer?: string;
  readonly reportOnKey?: boolean;
  readonly start?: { readonly line: number; readonly col: number };
}

export interface LintFindings {
  readonly version: string;
  readonly problems: readonly Problem[];
  /** The same, as Redocly prints them. */
  readonly findings: readonly Finding[];
  /** Findings that contradict OpenAPI 3.2, by what they are about. */
  readonly leftOut: readonly { readonly construct: string; readonly section: string; readonly count: number }[];
}

/** Redocly prints at most 100 findings by default. */
const ALL = '--max-problems=1000000000';

/** Why Redocly failed, for example on its own configuration, in place of findings. Without a redocly.yaml, it applies its recommended rules. */
export async function redoclyFindings(command: LintCommand): Promise<LintFindings | { readonly failure: string }> {
  const { bin, files, descriptions, root, signal } = command;
  // The paths are absolute, so Redocly cannot take one for an option.
  const args = ['lint', '--format=json', ALL, ...files];
  const { code, out, err } = await runRedocly({ bin, args, cwd: root, texts: textsOf(descriptions), signal });
  const reports = reportsIn(out);
  const all = reports.flatMap(({ problems }) => problems).filter(({ ignored }) => ignored !== true);
  if (code !== 0 && !all.some(({ severity }) => severity === 'error')) return { failure: err.trim() };
  return { version: reports[0]?.version ?? '', ...sorted(all, { root, descriptions, read: new Map() }) };
}

/** The documents that have an address, by each of their addresses. */
function textsOf(descriptions: readonly Description[]): Texts {
  const texts: Record<string, string> = {};
  for (const description of descriptions) {
    for (const [uri, { document, pointer }] of resolutionOf(description).library.byUri)
      if (/^https?:/.test(uri) && pointer === '') texts[uri] = document.source.text;
  }
  return texts;
}

interface Report {
  readonly version: string;
  readonly problems: readonly Finding[];
}

/** Redocly prints one JSON document per file, with `}{` on a line of its own between two of them. */
function reportsIn(out: string): readonly Report[] {
  try {
    return JSON.parse(`[${out.replaceAll(/^\}\{$/gm, '},{')}]`) as readonly Report[];
  } catch {
    return [];
  }
}

interface Reading {
  readonly root: string;
  readonly descriptions: readonly Description[];
  /** Files that the loader has not read. */
  readonly read: Map<string, Source>;
}

/** A document that is read by its address too has each finding twice. */
function sorted(all: readonly Finding[], reading: Reading): Pick<LintFindings, 'problems' | 'findings' | 'leftOut'> {
  const kept = new Map<string, { readonly problem: Problem; readonly finding: Finding }>();
  const leftOut = new Map<string, { construct: string; section: string; count: number }>();
  const met = new Set<string>();
  for (const finding of all) {
    const { ruleId, severity, message, suggest = [] } = finding;
    const { location, known } = placeOf(finding, reading);
    const key = JSON.stringify([ruleId, message, location.source.path, location.pointer, location.offset]);
    if (met.has(key)) continue;
    met.add(key);
    const contradiction = known && contradictionOf({ rule: ruleId, message, pointer: location.pointer, ...known });
    if (contradiction !== undefined) {
      const { construct, section } = contradiction;
      const row = leftOut.get(construct) ?? { construct, section, count: 0 };
      row.count++;
      leftOut.set(construct, row);
      continue;
    }
    const [meant] = suggest;
    const fix = meant === undefined ? {} : { fix: `Did you mean \`${meant}\`?` };
    const problem: Problem = { code: ruleId, severity: severity === 'error' ? 'error' : 'warning', message, ...fix, location };
    kept.set(key, { problem, finding: inFile(finding, location, reading.root) });
  }
  const both = [...kept.values()];
  return { problems: both.map(({ problem }) => problem), findings: both.map(({ finding }) => finding), leftOut: [...leftOut.values()] };
}

/** A document that Redocly has read by its address is named by its file. */
function inFile(finding: Finding, { source }: Location, root: string): Finding {
  const [place, ...others] = finding.location;
  if (place === undefined || !/^https?:/.test(place.source.ref) || /^https?:/.test(source.path)) return finding;
  return { ...finding, location: [{ ...place, source: { ref: path.relative(root, source.path) } }, ...others] };
}

/** Where a finding is, and the document that the loader has read there. */
function placeOf({ location: [place] }: Finding, reading: Reading) {
  const { descriptions, root } = reading;
  const ref = place?.source.ref ?? '';
  const isAddress = /^https?:/.test(ref);
  const file = isAddress ? ref : realPath(path.resolve(root, ref));
  for (const description of descriptions) {
    const { byUri, documents } = resolutionOf(description).library;
    const document = isAddress ? byUri.get(ref)?.document : documents.find(({ source }) => source.path === file);
    if (document !== undefined) return { location: locationIn(document.source, place), known: { document, description } };
  }
  let source = reading.read.get(file);
  if (source === undefined) {
    source = makeSource(file, displayPath(file), textOf(file));
    reading.read.set(file, source);
  }
  return { location: locationIn(source, place), known: undefined };
}

function locationIn(source: Source, place: FindingPlace | undefined): Location {
  if (place?.pointer !== undefined) {
    const pointer = decodeURIComponent(place.pointer.replace(/^#\/?/, '/').replace(/^\/$/, ''));
    return { source, pointer, ...(place.reportOnKey === true ? { at: 'key' } : {}) };
  }
  const { line = 1, col = 1 } = place?.start ?? {};
  const before = source.text.split('\n').slice(0, line - 1);
  return { source, pointer: '', offset: before.reduce((sum, { length }) => sum + length + 1, 0) + col - 1 };
}

function realPath(file: string): string {
  try {
    return realpathSync(file);
  } catch {
    return file;
  }
}

function textOf(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return '';
  }
}
