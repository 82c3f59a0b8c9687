// Writes a report in the formats of files: `--report junit=report.xml`.
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { environmentError, messageOf, usageError } from '../../base/error.ts';
import { harReport } from './har.ts';
import { htmlReport } from './html.ts';
import { junitReport } from './junit.ts';
import { sarifReport } from './sarif.ts';
import type { ReportView } from './view.ts';

const FORMATS: Readonly<Record<string, (view: ReportView) => string>> = {
  json: (view) => json(view),
  junit: junitReport,
  sarif: (view) => json(sarifReport(view)),
  har: (view) => json(harReport(view)),
  html: htmlReport,
};

export interface ReportFile {
  readonly format: string;
  readonly file: string;
}

/** `html=report.html`. @throws {OctavoError} (exit code 2) for another format. */
export function reportFiles(pairs: readonly string[]): ReportFile[] {
  return pairs.map((pair) => {
    const mark = pair.indexOf('=');
    const [format, file] = [pair.slice(0, mark), pair.slice(mark + 1)];
    if (mark > 0 && file !== '' && Object.hasOwn(FORMATS, format)) return { format, file };
    throw usageError('report-malformed', `\`${pair}\` names no report.`, {
      fix: `Write a format and a file, such as \`--report html=report.html\`. The formats are ${Object.keys(FORMATS).join(', ')}.`,
    });
  });
}

/** @throws {OctavoError} (exit code 3) for a file that cannot be written. */
export function writeReports(view: ReportView, files: readonly ReportFile[], cwd: string): void {
  for (const { format, file } of files) {
    const target = path.resolve(cwd, file);
    try {
      mkdirSync(path.dirname(target), { recursive: true });
      writeFileSync(target, FORMATS[format]?.(view) ?? '');
    } catch (error) {
      throw environmentError('cannot-write', `The report ${file} cannot be written: ${messageOf(error)}`, { cause: error });
    }
  }
}

function json(value: unknown): string {
  return `${JSON.stringify(value, undefined, 2)}\n`;
}
