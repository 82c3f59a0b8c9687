// `octavo conform --recorded`: judges recorded traffic by a document.
import path from 'node:path';
import { usageError } from '../../base/error.ts';
import type { ProjectDocument } from '../../config/config.ts';
import { judgeRecorded } from '../../conform/recorded/index.ts';
import { reportFiles } from '../../conform/report/index.ts';
import type { Service } from '../../model/service.ts';
import { type Context, type Options, text, texts } from '../command.ts';
import { announced, observedChecks, observedOutcome } from './observed.ts';

/** Options of requests that are sent. */
const SENDING = [
  ...['target', 'credential', 'otherCredential', 'limitedCredential', 'seed', 'random', 'most', 'sequences', 'timeout', 'rate'],
  ...['allowWrites', 'allowHost', 'maxTime', 'only', 'skip', 'minSuccess', 'plan', 'readOnly'],
];

/** @throws {OctavoError} (exit code 2) for options that say how requests are sent. */
export function refuseSending(options: Options): void {
  const given = SENDING.find((name) => options[name] !== undefined);
  if (given === undefined) return;
  const flag = given.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
  throw usageError('usage', `\`--${flag}\` and \`--recorded\` exclude each other: what is recorded is judged, and nothing is sent.`, {
    fix: given === 'target' ? 'Write `--base-url` for the address of the service in the file.' : `Leave out \`--${flag}\`.`,
  });
}

export async function conformRecorded(service: Service, document: ProjectDocument, options: Options, context: Context): Promise<number> {
  const { conform: settings = {}, formats, patterns } = document;
  const checks = observedChecks(options, document);
  context.progress('Judging');
  const report = await judgeRecorded(service, {
    file: path.resolve(context.cwd, text(options.recorded) ?? ''),
    baseUrls: texts(options.baseUrl).map(addressOf),
    basePath: text(options.basePath) ?? settings.basePath,
    judging: { formats, patterns },
    checks,
    waivers: settings.waivers ?? [],
    signal: context.signal,
    onEntry: (count) => {
      if (count % 1000 === 0) context.progress(`Judging (${count} entries)`);
    },
    ...announced(context),
  });
  context.progress(undefined);
  const origin = new URL(report.target).origin;
  return observedOutcome(report, { tool: 'octavo conform', origin, checks, files: reportFiles(texts(options.report)) }, context);
}

/** @throws {OctavoError} (exit code 2) for what is no address. */
export function addressOf(given: string): string {
  const url = URL.parse(given);
  if (url !== null && (url.protocol === 'http:' || url.protocol === 'https:')) return given;
  throw usageError('target-malformed', `\`${given}\` is not an http or https address.`, {
    fix: 'Write one such as `https://api.example.com/v1`.',
  });
}
