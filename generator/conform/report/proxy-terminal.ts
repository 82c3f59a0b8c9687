// Prints what `octavo proxy` saw: each finding in full, requests that no operation declares, what was never exercised, and the counts.

import { count } from '../../base/words.ts';
import { clean } from '../../load/frame.ts';
import type { OperationCoverage, ProxyReport, RecordedReport } from '../contract/report.ts';
import { coverageLine } from './coverage.ts';
import { findingLines, type TerminalOptions } from './terminal.ts';

/** The most undeclared paths that are listed. */
const MOST_PATHS = 20;

/** The most branches that are listed for an operation. */
const MOST_BRANCHES = 5;

export function proxyTerminalReport(report: ProxyReport, options: TerminalOptions): string {
  const { findings, waived, undeclared, coverage, upgrades } = report;
  const lines: string[] = [];
  for (const finding of findings.slice(0, options.most)) lines.push(...findingLines(finding, options), '');
  if (findings.length > options.most)
    lines.push(`… and ${count(findings.length - options.most, 'more finding')}; \`--verbose\` prints all.`, '');
  for (const { method, path, count: times } of undeclared.slice(0, MOST_PATHS))
    lines.push(`undeclared-operation: ${clean(method)} ${clean(path)} (${count(times, 'request')})`);
  if (undeclared.length > MOST_PATHS) lines.push(`… and ${undeclared.length - MOST_PATHS} more paths that no operation declares`);
  const unused = coverage.filter(({ exchanges }) => exchanges === 0);
  for (const { operation } of unused) lines.push(`never exercised: ${clean(operation.id)} (${operation.method} ${clean(operation.path)})`);
  for (const one of coverage) {
    const statuses = unusedStatuses(one);
    if (one.exchanges > 0 && statuses.length > 0)
      lines.push(`never exercised: status ${statuses.join(', ')} of ${clean(one.operation.id)}`);
    lines.push(...unusedBranches(one));
  }
  if (upgrades > 0)
    lines.push(`${count(upgrades, 'connection')} changed to another protocol and ${upgrades === 1 ? 'was' : 'were'} not judged.`);
  if (report.recorded !== undefined) lines.push(...recordedLines(report.recorded));
  lines.push(
    coverageLine(coverage),
    `${count(report.exchanges, 'request')} to ${coverage.length - unused.length} of ${count(coverage.length, 'operation')} of ${report.target}: ` +
      `${findings.length + undeclared.length === 0 ? 'no findings' : count(findings.length + undeclared.length, 'finding')}` +
      `${waived.length === 0 ? '' : `, ${waived.length} waived`}.`,
  );
  return lines.join('\n');
}

/** The most origins that are named. */
const MOST_ORIGINS = 10;

/** What of a file was not judged. */
function recordedLines({ faults, faulty, leftOut, others, withoutBody, redacted }: RecordedReport): string[] {
  const lines = faults.map((fault) => `Not read: ${clean(fault)}`);
  if (faulty > faults.length) lines.push(`… and ${count(faulty - faults.length, 'more entry')} that cannot be read`);
  if (withoutBody > 0) lines.push(`${count(withoutBody, 'entry')} judged without a body that the file does not have.`);
  if (redacted > 0) lines.push(`${count(redacted, 'entry')} with redacted values, which were not judged.`);
  for (const { reason, count: times } of leftOut) lines.push(`Not judged: ${count(times, 'entry')} ${reason}.`);
  if (others.length > 0) lines.push(`Left out, of other addresses: ${othersText(others)}.`);
  return lines;
}

/** `https://cdn.example.com (12), https://ads.example.com (3)`. */
function othersText(others: RecordedReport['others']): string {
  const named = others.slice(0, MOST_ORIGINS).map(({ origin, count: times }) => `${clean(origin)} (${times})`);
  const more = others.length > MOST_ORIGINS ? ` and ${others.length - MOST_ORIGINS} more` : '';
  return named.join(', ') + more;
}

/** The declared statuses of an operation that no response had. */
function unusedStatuses({ statuses }: OperationCoverage): string[] {
  return statuses.filter(({ isDeclared, exchanges }) => isDeclared && exchanges === 0).map(({ status }) => status);
}

/** The branches of an operation that no exchange took. */
function unusedBranches({ operation, exchanges, branches }: OperationCoverage): string[] {
  const unused = exchanges === 0 ? [] : branches.filter((one) => one.exchanges === 0);
  if (unused.length === 0) return [];
  const names = unused.slice(0, MOST_BRANCHES).map(({ of, at, kind, name }) => `${of} ${clean(at)} ${kind} ${clean(name)}`);
  const more = unused.length > MOST_BRANCHES ? ` and ${unused.length - MOST_BRANCHES} more` : '';
  return [`never exercised: ${names.join(', ')}${more} of ${clean(operation.id)}`];
}
