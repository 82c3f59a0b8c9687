// Prints a report for people: each finding with its statement, its requests and what came back, then the counts.

import type { Location } from '../../base/problem.ts';
import { count } from '../../base/words.ts';
import { clean, position } from '../../load/frame.ts';
import type { Finding } from '../contract/check.ts';
import type { ConformReport } from '../contract/report.ts';
import { clientCodeOf } from './client-code.ts';
import { coverageLine } from './coverage.ts';
import { curlOf, hidden } from './curl.ts';

export interface TerminalOptions {
  /** The base address of curl commands. */
  readonly origin: string;
  /** The most findings that are printed in full. */
  readonly most: number;
}

export function terminalReport(report: ConformReport, options: TerminalOptions): string {
  const { findings, waived, idleWaivers, operations } = report;
  const lines: string[] = [];
  for (const finding of findings.slice(0, options.most)) lines.push(...findingLines(finding, options), '');
  if (findings.length > options.most)
    lines.push(`… and ${count(findings.length - options.most, 'more finding')}; \`--verbose\` prints all.`, '');
  for (const waiver of idleWaivers)
    lines.push(`The waiver of ${waiver.check} for ${waiver.operation ?? 'every operation'} covers nothing (${waiver.reason}). Remove it.`);
  const skipped = operations.filter((one) => one.skipped !== undefined);
  for (const { operation, skipped: reason } of skipped) lines.push(`Not called: ${clean(operation.id)}, since ${reason}.`);
  for (const { check, operation, reason } of report.unjudged ?? [])
    lines.push(`Not judged: ${check} of ${clean(operation.id)}, since ${clean(reason)}.`);
  if (report.sequences !== undefined) lines.push(report.sequences);
  if (report.ended !== undefined) lines.push(`The run ended early: ${report.ended}.`);
  const seconds = report.milliseconds / 1000;
  lines.push(
    coverageLine(report.coverage),
    `${count(report.exchanges, 'request')} to ${count(operations.length - skipped.length, 'operation')} of ${report.target} in ${seconds.toFixed(1)} s, seed ${report.seed}: ` +
      `${findings.length === 0 ? 'no findings' : count(findings.length, 'finding')}${waived.length === 0 ? '' : `, ${waived.length} waived`}.`,
  );
  return lines.join('\n');
}

/** A finding in full. */
export function findingLines(finding: Finding, { origin }: Pick<TerminalOptions, 'origin'>): string[] {
  const { check, message, expected, location, operation, exchanges, more } = finding;
  const lines = [
    `${check}: ${clean(operation.id)} (${operation.method} ${clean(operation.path)})`,
    `  ${clean(message)}`,
    `  declared at ${placeText(location)}`,
  ];
  const codes = clientCodeOf(exchanges);
  for (const [index, exchange] of exchanges.entries()) {
    lines.push(`  $ ${curlOf(exchange, origin)}`);
    const code = codes[index];
    if (code !== undefined) lines.push(...code.split('\n').map((line) => `  > ${clean(line)}`));
    const { response, failure, sent } = exchange;
    if (failure !== undefined) lines.push(`  < ${clean(failure.message)}`);
    else lines.push(`  < ${response.status} ${clean(hidden(excerpt(response.body), sent.secrets))}`.trimEnd());
  }
  lines.push(`  right would be: ${clean(expected)}`);
  if (more > 0) lines.push(`  ${count(more, 'more case')} ${more === 1 ? 'shows' : 'show'} the same`);
  return lines;
}

/** `specs/a.yaml:12:7`. */
export function placeText(location: Location): string {
  const { line, column } = position(location);
  return `${clean(location.source.display)}:${line}:${column}`;
}

function excerpt(body: Uint8Array): string {
  const text = new TextDecoder().decode(body.subarray(0, 400));
  return body.length > 400 ? `${text}…` : text;
}
