// Prints a report for people: each finding with its statement, its requests and what came back, then the counts.

import { count } from '../../base/words.ts';
import { clean, placeText } from '../../load/frame.ts';
import type { Finding } from '../contract/check.ts';
import type { ConformReport } from '../contract/report.ts';
import { clientCodeOf } from './client-code.ts';
import { coverageLine } from './coverage.ts';
import { curlOf, hidden } from './curl.ts';
import { stepsOf } from './steps.ts';

export interface TerminalOptions {
  /** The base address of curl commands. */
  readonly origin: string;
  /** The most findings that are printed in full. */
  readonly most: number;
  /** The command that repeats a finding, by its id. */
  readonly repeat?: (id: string) => string;
}

export function terminalReport(report: ConformReport, options: TerminalOptions): string {
  const { findings, waived, idleWaivers, operations } = report;
  const lines: string[] = [];
  const causes = findings.filter(({ alike }) => alike === undefined);
  for (const finding of causes.slice(0, options.most)) lines.push(...findingLines(finding, options), ...alikeLines(finding, report), '');
  if (causes.length > options.most)
    lines.push(`… and ${count(causes.length - options.most, 'more finding')}; \`--verbose\` prints all.`, '');
  for (const waiver of idleWaivers)
    lines.push(`The waiver of ${waiver.check} for ${waiver.operation ?? 'every operation'} covers nothing (${waiver.reason}). Remove it.`);
  const skipped = operations.filter((one) => one.skipped !== undefined);
  for (const { operation, skipped: reason } of skipped) lines.push(`Not called: ${clean(operation.id)}, since ${reason}.`);
  for (const { check, operation, reason } of report.unjudged ?? [])
    lines.push(`Not judged: ${check} of ${clean(operation.id)}, since ${clean(reason)}.`);
  lines.push(...unreachedLines(operations, options.most));
  lines.push(...doubtLines(report.doubts ?? [], options.most));
  if (report.sequences !== undefined) lines.push(report.sequences);
  const { deleted = 0, remaining = [] } = report.cleanup ?? {};
  if (deleted > 0) lines.push(`Deleted what the run had made: ${count(deleted, 'thing')}.`);
  for (const { create, count: number, reason } of remaining)
    lines.push(`Remains: ${count(number, 'thing')} of ${clean(create.id)}, since ${reason}.`);
  if (report.ended !== undefined) lines.push(`The run ended early: ${report.ended}.`);
  const seconds = report.milliseconds / 1000;
  lines.push(
    ...(report.inconclusive ?? []),
    ...(report.reached === undefined ? [] : [`${report.reached.succeeded} of ${count(report.reached.of, 'operation')} succeeded.`]),
    coverageLine(report.coverage),
    ...(report.constraints === undefined ? [] : constraintLines(report.constraints, options.most)),
    `${count(report.exchanges, 'request')} to ${count(operations.length - skipped.length, 'operation')} of ${report.target} in ${seconds.toFixed(1)} s, seed ${report.seed}: ` +
      `${causes.length === 0 ? 'no findings' : count(causes.length, 'finding')}${causes.length === findings.length ? '' : ` at ${count(findings.length, 'place')}`}${waived.length === 0 ? '' : `, ${waived.length} waived`}.`,
  );
  return lines.join('\n');
}

/** The other places where the answer is wrong in the same way. */
function alikeLines({ id }: Finding, { findings }: Pick<ConformReport, 'findings'>): readonly string[] {
  const others = findings.filter(({ alike }) => alike === id);
  if (others.length === 0) return [];
  const ids = [...new Set(others.map(({ operation }) => clean(operation.id)))];
  const shown = ids.slice(0, MOST_PLACES).join(', ');
  return [
    `  the same at ${count(others.length, 'more place')}: ${shown}${ids.length > MOST_PLACES ? ` and ${ids.length - MOST_PLACES} more` : ''}`,
  ];
}

/** The most operations that are named in a line. */
const MOST_PLACES = 20;

/** Refusals that are no findings, one line for each place. */
function doubtLines(doubts: NonNullable<ConformReport['doubts']>, most: number): readonly string[] {
  if (doubts.length === 0) return [];
  const shown = doubts
    .slice(0, most)
    .map(({ operation, at, message }) => `  ${clean(operation.id)}${at === undefined ? '' : ` ${clean(at)}`} ${clean(message)}`);
  const more = doubts.length > most ? [`  … and ${count(doubts.length - most, 'more place')}; \`--verbose\` prints all.`] : [];
  return ['Refused although the document permits it: say why in the document, or waive it.', ...shown, ...more];
}

/** `Constraints: 812 of 824 tried both ways.`, and those that were not, by the reason. */
function constraintLines({ tried, of, untried }: NonNullable<ConformReport['constraints']>, most: number): readonly string[] {
  if (of === 0) return [];
  const reasons = new Map<string, string[]>();
  for (const { operation, at, keyword, reason } of untried) {
    const places = reasons.get(reason) ?? [];
    reasons.set(reason, places);
    places.push(clean(`${operation.id} ${at} ${keyword}`));
  }
  const lines = [...reasons].map(([reason, places]) => {
    const shown = places.slice(0, most).join(', ');
    return `  not ${shown}${places.length > most ? ` and ${places.length - most} more` : ''}, since ${reason}`;
  });
  return [`Constraints: ${tried} of ${of} tried both ways.`, ...lines];
}

/** The operations that were called without a success, those of one reason in one line. */
function unreachedLines(operations: ConformReport['operations'], most: number): readonly string[] {
  const reasons = new Map<string, string[]>();
  for (const { operation, unreached, skipped } of operations) {
    if (unreached === undefined || skipped !== undefined) continue;
    const ids = reasons.get(unreached.reason) ?? [];
    reasons.set(unreached.reason, ids);
    ids.push(clean(operation.id));
  }
  return [...reasons].map(([reason, ids]) => {
    const shown = ids.length > most ? `${ids.slice(0, most).join(', ')} and ${ids.length - most} more` : ids.join(', ');
    return `No success: ${shown}, since ${clean(reason)}.`;
  });
}

/** A finding in full. */
export function findingLines(finding: Finding, { origin, repeat }: Pick<TerminalOptions, 'origin' | 'repeat'>): string[] {
  const { id, check, message, expected, location, operation, exchanges, more } = finding;
  const steps = stepsOf(finding);
  const lines = [
    `${check}: ${clean(operation.id)} (${operation.method} ${clean(operation.path)})`,
    `  ${clean(message)}`,
    `  declared at ${placeText(location)}`,
  ];
  const codes = clientCodeOf(steps);
  for (const [index, exchange] of steps.entries()) {
    if (exchange === exchanges.at(-1) && index < steps.length - 1) lines.push('  # The answer to this request is meant:');
    lines.push(`  $ ${curlOf(exchange, origin)}`);
    const code = codes[index];
    if (code !== undefined) lines.push(...code.split('\n').map((line) => `  > ${clean(line)}`));
    const { response, failure, sent } = exchange;
    if (failure !== undefined) lines.push(`  < ${clean(failure.message)}`);
    else lines.push(`  < ${response.status} ${clean(hidden(excerpt(response.body), sent.secrets))}`.trimEnd());
  }
  lines.push(`  right would be: ${clean(expected)}`);
  lines.push(`  finding ${clean(id)}${repeat === undefined ? '' : `; again: ${clean(repeat(id))}`}`);
  if (more > 0) lines.push(`  ${count(more, 'more case')} ${more === 1 ? 'shows' : 'show'} the same`);
  return lines;
}

function excerpt(body: Uint8Array): string {
  const text = new TextDecoder().decode(body.subarray(0, 400));
  return body.length > 400 ? `${text}…` : text;
}
