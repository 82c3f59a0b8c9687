// `octavo conform`: tests a running service against its document.
import { createInterface } from 'node:readline/promises';
import type { Command } from 'commander';
import { exitCodes, usageError } from '../base/error.ts';
import { count } from '../base/words.ts';
import { loadProject } from '../config/config.ts';
import { type ConformReport, conformService, type Plan, plannedOperations } from '../conform/index.ts';
import { type ReportFile, reportFiles, writeReports } from '../conform/report/index.ts';
import { terminalReport } from '../conform/report/terminal.ts';
import { viewOf } from '../conform/report/view.ts';
import { clean } from '../load/frame.ts';
import { read } from '../run/pipeline.ts';
import { type CommandModule, type Context, collect, documentOverrides, type Options, text, texts } from './command.ts';
import { credentialsOf, judgingOptions, mostFindings, numberOf, onlyDocument, switchedChecks } from './judging.ts';
import { keptOrder } from './observing/kept-order.ts';
import { conformRecorded, refuseSending } from './observing/recorded.ts';
import { reportProblems } from './report.ts';

export const command: CommandModule = {
  define(command) {
    declareOptions(
      judgingOptions(command).description('Sends valid and invalid requests to a service, and judges its responses by the document.'),
    ).addHelpText(
      'after',
      `
An address without a path gets the path of the document's first server. Hosts other than this machine need --allow-host.

A run creates, changes and deletes things. On a terminal it shows what, and asks; elsewhere it needs --allow-writes. It deletes what it has
made where the document has a delete, and lists what remains.

With --recorded, the checks are those of \`octavo proxy\`. The file is of \`octavo proxy --record\`, of a browser's developer tools, or of another proxy.

Exit codes: 0 no findings, 1 findings or idle waivers, 2 wrong options or a document with errors, 3 the service does not answer, does not fit
the document or refuses the credentials everywhere, 4 no findings, but too little was tried to say so: too few operations succeeded, or the
time was over.

Examples:
  octavo conform specs/api.yaml --target http://127.0.0.1:3000 --credential token=API_TOKEN --allow-writes
  octavo conform specs/api.yaml --recorded traffic.har --base-url https://api.example.com/v1`,
    );
  },
  async run(args, options, context) {
    const file = text(args[0]);
    const files = reportFiles(texts(options.report));
    const project = await loadProject(context, documentOverrides(file === undefined ? [] : [file], options));
    const document = onlyDocument(project);
    const settings = document.conform ?? {};
    const isRecorded = options.recorded !== undefined;
    if (isRecorded) refuseSending(options);
    else if (options.baseUrl !== undefined)
      throw usageError('usage', '`--base-url` needs `--recorded`.', { fix: 'Write `--target` for the address of a service to test.' });
    const target = text(options.target) ?? settings.target ?? (isRecorded ? '' : undefined);
    if (target === undefined)
      throw usageError('target-missing', 'There is no service to test.', {
        fix: 'Add `--target http://127.0.0.1:3000`, or `conform: { target }` to the document in octavo.config.ts.',
      });
    const { service, problems } = await read(project, document);
    context.result({ problems: await reportProblems(problems, context) });
    // 1 would be findings about the service.
    if (service === undefined) return exitCodes.usage;
    if (isRecorded) return conformRecorded(service, document, options, context);
    const choice = {
      ...settings,
      only: [...(settings.only ?? []), ...texts(options.only)],
      skip: [...(settings.skip ?? []), ...texts(options.skip)],
      readOnly: options.readOnly === true || settings.readOnly === true,
    };
    const planned = plannedOperations(service, choice);
    if (options.plan === true) return printedPlan(planned, target, context);
    const allowWrites =
      options.allowWrites === true || settings.allowWrites === true || (await isAllowedOnTerminal(planned, String(target), context));
    context.progress('Planning cases');
    const report = await conformService(service, {
      ...choice,
      target,
      judging: { formats: document.formats, patterns: document.patterns },
      ...numbers(options),
      ...(text(options.basePath) === undefined ? {} : { basePath: text(options.basePath) ?? '' }),
      credentials: {
        ...settings.credentials,
        given: { ...settings.credentials?.given, ...credentialsOf(service, texts(options.credential)) },
        other: { ...settings.credentials?.other, ...credentialsOf(service, texts(options.otherCredential)) },
        limited: { ...settings.credentials?.limited, ...credentialsOf(service, texts(options.limitedCredential)) },
      },
      ...(typeof options.sequences === 'boolean' ? { sequences: options.sequences } : {}),
      checks: { ...settings.checks, ...switchedChecks(options) },
      allowHosts: [...(settings.allowHosts ?? []), ...texts(options.allowHost)],
      allowWrites,
      order: keptOrder(project.root, service, String(target), options.fresh === true, (line) => context.message(line)),
      signal: context.signal,
      onOperation: (operation, done, all) => context.progress(`Testing ${operation.id} (${done} of ${all})`),
    });
    context.progress(undefined);
    return printed(report, context, new URL(target).origin, files, repeatOf(file, String(target), options));
  },
};

function declareOptions(command: Command): Command {
  return command
    .option('--recorded <file>', 'judge the requests and responses in a HAR file in place of a service; nothing is sent')
    .option(
      '--base-url <url>',
      'with --recorded: address that the paths of the document stand below (default: its servers); repeatable',
      collect,
    )
    .option(
      '--credential <scheme=variable>',
      'environment variable with the credential for a security scheme; `user:password` or `key:secret` where there are two',
      collect,
    )
    .option('--other-credential <scheme=variable>', 'the same for a second account', collect)
    .option('--limited-credential <scheme=variable>', 'the same for somebody with fewer rights in the first account', collect)
    .option('--seed <number>', 'every case follows from it (default: 1)')
    .option('--random <number>', 'valid requests by chance for each operation (default: 10)')
    .option('--most <number>', 'the most requests for each operation (default: 500)')
    .option('--sequences', 'send sequences of requests also where the service does not seem to keep what it creates')
    .option('--no-sequences', 'send no sequences of requests')
    .option('--timeout <seconds>', 'time limit of one request (default: 10)')
    .option('--rate <number>', 'requests per second (default: 10 for other hosts than this machine)')
    .option('--only <name>', 'test only this operation, tag or path (`/books/*`: all below); repeatable', collect)
    .option('--skip <name>', 'do not call this operation, tag or path; repeatable', collect)
    .option(
      '--min-success <percent>',
      'of the operations that must answer a valid request with success, or the exit code is 4 (default: 80)',
    )
    .option('--plan', 'list what the run would create, change and delete, and send nothing')
    .option('--fresh', 'forget the order of operations that an earlier run has learnt')
    .option('--read-only', 'call only operations that change nothing')
    .option('--allow-writes', 'call operations that create, change and delete without asking');
}

const NUMBERS = [
  ['seed', 'seed', 1],
  ['random', 'random', 1],
  ['most', 'most', 1],
  ['maxTime', 'maxTime', 1000],
  ['minSuccess', 'minSuccess', 1],
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

/** The command that repeats a finding: the options that choose the document, the service and the cases, and the finding. */
function repeatOf(file: string | undefined, target: string, options: Options): (id: string) => string {
  const given = (flag: string, values: readonly string[]): string[] => values.flatMap((value) => [flag, value]);
  const words = [
    ...(file === undefined ? [] : [file]),
    ...given('--target', [target]),
    ...given('--base-path', texts([options.basePath])),
    ...given('--credential', texts(options.credential)),
    ...given('--other-credential', texts(options.otherCredential)),
    ...given('--limited-credential', texts(options.limitedCredential)),
    ...given('--allow-host', texts(options.allowHost)),
    ...given('--seed', texts([options.seed])),
    ...given('--random', texts([options.random])),
    ...given('--most', texts([options.most])),
  ];
  return (id) => ['octavo conform', ...[...words, '--only', id].map(shellWord)].join(' ');
}

function shellWord(word: string): string {
  return /^[\w./:=@%+,-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`;
}

function printed(
  report: ConformReport,
  context: Context,
  origin: string,
  files: readonly ReportFile[],
  repeat: (id: string) => string,
): number {
  const view = viewOf(report, { tool: 'octavo conform', origin });
  writeReports(view, files, context.cwd);
  const failed = report.findings.length + report.idleWaivers.length > 0;
  context.result({ ...view });
  context.data(terminalReport(report, { origin, most: mostFindings(context), repeat }));
  if (failed) return exitCodes.findings;
  return report.inconclusive === undefined ? exitCodes.ok : exitCodes.inconclusive;
}

/** `createBook (POST /books)`, a line each. */
function planLines({ reads, writes, deletes }: Plan): readonly string[] {
  const named = (operations: Plan['reads']): readonly string[] =>
    operations.map(({ id, method, path }) => `  ${clean(id)} (${method} ${clean(path)})`);
  return [
    ...(writes.length === 0 ? [] : [`${count(writes.length, 'operation')} may create or change something:`, ...named(writes)]),
    ...(deletes.length === 0 ? [] : [`${count(deletes.length, 'operation')} may delete something:`, ...named(deletes)]),
    `${count(reads.length, 'operation')} ${reads.length === 1 ? 'reads' : 'read'} only.`,
  ];
}

function printedPlan(planned: Plan, target: string | URL, context: Context): number {
  const ids = (operations: Plan['reads']): readonly string[] => operations.map(({ id }) => id);
  context.result({ plan: { writes: ids(planned.writes), deletes: ids(planned.deletes), reads: ids(planned.reads) } });
  context.data([...planLines(planned), `Nothing was sent to ${new URL(target).origin}.`].join('\n'));
  return exitCodes.ok;
}

/** Asks on a terminal. Elsewhere nobody can answer. */
async function isAllowedOnTerminal(planned: Plan, target: string, context: Context): Promise<boolean> {
  if (planned.writes.length + planned.deletes.length === 0 || context.json) return false;
  if (process.stdin.isTTY !== true || process.stderr.isTTY !== true) return false;
  context.message(planLines(planned).join('\n'));
  const question = createInterface({ input: process.stdin, output: process.stderr });
  try {
    const answer = await question.question(`Call them on ${new URL(target).origin}? [y/N] `, { signal: context.signal });
    return /^y(?:es)?$/i.test(answer.trim());
  } finally {
    question.close();
  }
}
