// `octavo proxy`: passes messages between a client and a service, and judges them by the document.
import { spawn } from 'node:child_process';
import path from 'node:path';
import { environmentError, exitCodes, messageOf, usageError } from '../base/error.ts';
import { Problems } from '../base/problem.ts';
import { count, displayPath } from '../base/words.ts';
import { loadProject, type Project, type ProjectDocument } from '../config/config.ts';
import type { ProxyReport, RecordingReport } from '../conform/contract/report.ts';
import { endAfter } from '../conform/contract/time-limit.ts';
import { type RunningProxy, startProxy } from '../conform/proxy/index.ts';
import type { RecorderOptions } from '../conform/proxy/recorder.ts';
import { reportFiles } from '../conform/report/index.ts';
import { type RunningMock, startMock } from '../mock/index.ts';
import { read, stages } from '../run/pipeline.ts';
import { type CommandModule, type Context, documentOverrides, type Options, text, texts } from './command.ts';
import { judgingOptions, numberOf, onlyDocument } from './judging.ts';
import { announced, observedChecks, observedOutcome } from './observing/observed.ts';
import { reportProblems } from './report.ts';
import { addressOf, addressOptions } from './serving.ts';

export const command: CommandModule = {
  define(command) {
    addressOptions(
      judgingOptions(command)
        .argument('[command...]', 'after --: a command to run; the proxy ends with it')
        .description('Passes requests to a service and responses back, and judges both by the document.'),
    )
      .option('--mock', 'start a mock of the document as the service')
      .option('--record <file>', 'write what passes as a HAR file when the proxy ends, without credentials and other secrets')
      .option('--record-limit <MiB>', 'the most that the file may have (default: 100)')
      .option('--replace', 'replace the file of --record where it is there')
      .addHelpText(
        'after',
        `
Point the client at the address that is printed; a command after -- finds it in the environment variable OCTAVO_PROXY_URL.
The proxy ends by Ctrl-C, by SIGTERM, after --max-time, or with the command. Waivers come from the configuration.

Credentials, values with \`format: password\` or \`writeOnly\`, and the same text in other places are REDACTED in the file of --record.

Exit codes: 0 no findings, 1 findings, 2 wrong options or a document with errors, 3 the port is in use, or the command cannot be started or sends no request. A command
that fails gives its own exit code.

Examples:
  octavo proxy specs/api.yaml --target http://127.0.0.1:3000
  octavo proxy specs/api.yaml --mock -- npm test
  octavo proxy specs/api.yaml --target http://127.0.0.1:3000 --record traffic.har`,
      );
  },
  async run(args, options, context) {
    const given = wordsOf(args);
    const files = reportFiles(texts(options.report));
    const project = await loadProject(context, documentOverrides(given.file === undefined ? [] : [given.file], options));
    const document = onlyDocument(project);
    const checks = observedChecks(options, document);
    const seconds = numberOf(text(options.maxTime), 'max-time');
    const recording = recordingOf(options, context);
    const { service, problems } = await read(project, document);
    context.result({ problems: await reportProblems(problems, context) });
    // 1 would be findings about the service.
    if (service === undefined) return exitCodes.usage;
    const mock = options.mock === true ? await mockOf(project, document, context) : undefined;
    try {
      const settings = document.conform ?? {};
      const target = mock === undefined ? targetOf(text(options.target) ?? settings.target) : new URL(mock.urlOf(document.id));
      const proxy = await startProxy(service, {
        target,
        basePath: text(options.basePath) ?? settings.basePath,
        ...addressOf(options, project),
        allowHosts: [...(settings.allowHosts ?? []), ...texts(options.allowHost)],
        judging: { formats: document.formats, patterns: document.patterns },
        checks,
        waivers: settings.waivers ?? [],
        ...(recording === undefined ? {} : { recording }),
        ...announced(context),
      });
      const code = await lasting(proxy, given.command, seconds, context);
      const report = await proxy.close();
      const found = observedOutcome(report, { tool: 'octavo proxy', origin: target.origin, checks, files }, context);
      printed(report, context);
      if (code !== exitCodes.ok) return code;
      if (given.command.length > 0 && report.exchanges + report.upgrades === 0)
        throw environmentError('proxy-unused', 'No request of the command came to the proxy.', {
          fix: 'Let the client use the address in the environment variable `OCTAVO_PROXY_URL`.',
        });
      return found;
    } finally {
      await mock?.stop();
    }
  },
};

/** Commander does not say which words came after `--`. */
function wordsOf([file, command]: readonly unknown[]): { readonly file: string | undefined; readonly command: readonly string[] } {
  const words = [...(text(file) === undefined ? [] : [text(file) ?? '']), ...texts(command)];
  const mark = process.argv.indexOf('--');
  const after = mark === -1 ? 0 : process.argv.length - mark - 1;
  const before = words.slice(0, words.length - after);
  if (before.length > 1)
    throw usageError('usage', `\`${before[1]}\` is one document too many.`, { fix: 'Write a command to run after `--`.' });
  return { file: before[0], command: words.slice(words.length - after) };
}

function recordingOf(options: Options, context: Context): RecorderOptions | undefined {
  const file = text(options.record);
  const alone = options.recordLimit !== undefined ? 'record-limit' : options.replace === true ? 'replace' : undefined;
  if (file === undefined && alone !== undefined)
    throw usageError('usage', `\`--${alone}\` needs \`--record\`.`, { fix: 'Name the file, such as `--record traffic.har`.' });
  if (file === undefined) return undefined;
  const limit = numberOf(text(options.recordLimit), 'record-limit') ?? 100;
  return {
    file: path.resolve(context.cwd, file),
    replaces: options.replace === true,
    limit: limit * 1024 * 1024,
    onFull: (reason) => context.message(`The recording ${reason}; what passes from now on is not recorded.`),
  };
}

function targetOf(given: string | undefined): URL {
  if (given === undefined)
    throw usageError('target-missing', 'There is no service behind the proxy.', {
      fix: 'Add `--target http://127.0.0.1:3000`, `--mock`, or `conform: { target }` to the document in octavo.config.ts.',
    });
  const url = URL.parse(given);
  if (url !== null && (url.protocol === 'http:' || url.protocol === 'https:')) return url;
  throw usageError('target-malformed', `\`${given}\` is not an http or https address.`, {
    fix: 'Write one such as `http://127.0.0.1:3000`.',
  });
}

async function mockOf(project: Project, document: ProjectDocument, context: Context): Promise<RunningMock> {
  context.progress('Starting Prism');
  const description = await stages.load(project, document, undefined, new Problems());
  if (description === undefined) throw usageError('document-refused', 'The document cannot be mocked.', { fix: 'Run `octavo lint`.' });
  return startMock([{ description, code: document }], { root: project.root });
}

/** Resolves with an exit code when the proxy is to end. */
async function lasting(proxy: RunningProxy, words: readonly string[], seconds: number | undefined, context: Context): Promise<number> {
  const time = seconds === undefined ? undefined : endAfter(seconds * 1000);
  const signal = time === undefined ? context.signal : AbortSignal.any([context.signal, time]);
  context.result({ url: proxy.url });
  const [program, ...rest] = words;
  if (program === undefined) {
    context.data(proxy.url);
    context.message('The proxy is ready. Press Ctrl-C to stop.');
    await new Promise<void>((resolve) => {
      if (signal.aborted) resolve();
      else signal.addEventListener('abort', () => resolve(), { once: true });
    });
    return exitCodes.ok;
  }
  return commandCode(program, rest, proxy, signal, context.json).catch(async (error: unknown) => {
    await proxy.close();
    throw environmentError('command-failed', `\`${program}\` cannot be started: ${messageOf(error)}`, {
      fix: 'Write a command after `--` that the shell finds too, such as `-- npm test`.',
    });
  });
}

/** The exit code of the command; 143 where the proxy ended it. */
function commandCode(
  program: string,
  words: readonly string[],
  { url }: RunningProxy,
  signal: AbortSignal,
  json: boolean,
): Promise<number> {
  return new Promise((resolve, reject) => {
    const child = spawn(program, words, {
      // Under `--json`, stdout is one JSON document.
      stdio: ['inherit', json ? 2 : 'inherit', 'inherit'],
      env: { ...process.env, OCTAVO_PROXY_URL: url },
      // On Windows, `npm` is a script, which only a shell runs.
      shell: process.platform === 'win32',
    });
    const end = (): void => {
      child.kill('SIGTERM');
    };
    if (signal.aborted) end();
    signal.addEventListener('abort', end, { once: true });
    child.on('error', reject);
    child.on('close', (code) => {
      signal.removeEventListener('abort', end);
      resolve(code ?? 143);
    });
  });
}

function printed({ recording, recordingFailure }: ProxyReport, context: Context): void {
  if (recording !== undefined) {
    context.result({ recording });
    context.message(recordingMessage(recording));
  }
  if (recordingFailure !== undefined) throw recordingFailure;
}

function recordingMessage({ file, entries, leftOut }: RecordingReport): string {
  const beyond =
    leftOut === 0 ? '' : ` ${count(leftOut, 'later exchange')} went beyond the limit and ${leftOut === 1 ? 'is' : 'are'} not in it.`;
  return `Recorded ${count(entries, 'exchange')} in ${displayPath(file)}, with secrets redacted.${beyond}`;
}
