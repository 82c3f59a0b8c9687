// `octavo doctor`: checks what Octavo needs from the machine and the project, one line for each check, with what to do if it fails.
import { accessSync, constants, existsSync } from 'node:fs';
import { createServer } from 'node:net';
import path from 'node:path';
import { exitCodes, messageOf, OctavoError, systemCode } from '../base/error.ts';
import { installCommand } from '../base/package-manager.ts';
import { findPackage, findPeer } from '../base/peer.ts';
import { runsCodeOf } from '../base/runtime-version.ts';
import { count, displayPath } from '../base/words.ts';
import { loadProject, type Project } from '../config/config.ts';
import type { CommandModule, Context } from './command.ts';

interface Check {
  readonly name: string;
  /** `fault` fails the run. `advice` does not: something optional is missing. */
  readonly status: 'ok' | 'advice' | 'fault';
  readonly message: string;
  readonly fix?: string;
}

const ownRuntime = '@octavo/runtime';

export const command: CommandModule = {
  define(command) {
    command.description(
      'Checks Node.js, the installed packages, the configuration and the output. Exits with 1 if something must be fixed.',
    );
  },
  async run(_args, _options, context) {
    const checks: Check[] = [nodeVersion()];
    const project = await configuration(context, checks);
    const root = project?.root ?? context.cwd;
    checks.push(await runtimePackage(root, project));
    checks.push(peer(root, '@redocly/cli', 'redocly', '`octavo lint` needs it, and reference pages are plain without it'));
    checks.push(peer(root, '@stoplight/prism-cli', 'prism', '`octavo mock` needs it, and `octavo dev` runs mocks with it'));
    checks.push(library(root, 'fast-check', '`octavo conform` needs it', true));
    checks.push(library(root, 'recheck', '`octavo lint` finds slow patterns with it', true));
    checks.push(library(root, '@faker-js/faker', 'mocks that remember have more words with it', true));
    checks.push(await port(project?.dev.port ?? 4000, project?.dev.host ?? '127.0.0.1'));
    if (project !== undefined) {
      checks.push(writable(project));
      checks.push(await output(project));
    }
    for (const check of checks) print(check, context);
    const faults = checks.filter((check) => check.status === 'fault').length;
    context.message(faults === 0 ? 'No faults found.' : `${count(faults, 'fault')} found.`);
    context.result({ checks });
    return faults === 0 ? exitCodes.ok : exitCodes.findings;
  },
};

function print(check: Check, context: Context): void {
  const word = { ok: 'ok     ', advice: 'advice ', fault: 'fault  ' }[check.status];
  context.data(`${word}${check.name}: ${check.message}${check.fix === undefined ? '' : `\n       ${check.fix}`}`);
}

function nodeVersion(): Check {
  const { node } = process.versions;
  const [major = 0, minor = 0] = node.split('.').map(Number);
  // bin/octavo.js has checked the version that Octavo itself needs.
  const old = major < 24 || (major === 24 && minor < 18);
  if (!old) return { name: 'Node.js', status: 'ok', message: node };
  return {
    name: 'Node.js',
    status: 'advice',
    message: `${node}; mocks need 24.18 or newer`,
    fix: 'Install a newer Node.js to use them.',
  };
}

async function configuration(context: Context, checks: Check[]): Promise<Project | undefined> {
  try {
    const project = await loadProject(context);
    const where = project.configFile === undefined ? 'none' : displayPath(project.configFile);
    checks.push({ name: 'configuration', status: 'ok', message: `${where}, ${count(project.documents.length, 'document')}` });
    return project;
  } catch (error) {
    if (!(error instanceof OctavoError)) throw error;
    checks.push({ name: 'configuration', status: 'fault', message: error.message, ...(error.fix === undefined ? {} : { fix: error.fix }) });
    return undefined;
  }
}

async function runtimePackage(root: string, project: Project | undefined): Promise<Check> {
  const name = project?.runtime ?? ownRuntime;
  const found = findPackage(root, name);
  if (found === undefined) {
    return {
      name,
      status: 'fault',
      message: 'not installed; generated code imports it',
      fix: `Run \`${installCommand([name], { folder: root })}\`.`,
    };
  }
  const { version } = found.manifest;
  const { default: own } = await import('octavo/package.json', { with: { type: 'json' } });
  // Only the versions of our own runtime can be compared.
  if (name !== ownRuntime || runsCodeOf(own.version, String(version))) return { name, status: 'ok', message: String(version) };
  return {
    name,
    status: 'fault',
    message: `${version} is not compatible with octavo ${own.version}`,
    fix: `Run \`${installCommand([`${name}@${own.version}`], { folder: root })}\`.`,
  };
}

function peer(root: string, name: string, bin: string, use: string): Check {
  const found = findPeer(root, name, bin);
  if (found !== undefined) return { name, status: 'ok', message: found.version };
  return {
    name,
    status: 'advice',
    message: `not installed; ${use}`,
    fix: `Run \`${installCommand([name], { folder: root, isDev: true })}\`.`,
  };
}

/** An optional package without a command. */
function library(root: string, name: string, use: string, isDev: boolean): Check {
  const version = findPackage(root, name)?.manifest.version;
  if (version !== undefined) return { name, status: 'ok', message: version };
  return { name, status: 'advice', message: `not installed; ${use}`, fix: `Run \`${installCommand([name], { folder: root, isDev })}\`.` };
}

async function port(number: number, host: string): Promise<Check> {
  const name = `port ${number}`;
  const error = await new Promise<Error | undefined>((resolve) => {
    const server = createServer();
    server.once('error', resolve);
    server.listen(number, host, () => server.close(() => resolve(undefined)));
  });
  if (error === undefined) return { name, status: 'ok', message: `free on ${host}` };
  const why = systemCode(error) === 'EADDRINUSE' ? 'in use' : `not available (${messageOf(error)})`;
  return {
    name,
    status: 'advice',
    message: `${why} on ${host}`,
    fix: 'Choose another port for `octavo dev` with `--port`.',
  };
}

function writable(project: Project): Check {
  // A new output folder would be created in the nearest folder that exists.
  let folder = project.out;
  while (!existsSync(folder)) folder = path.dirname(folder);
  try {
    accessSync(folder, constants.W_OK);
    return { name: 'output folder', status: 'ok', message: `${displayPath(project.out)} is writable` };
  } catch {
    return {
      name: 'output folder',
      status: 'fault',
      message: `${displayPath(project.out)} is not writable`,
      fix: 'Change its permissions, or set another `out` in the configuration.',
    };
  }
}

async function output(project: Project): Promise<Check> {
  const { generate } = await import('../run/generate.ts');
  const name = 'output';
  try {
    const report = await generate(project, { check: true });
    if (!report.failed) return { name, status: 'ok', message: 'up to date' };
    const broken = report.documents.filter((document) => document.status === 'failed').map((document) => document.document.id);
    if (broken.length > 0)
      return { name, status: 'fault', message: `${broken.join(', ')} cannot be generated`, fix: 'Run `octavo generate` to see why.' };
    return { name, status: 'fault', message: 'out of date', fix: 'Run `octavo generate`.' };
  } catch (error) {
    if (!(error instanceof OctavoError)) throw error;
    return { name, status: 'fault', message: error.message, ...(error.fix === undefined ? {} : { fix: error.fix }) };
  }
}
