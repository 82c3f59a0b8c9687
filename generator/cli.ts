// The command line: arguments in, an exit code out. Loads only the command that was asked for.
import { statSync } from 'node:fs';
import { Command } from 'commander';
import { exitCodes } from './base/error.ts';
import type { CommandModule } from './commands/command.ts';
import { listenForInterrupts } from './commands/interrupts.ts';
import { Output } from './commands/output.ts';

export { watchStages } from './base/stage.ts';

interface Entry {
  readonly name: string;
  /** The line in `octavo --help`. */
  readonly summary: string;
  readonly load: () => Promise<{ readonly command: CommandModule }>;
}

/** To add a command: one file in `commands/` that exports `command`, and one line here. */
const entries: readonly Entry[] = [
  {
    name: 'generate',
    summary: 'write types, validators, a client and a server for OpenAPI documents',
    load: () => import('./commands/generate.ts'),
  },
  {
    name: 'dev',
    summary: 'generate on every save; serve documentation, mocks and your implementation',
    load: () => import('./commands/dev.ts'),
  },
  { name: 'mock', summary: 'start a mock server', load: () => import('./commands/mock.ts') },
  { name: 'docs', summary: 'build a static site with the reference documentation', load: () => import('./commands/docs.ts') },
  { name: 'lint', summary: "check documents with Octavo's own checks and Redocly's rules", load: () => import('./commands/lint.ts') },
  { name: 'diff', summary: 'list what changed between two versions of a document', load: () => import('./commands/diff.ts') },
  { name: 'rename', summary: 'carry your code over what a document calls by other names', load: () => import('./commands/rename.ts') },
  { name: 'conform', summary: 'test a running service against its document', load: () => import('./commands/conform.ts') },
  { name: 'proxy', summary: 'judge what passes between a client and a service', load: () => import('./commands/proxy.ts') },
  { name: 'mcp', summary: 'let models call a service, by the Model Context Protocol', load: () => import('./commands/mcp.ts') },
  {
    name: 'scaffold',
    summary: 'write a server to start from, or add missing handlers to it',
    load: () => import('./commands/scaffold.ts'),
  },
  { name: 'init', summary: 'create a configuration, a first document and package scripts', load: () => import('./commands/init/init.ts') },
  { name: 'doctor', summary: 'check the installation and the project', load: () => import('./commands/doctor.ts') },
];

/**
 * It needs all commands by their names, so it is not among the entries. The scripts that it prints call `octavo complete`, followed by `--` and the
 * line so far.
 */
const completion = { name: 'completion', summary: 'print a script that completes commands and options: bash, zsh, fish or powershell' };

/** Commands and options that run until they are ended. */
const SERVING: ReadonlySet<string> = new Set(['dev', 'mock', 'proxy', 'mcp', '--watch']);

/** Commands and options that may run for minutes. */
const LASTING: ReadonlySet<string> = new Set([...SERVING, 'conform']);

/** Commands that a signal ends as planned. */
const ENDED_BY_SIGNAL: ReadonlySet<string> = new Set(['proxy']);

/** Runs one command line and sets the exit code of the process. `argv` is without `node` and the script. */
export async function main(argv: readonly string[]): Promise<void> {
  const own = ownWords(argv);
  const interrupts = listenForInterrupts(own.some((word) => SERVING.has(word)));
  const output = new Output({
    json: own.includes('--json'),
    debug: own.includes('--debug'),
    verbose: own.includes('--verbose'),
    signal: interrupts.signal,
  });
  let code: number;
  try {
    code = await dispatch(argv, output);
    // For a command that a signal ends as planned, the code says what it found.
    if (!ENDED_BY_SIGNAL.has(own.find(isCommand) ?? '')) code = interrupts.exitCode() ?? code;
  } catch (error) {
    code = interrupts.exitCode() ?? output.failure(error, argv.find(isCommand));
  }
  output.finish(code);
  interrupts.stop();
  process.exitCode = code;
}

/** Bytes of a document that keeps a command busy for half a minute. */
const VERY_LARGE = 24_000_000;

/** Whether the command line ends within seconds. Of documents, only those are known that it names itself. `argv` as of `main`. */
export function endsSoon(argv: readonly string[]): boolean {
  return !ownWords(argv).some((word) => LASTING.has(word) || bytesOf(word) > VERY_LARGE);
}

/** The length of the file of this name; 0 where there is none. */
function bytesOf(word: string): number {
  try {
    return statSync(word).size;
  } catch {
    return 0;
  }
}

/** The arguments after `--` are the command line of another program. */
function ownWords(argv: readonly string[]): readonly string[] {
  return argv.slice(0, argv.includes('--') ? argv.indexOf('--') : undefined);
}

function isCommand(word: string): boolean {
  return word === completion.name || entries.some(({ name }) => name === word);
}

async function dispatch(given: readonly string[], output: Output): Promise<number> {
  const argv = plainArguments(given);
  let exitCode: number = exitCodes.ok;
  const program = new Command('octavo')
    .usage('<command> [options]')
    .description('Generates types, validators, a client, a server, a mock and reference docs from OpenAPI documents.')
    .version(await version(argv), '-V, --version', 'print the version')
    .helpOption('-h, --help', 'print this help')
    .helpCommand(false)
    .addHelpText('after', '\nRun `octavo <command> --help` for the options of a command.')
    .exitOverride()
    .configureOutput({ writeOut: (text) => output.raw(text), writeErr: (text) => process.stderr.write(text), outputError: () => {} });
  const wanted = argv.find((argument) => !argument.startsWith('-'));
  const completes = wanted === completion.name || wanted === 'complete';
  // A completion asks for the options of one command at most: that of the line.
  const declared = wanted === 'complete' ? argv.find(isCommand) : wanted;
  for (const entry of entries) {
    const command = program.command(entry.name).summary(entry.summary);
    const module = entry.name === declared ? await define(entry, command) : undefined;
    // What is offered is described as in `octavo --help`.
    if (completes) command.description(entry.summary);
    if (module === undefined) continue;
    command.action(async () => {
      const options = command.opts();
      const configFile = typeof options.config === 'string' ? options.config : undefined;
      exitCode = await module.run(command.processedArgs, options, output.context(configFile));
    });
  }
  if (completes) {
    const { addCompletionTo } = await import('./commands/completion.ts');
    addCompletionTo(program, completion.name);
  } else {
    program.command(completion.name).summary(completion.summary);
  }
  if (argv.length === 0) {
    program.outputHelp({ error: true });
    return exitCodes.usage;
  }
  await program.parseAsync([...argv], { from: 'user' });
  return exitCode;
}

/** Declares the arguments and options of a command. */
async function define({ load }: Entry, command: Command): Promise<CommandModule> {
  const { command: module } = await load();
  module.define(command);
  command
    .option('--config <file>', 'configuration file (default: the nearest octavo.config.ts)')
    .option('--json', 'print the result as one JSON document on stdout')
    .option('--verbose', 'print every problem, instead of one of each kind where there are many')
    .option('--debug', 'print the stack trace of an error')
    .helpOption('-h, --help', 'print this help');
  return module;
}

/**
 * `help generate` becomes `generate --help`, and `-v` the version. Help on a command that does not exist becomes that command alone, which is then
 * reported as unknown.
 */
function plainArguments(given: readonly string[]): readonly string[] {
  if (given[0] === 'complete') return given;
  // node and npm have `-v` too.
  if (given.length === 1 && given[0] === '-v') return ['--version'];
  const argv = given[0] === 'help' ? [...given.slice(1), '--help'] : given;
  const [name] = argv;
  if (name === undefined || name.startsWith('-') || isCommand(name)) return argv;
  return argv.filter((argument) => argument !== '--help' && argument !== '-h');
}

/** Empty unless the version was asked for: every other run saves the import. */
async function version(argv: readonly string[]): Promise<string> {
  if (!argv.includes('--version') && !argv.includes('-V')) return '';
  const { default: manifest } = await import('octavo/package.json', { with: { type: 'json' } });
  return manifest.version;
}
