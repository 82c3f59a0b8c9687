// The command line of `npm create octavo`: installs the packages of a project, and has `octavo init` write its files.
import { mkdirSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { type Agent, resolveCommand } from 'package-manager-detector';
import { x } from 'tinyexec';
import { EnvironmentError, UsageError } from './error.ts';
import { addPackages } from './manifest.ts';
import { packageManagerIn, writeSettings } from './package-manager.ts';
import { packagesOf, tarballsIn } from './packages.ts';

const HELP = `Usage: npm create octavo [folder]

Starts a project in the folder (default: this one), and asks nothing: it uses the package manager that runs it, and the OpenAPI documents that the
folder has. Without one it writes openapi.yaml, a small document to start from. Existing files are kept.

Options:
  --packages <folder>  install octavo and @octavo/runtime from the tarballs in this folder, as \`npm run pack\` of the repository makes them
  -h, --help           print this help
`;

/** Returns the exit code: 0, 2 for a wrong command line, 3 for a problem of the machine, or that of the command that failed. */
export async function main(argv: readonly string[]): Promise<number> {
  try {
    const { values, positionals } = parseArgs({
      args: [...argv],
      allowPositionals: true,
      options: { packages: { type: 'string' }, help: { type: 'boolean', short: 'h' } },
    });
    if (values.help === true) {
      process.stdout.write(HELP);
      return 0;
    }
    const [given = '.', ...others] = positionals;
    if (others.length > 0) throw new UsageError(`Only one folder can be named, and these are ${positionals.length}.`);
    const tarballs = values.packages === undefined ? undefined : tarballsIn(path.resolve(values.packages));
    return await create(given, tarballs);
  } catch (error) {
    if (error instanceof EnvironmentError) {
      process.stderr.write(`error: ${error.message}\n  ${error.fix}\n`);
      return 3;
    }
    if (!(error instanceof Error) || !isUsage(error)) throw error;
    process.stderr.write(`error: ${error.message}\n  Run \`npm create octavo -- --help\` to see what it accepts.\n`);
    return 2;
  }
}

/** Node.js's parser of arguments marks its errors by a code. */
function isUsage(error: Error): boolean {
  return error instanceof UsageError || ('code' in error && String(error.code).startsWith('ERR_PARSE_ARGS'));
}

async function create(given: string, tarballs: ReturnType<typeof tarballsIn> | undefined): Promise<number> {
  const folder = path.resolve(given);
  const agent = await writing(folder, () => packageManagerIn(folder));
  const install = resolveCommand(agent, 'install', []) ?? { command: 'npm', args: ['install'] };
  // Before anything is written.
  await requireProgram(install.command);
  await writing(folder, () => prepare(folder, agent, tarballs));
  process.stderr.write(`Installing packages with ${install.command} …\n`);
  const failed = await run(install.command, install.args, folder);
  if (failed !== undefined) return failed;
  process.stderr.write('Writing the files …\n');
  // Node.js runs what was installed: each package manager has a command of its own for that, which takes arguments in its own way.
  return (await run(process.execPath, [installedOctavo(folder), 'init', '--example', given], process.cwd())) ?? 0;
}

/** Makes the folder and its package.json. */
function prepare(folder: string, agent: Agent, tarballs: ReturnType<typeof tarballsIn> | undefined): void {
  mkdirSync(folder, { recursive: true });
  const packages = packagesOf(folder, tarballs);
  addPackages(folder, packages, agent);
  writeSettings(folder, agent, packages, process.env.npm_config_user_agent);
}

async function writing<T>(folder: string, work: () => T | Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof Error) || !('syscall' in error)) throw error;
    throw new EnvironmentError(`Cannot write a project to ${folder}: ${error.message}.`, 'Name another folder, or correct this one.');
  }
}

/** Returns the exit code of a program that fails, or 3 without one, and says that it failed. */
async function run(command: string, args: readonly string[], cwd: string): Promise<number | undefined> {
  const line = [command, ...args].join(' ');
  const env = { SCARF_ANALYTICS: 'false', DO_NOT_TRACK: '1' };
  const { exitCode } = await x(command, [...args], { nodeOptions: { cwd, env, stdio: 'inherit' } });
  if (exitCode === 0) return undefined;
  process.stderr.write(`error: \`${line}\` failed in ${cwd}.\n  Correct the cause above and run this again.\n`);
  return exitCode ?? 3;
}

async function requireProgram(command: string): Promise<void> {
  try {
    await x(command, ['--version'], { nodeOptions: { stdio: 'ignore' } });
  } catch (error) {
    if (!(error instanceof Error) || !('code' in error) || error.code !== 'ENOENT') throw error;
    throw new EnvironmentError(
      `${command} is to install the packages of this project, and ${command} is not installed.`,
      `Install it and run this again. To use another package manager, remove the lock file, or \`packageManager\` in package.json, that names ${command}.`,
    );
  }
}

/** The script of the package `octavo` that was installed in the project, or for a workspace above it. */
function installedOctavo(folder: string): string {
  const { resolve } = createRequire(path.join(folder, 'package.json'));
  try {
    return path.join(path.dirname(resolve('octavo/package.json')), 'bin/octavo.js');
  } catch {
    throw new EnvironmentError(
      `\`octavo\` is not in a node_modules folder of ${folder}, although its installation succeeded.`,
      'Yarn makes that folder with the line `nodeLinker: node-modules` in .yarnrc.yml: add it, and run this again.',
    );
  }
}
