// `octavo conform`: tests a running service against its document.
import type { Command } from 'commander';
import { exitCodes, usageError } from '../base/error.ts';
import { loadProject } from '../config/config.ts';
import { type ConformReport, conformService } from '../conform/index.ts';
import { type ReportFile, reportFiles, writeReports } from '../conform/report/index.ts';
import { terminalReport } from '../conform/report/terminal.ts';
import { viewOf } from '../conform/report/view.ts';
import type { Service } from '../model/service.ts';
import { read } from '../run/pipeline.ts';
import { type CommandModule, type Context, collect, documentOverrides, type Options, text, texts } from './command.ts';
import { judgingOptions, mostFindings, numberOf, onlyDocument, switchedChecks } from './judging.ts';
import { reportProblems } from './report.ts';

export const command: CommandModule = {
  define(command) {
    declareOptions(
      judgingOptions(command).description('Sends valid and invalid requests to a service, and judges its responses by the document.'),
    ).addHelpText(
      'after',
      `
An address without a path gets the path of the document's first server. Hosts other than this machine need --allow-host, and are sent only
reading requests unless --allow-writes is given.

Exit codes: 0 no findings, 1 findings or idle waivers, 2 wrong options or a document with errors, 3 the service does not answer, does not fit the document or refuses
the credentials everywhere.

Example:
  octavo conform specs/api.yaml --target http://127.0.0.1:3000 --credential token=API_TOKEN`,
    );
  },
  async run(args, options, context) {
    const file = text(args[0]);
    const files = reportFiles(texts(options.report));
    const project = await loadProject(context, documentOverrides(file === undefined ? [] : [file], options));
    const document = onlyDocument(project);
    const settings = document.conform ?? {};
    const target = text(options.target) ?? settings.target;
    if (target === undefined)
      throw usageError('target-missing', 'There is no service to test.', {
        fix: 'Add `--target http://127.0.0.1:3000`, or `conform: { target }` to the document in octavo.config.ts.',
      });
    const { service, problems } = await read(project, document);
    context.result({ problems: await reportProblems(problems, context) });
    // 1 would be findings about the service.
    if (service === undefined) return exitCodes.usage;
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
      checks: { ...settings.checks, ...switchedChecks(options) },
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
  return command
    .option(
      '--credential <scheme=variable>',
      'environment variable with the credential for a security scheme; `user:password` or `key:secret` where there are two',
      collect,
    )
    .option('--other-credential <scheme=variable>', 'the same for a second account', collect)
    .option('--seed <number>', 'every case follows from it (default: 1)')
    .option('--random <number>', 'valid requests by chance for each operation (default: 10)')
    .option('--most <number>', 'the most requests for each operation (default: 500)')
    .option('--sequences', 'send sequences of requests also where the service does not seem to keep what it creates')
    .option('--no-sequences', 'send no sequences of requests')
    .option('--timeout <seconds>', 'time limit of one request (default: 10)')
    .option('--rate <number>', 'requests per second (default: 10 for other hosts than this machine)')
    .option('--allow-writes', 'also call operations of other hosts that may change something');
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
      const flag = option.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
      const number = numberOf(text(options[option]), flag);
      return number === undefined ? [] : [[name, number * factor]];
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
  context.data(terminalReport(report, { origin, most: mostFindings(context) }));
  return failed ? exitCodes.findings : exitCodes.ok;
}
