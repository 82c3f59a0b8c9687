// Runs `octavo conform` on one service, in process, as all steps of this benchmark do.
import type { ConformSettings } from '../../generator/conform/contract/settings.ts';
import { type ConformReport, conform } from '../../generator/conform/index.ts';
import { type Box, DOCUMENT, settings } from './service.ts';

/** Milliseconds of a run. */
export const LIMIT = 60_000;

/** `timeout` is short, so that a mutant that does not respond takes seconds. */
export function hunt(box: Box, seed: number, more: Pick<ConformSettings, 'most' | 'random' | 'checks'> = {}): Promise<ConformReport> {
  return conform({ document: DOCUMENT, target: box, ...settings, seed, maxTime: LIMIT, timeout: 1000, ...more });
}

/** Ids of the checks with findings, each once. */
export function foundBy(report: ConformReport): readonly string[] {
  return [...new Set(report.findings.map(({ check }) => check))];
}
