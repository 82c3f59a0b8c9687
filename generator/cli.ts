// The command line: argv in, an exit code out. Loads only the command that was asked for.
import { Command, CommanderError } from 'commander';
import type { CommandModule, Context } from './commands/command.ts';
import { exitCodes, messageOf, OctavoError } from './error.ts';

interface Entry {
  readonly name: string;
  readonly summary: string;
  readonly load: () => Promise<{ readonly command: CommandModule }>;
}

/** To add a command: one file in `commands/` that exports `command`, and one line here. */
const entries: readonly Entry[] = [
  {
    name: 'generate',
    summary: 'generate types, client, server and validators from OpenAPI documents',
    load: () => import('./commands/generate.ts'),
  },
  { name: 'dev', summary: 'watch, mock and document everything behind one address', load: () => import('./commands/dev.ts') },
  { name: 'mock', summary: 'start a mock of every document', load: () => import('./commands/mock.ts') },
  { name: 'docs', summary: 'build the reference documentation', load: () => import('./commands/docs.ts') },
  { name: 'lint', summary: 'check documents against the standard and the project’s rules', load: () => import('./commands/lint.ts') },
  { name: 'diff', summary: 'compare two versions of a document: what breaks callers', load: () => import('./commands/diff.ts') },
  { name: 'scaffold', summary: 'write handlers to start from, or add those that are new', load: () => import('./commands/scaffold.ts') },
  { name: 'init', summary: 'set up a project: configuration, a first document, scripts', load: () => import('./commands/init.ts') },
  { name: 'doctor', summary: 'check that everything Octavo needs is there', load: () => import('./commands/doctor.ts') },
];

/** Runs one command line and sets the exit code of the process. `argv` is without `node` and the script. */
export async function main(argv: readonly string[]): Promise<void> {
  swallowBrokenPipes();
  const interrupt = listenForInterrupts();
  const json = argv.includes('--json');
  const debug = argv.includes('--debug');
  const output = new Output(json, interrupt.signal, debug);
  const wanted = argv.find((argument) => entries.some(({ name }) => name === argument));
  let code: number;
  try {
    // `octavo help generate`, as many know it from other tools.
    code = await dispatch(argv[0] === 'help' ? [...argv.slice(1), '--help'] : argv, output);
    const signalled = interrupt.exitCode();
    if (signalled !== undefined) code = signalled;
  } catch (error) {
    code = interrupt.exitCode() ?? output.failure(error, wanted);
  }
  output.finish(code);
  interrupt.stop();
  process.exitCode = code;
}

async function dispatch(argv: readonly string[], output: Output): Promise<number> {
  let exitCode: number = exitCodes.ok;
  const program = new Command('octavo')
    .description('One OpenAPI document in; types, client, server, validators, mock and docs out.')
    .version(await version(argv), '-V, --version', 'print the version')
    .helpCommand(false)
    .exitOverride()
    .configureOutput({ writeOut: (text) => output.raw(text), writeErr: () => {}, outputError: () => {} });
  const wanted = argv.find((argument) => !argument.startsWith('-'));
  for (const entry of entries) {
    const command = program.command(entry.name).description(entry.summary);
    if (entry.name !== wanted) continue;
    const { command: module } = await entry.load();
    module.define(command);
    command
      .option('--config <file>', 'configuration file (default: octavo.config.ts)')
      .option('--json', 'print one JSON document on stdout')
      .option('--debug', 'show stack traces');
    command.action(async () => {
      const options = command.opts();
      const configFile = typeof options.config === 'string' ? options.config : undefined;
      exitCode = await module.run(command.processedArgs, options, output.context(configFile));
    });
  }
  if (argv.length === 0) {
    process.stderr.write(program.helpInformation());
    return exitCodes.usage;
  }
  await program.parseAsync([...argv], { from: 'user' });
  return exitCode;
}

async function version(argv: readonly string[]): Promise<string> {
  if (!argv.includes('--version') && !argv.includes('-V')) return '';
  const { default: manifest } = await import('octavo/package.json', { with: { type: 'json' } });
  return manifest.version;
}

/** Everything that a run prints goes through here, so that `--json` can keep stdout to one document. */
class Output {
  readonly #json: boolean;
  readonly #signal: AbortSignal;
  readonly #debug: boolean;
  #document: Record<string, unknown> = {};
  #printed = '';
  #progress: NodeJS.Timeout | undefined;
  #progressShown = false;

  constructor(json: boolean, signal: AbortSignal, debug: boolean) {
    this.#json = json;
    this.#signal = signal;
    this.#debug = debug;
  }

  context(configFile: string | undefined): Context {
    const color = !this.#json && process.stderr.isTTY === true && !process.env.NO_COLOR && process.env.TERM !== 'dumb';
    return {
      cwd: process.cwd(),
      json: this.#json,
      color,
      debug: this.#debug,
      configFile,
      signal: this.#signal,
      data: (text) => {
        this.progress(undefined);
        if (!this.#json) process.stdout.write(`${text}\n`);
      },
      message: (text) => {
        this.progress(undefined);
        process.stderr.write(`${text}\n`);
      },
      result: (value) => {
        this.#document = { ...this.#document, ...value };
      },
      progress: (text, long) => this.progress(text, long),
    };
  }

  /** Help and version: data, so stdout; under `--json` part of the document. */
  raw(text: string): void {
    if (this.#json) this.#printed += text;
    else process.stdout.write(text);
  }

  progress(text: string | undefined, long = false): void {
    clearTimeout(this.#progress);
    if (this.#progressShown) process.stderr.write('\r\u001b[K');
    this.#progressShown = false;
    if (text === undefined || process.stderr.isTTY !== true || this.#json) return;
    const show = (): void => {
      process.stderr.write(`${text} …`);
      this.#progressShown = true;
    };
    // A second since the start of the process, not of this step.
    const left = long ? 0 : 1000 - performance.now();
    if (left <= 0) show();
    else this.#progress = setTimeout(show, left).unref();
  }

  /** `command` is the one that was asked for, where that much is clear. */
  failure(error: unknown, command: string | undefined): number {
    this.progress(undefined);
    if (error instanceof CommanderError) {
      // Help and version come as errors with exit code 0.
      if (error.exitCode === 0) return exitCodes.ok;
      const fix =
        command === undefined ? 'Run `octavo --help` for commands and options.' : `Run \`octavo ${command} --help\` for what it takes.`;
      return this.#report('usage', error.message.replace(/^error: /, '').replaceAll('\n', ' '), fix, exitCodes.usage);
    }
    if (error instanceof OctavoError) {
      const code = this.#report(error.code, error.message, error.fix, error.exitCode);
      if (this.#debug) process.stderr.write(`${error.stack}\n`);
      return code;
    }
    const code = this.#report(
      'internal',
      `Octavo itself failed: ${messageOf(error)}`,
      'Run again with `--debug` for the stack trace, and report it.',
      exitCodes.environment,
    );
    if (this.#debug) process.stderr.write(`${error instanceof Error ? error.stack : String(error)}\n`);
    return code;
  }

  #report(code: string, message: string, fix: string | undefined, exitCode: number): number {
    this.#document = { ...this.#document, error: { code, message, ...(fix === undefined ? {} : { fix }) } };
    process.stderr.write(`error: ${message}\n${fix === undefined ? '' : `  ${fix}\n`}`);
    return exitCode;
  }

  finish(exitCode: number): void {
    this.progress(undefined);
    if (!this.#json) return;
    const text = this.#printed === '' ? {} : { text: this.#printed };
    process.stdout.write(`${JSON.stringify({ ok: exitCode === 0, exitCode, ...this.#document, ...text }, undefined, 2)}\n`);
  }
}

/** A reader that closed the pipe (`octavo … | head -1`) is no failure of the work itself. */
function swallowBrokenPipes(): void {
  for (const stream of [process.stdout, process.stderr]) {
    stream.on('error', (error: NodeJS.ErrnoException) => {
      if (error.code !== 'EPIPE') throw error;
    });
  }
}

interface Interrupts {
  readonly signal: AbortSignal;
  /** 130 or 143 after a signal, `undefined` before. */
  exitCode(): number | undefined;
  stop(): void;
}

function listenForInterrupts(): Interrupts {
  const controller = new AbortController();
  let code: number | undefined;
  const handle = (signal: NodeJS.Signals): void => {
    const exitCode = signal === 'SIGINT' ? exitCodes.interrupted : 143;
    // The second Ctrl-C, or work that does not listen, ends the process at once.
    if (code !== undefined) process.exit(exitCode);
    code = exitCode;
    setTimeout(() => process.exit(exitCode), 3000).unref();
    controller.abort();
  };
  process.on('SIGINT', handle);
  process.on('SIGTERM', handle);
  return {
    signal: controller.signal,
    exitCode: () => code,
    stop: () => {
      process.off('SIGINT', handle);
      process.off('SIGTERM', handle);
    },
  };
}
