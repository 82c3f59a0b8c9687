// Holds the parts that `octavo proxy` and `octavo conform --recorded` share on the command line: the checks of traffic, and what is printed of it.
import { exitCodes, usageError } from '../../base/error.ts';
import type { ProjectDocument } from '../../config/config.ts';
import type { ProxyReport } from '../../conform/contract/report.ts';
import { proxyCheckIds, proxyChecks, runChecks } from '../../conform/proxy/checks.ts';
import type { ObserverOptions } from '../../conform/proxy/tally.ts';
import { type ReportFile, writeReports } from '../../conform/report/index.ts';
import { proxyTerminalReport } from '../../conform/report/proxy-terminal.ts';
import { viewOf } from '../../conform/report/view.ts';
import { clean, placeText } from '../../load/frame.ts';
import type { Context, Options } from '../command.ts';
import { mostFindings, switchedChecks } from '../judging.ts';

/** By id, from the configuration and the command line. A misspelt id would leave a check as it is. */
export function observedChecks(options: Options, { conform }: ProjectDocument): Record<string, unknown> {
  const switched = switchedChecks(options);
  const unknown = Object.keys(switched).find((id) => !proxyCheckIds.includes(id));
  if (unknown !== undefined)
    throw usageError('check-unknown', `There is no check \`${unknown}\`.`, { fix: `The checks are ${proxyCheckIds.join(', ')}.` });
  return { ...conform?.checks, ...switched };
}

/** Prints each finding when it first comes. */
export function announced(context: Context): Pick<ObserverOptions, 'onFinding' | 'onUndeclared'> {
  return {
    onFinding: ({ check, operation, message, location }) =>
      context.message(`${check}: ${clean(operation.id)}: ${clean(message)} (${placeText(location)})`),
    onUndeclared: ({ method, path }) => context.message(`undeclared-operation: ${clean(method)} ${clean(path)}`),
  };
}

interface Outcome {
  readonly tool: string;
  readonly origin: string;
  readonly checks: Readonly<Record<string, unknown>>;
  readonly files: readonly ReportFile[];
}

/** Prints the report, writes its files, and returns the exit code. */
export function observedOutcome(report: ProxyReport, { tool, origin, checks, files }: Outcome, context: Context): number {
  const view = viewOf(report, { tool, origin, checks: proxyChecks });
  writeReports(view, files, context.cwd);
  const { findings, undeclared, coverage } = report;
  context.result({ ...view });
  context.data(proxyTerminalReport(report, { origin, most: mostFindings(context) }));
  const unknown = checks[runChecks.undeclared] === false ? [] : undeclared;
  const unused = checks[runChecks.complete] === true ? coverage.filter(({ exchanges }) => exchanges === 0) : [];
  return findings.length + unknown.length + unused.length > 0 ? exitCodes.findings : exitCodes.ok;
}
