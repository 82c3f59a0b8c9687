// Measures one published document: what Octavo makes of it, and the processor time and strict errors of each generator's output.
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { extname, join } from 'node:path';
import { blameFor } from '../../generator/base/faults.ts';
import type { Loss } from '../../generator/commands/losses.ts';
import { median } from '../measure.ts';
import type { PublishedDocument } from './documents.ts';
import { base, generate, strictErrors, type ToolName, toolNames, workFolder } from './tools.ts';

export interface ToolResult {
  /** Processor seconds of each round; the first round that fails is the last. */
  readonly seconds: readonly number[];
  readonly errors: number | 'too long' | undefined;
  /** Why there is no output. */
  readonly failed?: string;
}

export interface DocumentResult {
  /** What the figures depend on: the document, the tarball of Octavo, the versions of the others, the number of rounds. */
  readonly key: string;
  readonly generated: number;
  readonly leftOut: readonly Loss[];
  readonly dropped: readonly Loss[];
  /** How many faults of its author a document has, without which it would not be generated but under `--partial`. */
  readonly authorFaults: number;
  /** The first error of a document that was refused. */
  readonly refused?: string;
  readonly tools: Readonly<Record<ToolName, ToolResult>>;
}

interface JsonReport {
  readonly documents?: readonly {
    readonly status: string;
    readonly operations: number;
    readonly leftOut: readonly Loss[];
    readonly dropped: readonly Loss[];
    readonly problems: readonly { readonly severity: string; readonly code: string; readonly message: string }[];
  }[];
  readonly error?: { readonly message: string };
}

const resultFile = (id: string): string => join(base, 'results', `${id}.json`);

/** The result of an earlier run with the same key. */
export function remembered(document: PublishedDocument, key: string): DocumentResult | undefined {
  try {
    const result = JSON.parse(readFileSync(resultFile(document.id), 'utf8')) as DocumentResult;
    return result.key === key ? result : undefined;
  } catch {
    return undefined;
  }
}

/** Runs the generators in turn, `rounds` times each, and the compiler on the output of the last round. Remembers the result. */
export function measure(document: PublishedDocument, key: string, rounds: number): DocumentResult {
  const name = `document${extname(document.file)}`;
  const text = readFileSync(document.path, 'utf8');
  const folders = Object.fromEntries(toolNames.map((tool) => [tool, workFolder(tool, document.id, name, text)])) as Record<
    ToolName,
    string
  >;
  const seconds: Record<ToolName, number[]> = { octavo: [], 'openapi-typescript': [], 'hey-api': [] };
  const failed: Partial<Record<ToolName, string>> = {};
  let report: JsonReport = {};
  for (let round = 0; round < rounds; round++) {
    for (const tool of toolNames) {
      if (failed[tool] !== undefined) continue;
      const outcome = generate(tool, folders[tool], name);
      if (tool === 'octavo' && outcome.stdout.startsWith('{')) report = JSON.parse(outcome.stdout) as JsonReport;
      if (outcome.status !== 'done') failed[tool] = outcome.status === 'too long' ? 'too long' : outcome.said;
      else if (outcome.seconds !== undefined) seconds[tool].push(outcome.seconds);
    }
  }
  const toolResult = (tool: ToolName): ToolResult => {
    const why = failed[tool];
    if (why !== undefined) return { seconds: seconds[tool], errors: undefined, failed: why };
    return { seconds: seconds[tool], errors: strictErrors(tool, folders[tool]) };
  };
  const found = report.documents?.[0];
  const error = found?.problems.find(({ severity }) => severity === 'error');
  const refused = error === undefined ? report.error?.message : `${error.code}: ${error.message}`;
  const result: DocumentResult = {
    key,
    generated: found?.status === 'failed' ? 0 : (found?.operations ?? 0),
    leftOut: found?.leftOut ?? [],
    dropped: found?.dropped ?? [],
    authorFaults: found?.problems.filter(({ code }) => blameFor(code) === 'author').length ?? 0,
    ...(refused === undefined ? {} : { refused }),
    tools: Object.fromEntries(toolNames.map((tool) => [tool, toolResult(tool)])) as Record<ToolName, ToolResult>,
  };
  mkdirSync(join(base, 'results'), { recursive: true });
  writeFileSync(resultFile(document.id), JSON.stringify(result, undefined, 2));
  rmSync(join(base, 'work', document.id), { recursive: true, force: true });
  return result;
}

/** Median of the ratios of one round's seconds to another's. */
export function ratio(ours: readonly number[], theirs: readonly number[]): number {
  return median(ours.slice(0, theirs.length).map((seconds, round) => seconds / (theirs[round] ?? Number.NaN)));
}
