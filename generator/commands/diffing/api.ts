// The part of `octavo diff` that compares what generated code exports: `--api`.
import { exitCodes, usageError } from '../../base/error.ts';
import { count } from '../../base/words.ts';
import type { Packages } from '../../exported/index.ts';
import { filesOf } from '../../run/in-memory.ts';
import { type Context, type Options, text } from '../command.ts';
import type { ReadVersion } from './versions.ts';

/** Prints the exports that changed, and the release that a package of the code needs. Gives the exit code. */
export async function compareApis(before: ReadVersion, after: ReadVersion, options: Options, context: Context): Promise<number> {
  const failOn = text(options.failOn);
  if (options.callers !== undefined || options.format !== undefined || failOn === 'affects-callers')
    throw usageError('usage', '`--api` compares generated code alone, not the code of callers, and has no `--format`.', {
      fix: 'Leave `--callers`, `--format` and `--fail-on affects-callers` out.',
    });
  const { compareExports } = await import('../../exported/index.ts');
  const { changes, release, packages } = compareExports(await filesOf(before)([]), await filesOf(after)([]), context.cwd);
  for (const { kind, name, what, release: needed, packages: each } of changes)
    context.data(`${needed}  ${kind} ${name} ${what}${areAlike(each) ? '' : ` (${wordsOf(each)})`}`);
  context.message(`${count(changes.length, 'change')} of exports.`);
  context.data(`release: ${release}\nrelease of a part alone: ${wordsOf(packages)}`);
  context.result({ release, packages, changes });
  const fails = failOn === 'any' ? changes.length > 0 : failOn !== 'never' && release === 'major';
  return fails ? exitCodes.findings : exitCodes.ok;
}

/** `client minor, server major, types major`. */
function wordsOf(packages: Packages): string {
  return Object.entries(packages)
    .map(([name, release]) => `${name} ${release}`)
    .join(', ');
}

function areAlike(packages: Packages): boolean {
  return new Set(Object.values(packages)).size === 1;
}
