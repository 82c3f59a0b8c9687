// `octavo conform`: tests a running service against its document.
import type { Command } from 'commander';
import { loadProject } from '../config.ts';
import { type ConformReport, conformService } from '../conform/index.ts';
import { type ReportFile, reportFiles, writeReports } from '../conform/report/index.ts';
import { terminalReport } from '../conform/report/terminal.ts';
import { viewOf } from '../conform/report/view.ts';
import { exitCodes, usageError } from '../error.ts';
import type { Service } from '../model/service.ts';
import { read } from '../pipeline.ts';
import { type CommandModule, type Context, type Options, overlayOption, text, texts } from './command.ts';
import { reportProblems } from './report.ts';

/** The most findings that are printed in full without `--verbose`. */
const SHOWN = 10;

export const command: CommandModule = {
  define(command) {
    declareOptions(
      overlayOption(command)
        .argument('[file]', 'OpenAPI document (default: the one in octavo.config.ts, or else openapi.yaml)')
        .description('Sends valid and invalid requests to a service, and judges its responses by the document.'),
    ).addHelpText(
      'after',
      `
An address without a path gets the path of the document's first server. Hosts other than this machine need --allow-host, and are sent only
reading requests unless --allow-writes is given.

Exit codes: 0 no findings, 1 findings or idle waivers, 2 wrong options, 3 the service does not answer, does not fit the document or refuses
the credentials everywhere.

Example:
  octavo conform specs/api.yaml --target http://127.0.0.1:3000 --credential token=API_TOKEN`,
    );
  },
  async run(args, options, context) {
    const file = text(args[0]);
    const files = reportFiles(texts(options.report));
    const project = await loadProject(context, { files: file === undefined ? [] : [file], overlays: texts(options.overlay) });
    const [document, ...others] = project.documents;
    if (document === undefined || others.length > 0)
      throw usageError('document-unclear', 'The configuration has several documents.', { fix: 'Name the one to test.' });
    const settings = document.conform ?? {};
    const target = text(options.target) ?? settings.target;
    if (target === undefined)
      throw usageError('target-missing', 'There is no service to test.', {
        fix: 'Add `--target http://127.0.0.1:3000`, or `conform: { target }` to the document in octavo.config.ts.',
      });
    const { service, problems } = await read(project, document);
    context.result({ problems: await reportProblems(problems, context) });
    if (service === undefined) return exitCodes.findings;
    context.progress('Planning cases');
    const report = await conformService(service, {
      ...settings,
      target,
      judging: { formats: document.formats, patterns: document.patterns },
      ...numbers(options),
      ...(text(options.basePath) === undefined ? {} : { basePath: text(options.basePath) ?? '' }),
      credentials: {
        ...settings.credentials,
        given: { ...settings.credentials?.given, ...credentialsOf(service, texts(options.credential)) },
        other: { ...settings.credentials?.other, ...credentialsOf(service, texts(options.otherCredential)) },
      },
      ...(typeof options.sequences === 'boolean' ? { sequences: options.sequences } : {}),
      checks: { ...settings.checks, ...switched(options) },
      allowHosts: [...(settings.allowHosts ?? []), ...texts(options.allowHost)],
      allowWrites: options.allowWrites === true || settings.allowWrites === true,
      signal: context.signal,
      onOperation: (operation, done, all) => context.progress(`Testing ${operation.id} (${done} of ${all})`),
    });
    context.progress(undefined);
    return printed(report, context, new URL(target).origin, files);
  },
};

function declareOptions(command: Command): Command {
  const several = (value: string, before: readonly string[] = []): readonly string[] => [...before, value];
  return command
    .option('--target <url>', 'address of the service')
    .option('--base-path <path>', 'path before the paths of the document (default: that of the target, or of the first server)')
    .option(
      '--credential <scheme=variable>',
      'environment variable with the credential for a security scheme; `user:password` or `key:secret` where there are two',
      several,
    )
    .option('--other-credential <scheme=variable>', 'the same for a second account', several)
    .option('--seed <number>', 'every case follows from it (default: 1)')
    .option('--random <number>', 'valid requests by chance for each operation (default: 10)')
    .option('--most <number>', 'the most requests for each operation (default: 500)')
    .option('--on <check>', 'turn a check on, some with a value: `response-time=300`', several)
    .option('--off <check>', 'turn a check off', several)
    .option('--sequences', 'send sequences of requests also where the service does not seem to keep what it creates')
    .option('--no-sequences', 'send no sequences of requests')
    .option('--report <format=file>', 'write a report: json, junit, sarif, har (exchanges of the findings) or html', several)
    .option('--max-time <seconds>', 'end the run after so long')
    .option('--timeout <seconds>', 'time limit of one request (default: 10)')
    .option('--rate <number>', 'requests per second (default: 10 for other hosts than this machine)')
    .option('--allow-host <host>', 'another host than this machine that may be called', several)
    .option('--allow-writes', 'also call operations of other hosts that may change something');
}

function switched(options: Options): Record<string, unknown> {
  return Object.fromEntries([...texts(options.on).map(valued), ...texts(options.off).map((id) => [id, false] as const)]);
}

/** `response-time=300` → the check and its option. */
function valued(text: string): readonly [id: string, option: unknown] {
  const mark = text.indexOf('=');
  if (mark === -1) return [text, true];
  const value = text.slice(mark + 1);
  return [text.slice(0, mark), value.trim() === '' || Number.isNaN(Number(value)) ? value : Number(value)];
}

const NUMBERS = [
  ['seed', 'seed', 1],
  ['random', 'random', 1],
  ['most', 'most', 1],
  ['maxTime', 'maxTime', 1000],
  ['timeout', 'timeout', 1000],
  ['rate', 'rate', 1],
] as const;

function numbers(options: Options): { [K in (typeof NUMBERS)[number][1]]?: number } {
  return Object.fromEntries(
    NUMBERS.flatMap(([option, name, factor]) => {
      const given = text(options[option]);
      if (given === undefined) return [];
      const number = Number(given);
      if (given.trim() !== '' && Number.isFinite(number) && number >= 0) return [[name, number * factor]];
      const flag = option.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
      throw usageError('option-malformed', `\`${given}\` is not a number.`, { fix: `Write a number after \`--${flag}\`.` });
    }),
  );
}

/** `token=API_TOKEN` → the value of the variable. A credential on the command line would be seen by others on the machine. */
function credentialsOf({ securitySchemes }: Service, pairs: readonly string[]): Record<string, unknown> {
  return Object.fromEntries(
    pairs.map((pair) => {
      const mark = pair.indexOf('=');
      const [scheme, variable] = [pair.slice(0, mark), pair.slice(mark + 1)];
      const value = process.env[variable];
      if (mark < 1 || value === undefined || value === '')
        throw usageError('credential-missing', `\`${pair}\` names no environment variable with a credential.`, {
          fix: 'Write the name of the security scheme and that of a variable, such as `--credential token=API_TOKEN`.',
        });
      if (!securitySchemes.some(({ name }) => name === scheme))
        throw usageError('credential-unknown', `The document has no security scheme \`${scheme}\`.`, {
          fix: `It has ${securitySchemes.map(({ name }) => name).join(', ') || 'none'}.`,
        });
      const { kind } = securitySchemes.find(({ name }) => name === scheme) ?? {};
      const colon = value.indexOf(':');
      const [before, after] = [value.slice(0, colon), value.slice(colon + 1)];
      if (kind === 'basic') return [scheme, { username: before, password: after }];
      return [scheme, kind === 'signature' ? { key: before, secret: after } : value];
    }),
  );
}

function printed(report: ConformReport, context: Context, origin: string, files: readonly ReportFile[]): number {
  const view = viewOf(report, { tool: 'octavo conform', origin });
  writeReports(view, files, context.cwd);
  const failed = report.findings.length + report.idleWaivers.length > 0;
  context.result({ ...view });
  context.data(terminalReport(report, { origin, most: context.verbose ? Number.POSITIVE_INFINITY : SHOWN }));
  return failed ? exitCodes.findings : exitCodes.ok;
}
