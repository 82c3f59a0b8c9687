// The commands of a project's package manager, as messages name them.
import { existsSync } from 'node:fs';
import path from 'node:path';
import { type Agent, getUserAgent, LOCKS, resolveCommand } from 'package-manager-detector';

/** Such as `npm i -D typescript`. `folder` is in the project. */
export function installCommand(packages: readonly string[], { folder = process.cwd(), isDev = false } = {}): string {
  const words = [...(isDev ? ['-D'] : []), ...packages];
  return shown(resolveCommand(packageManagerOf(folder), 'add', words)) ?? `npm i ${words.join(' ')}`;
}

/** Such as `npx octavo dev`: runs a command of an installed package. */
export function runCommand(words: readonly string[], folder = process.cwd()): string {
  const agent = packageManagerOf(folder);
  // `yarn exec` takes the arguments of the command in another way since Yarn 2; `yarn run` does not.
  return shown(resolveCommand(agent, agent === 'yarn' ? 'run' : 'execute-local', [...words])) ?? `npx ${words.join(' ')}`;
}

function shown(command: ReturnType<typeof resolveCommand>): string | undefined {
  return command === null ? undefined : [command.command, ...command.args].join(' ');
}

/** The one whose lock file is in the folder or next above it; otherwise the one that runs this; otherwise npm. */
function packageManagerOf(folder: string): Agent {
  for (let at = path.resolve(folder); ; at = path.dirname(at)) {
    const lock = Object.keys(LOCKS).find((name) => existsSync(path.join(at, name)));
    if (lock !== undefined) return LOCKS[lock] ?? 'npm';
    if (at === path.dirname(at)) return getUserAgent() ?? 'npm';
  }
}
