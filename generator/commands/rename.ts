// `octavo rename`: carries the user's code over what a new version of a document calls by other names.
import { execFile } from 'node:child_process';
import path from 'node:path';
import { promisify } from 'node:util';
import { exitCodes, usageError } from '../base/error.ts';
import { count, displayPath } from '../base/words.ts';
import { compareServices, nothingShared } from '../diff/index.ts';
import { finishLast, writeAll } from '../renames/commit.ts';
import { type Ambiguity, planRenames, type Rename, type RenamePlan } from '../renames/index.ts';
import { filesOf } from '../run/in-memory.ts';
import { unifiedDiff } from '../write/diff.ts';
import { type CommandModule, type Context, overlayOption, partialOption, text } from './command.ts';
import { renameWords } from './diffing/renames.ts';
import { readVersions } from './diffing/versions.ts';

export const command: CommandModule = {
  define(command) {
    partialOption(overlayOption(command))
      .description(
        'Finds what the new version of a document calls by other names, and carries your code over. Prints a diff; with `--write` it changes the files.',
      )
      .argument('<old>', 'old version: a file, or <git revision>:<path>')
      .argument('<new>', 'new version: a file, or <git revision>:<path>')
      .argument('[folder]', 'folder of the code, in a TypeScript project (default: the working directory)')
      .option('--write', 'change the files')
      .option('--force', 'also where the project does not compile, or a file has changes that are not committed')
      .addHelpText('after', '\nExample:\n  octavo rename HEAD:specs/api.yaml specs/api.yaml src --write');
  },
  async run(args, options, context) {
    const folder = text(args[2]) ?? '.';
    const root = path.resolve(context.cwd, folder);
    const finished = finishLast(root);
    if (finished.length > 0) context.message(`Finished what a run that was ended has begun: ${finished.map(displayPath).join(', ')}.`);
    const [before, after] = await readVersions([text(args[0]) ?? '', text(args[1]) ?? ''], options, context);
    if (before === undefined || after === undefined) return exitCodes.findings;
    const unrelated = nothingShared(before.service, after.service, compareServices(before.service, after.service));
    if (unrelated !== undefined)
      throw usageError('documents-unrelated', 'The two documents share no operation.', { fix: 'Name two versions of one document.' });
    const plan = await planRenames({
      folder,
      cwd: context.cwd,
      before: before.service,
      after: after.service,
      madeBefore: filesOf(before),
      made: filesOf(after),
    });
    report(plan, context);
    const isForced = options.force === true;
    if (plan.faultsBefore.length > 0 && !isForced)
      throw usageError(
        'project-broken',
        `The project has ${count(plan.faultsBefore.length, 'error')} before the change: ${placeOf(plan.faultsBefore[0])}`,
        {
          fix: 'Mend it first, or say `--force`.',
        },
      );
    if (options.write === true && plan.files.length > 0) {
      if (!isForced) await requireCommitted(plan, root);
      writeAll(root, plan.files);
      context.message(`Changed ${count(plan.files.length, 'file')}. Run \`octavo generate\` next.`);
    }
    return exitCodes.ok;
  },
};

function report({ renames, unsure, files, left, computed }: RenamePlan, context: Context): void {
  for (const rename of renames) context.message(renameLine(rename));
  for (const ambiguity of unsure) context.message(unsureLine(ambiguity));
  for (const { file, before, after } of files) {
    const name = displayPath(file);
    context.data(unifiedDiff(before, after, { from: name, to: name }).trimEnd());
  }
  if (renames.length === 0 && unsure.length === 0) context.message('The new version renames nothing.');
  for (const one of computed) context.message(`look at: ${placeOf(one)}`);
  for (const one of left) context.message(`left: ${placeOf(one)}`);
  if (left.length > 0)
    context.message(
      `${count(left.length, 'place')} will not compile with the new version: no rename reaches ${left.length === 1 ? 'it' : 'them'}.`,
    );
  const plain = renames.map(({ names: _names, ...rename }) => rename);
  const differences = files.map(({ file, before, after }) => ({
    file: displayPath(file),
    diff: unifiedDiff(before, after, { from: file, to: file }),
  }));
  const shown = (places: RenamePlan['left']) => places.map((one) => ({ ...one, file: displayPath(one.file) }));
  context.result({ renames: plain, unsure, files: differences, left: shown(left), computed: shown(computed) });
}

/** `certain  property of Pet: age → years, the same place and schema (3 places)`. */
function renameLine({ certainty, reason, places, ...rename }: Rename & { readonly places: number }): string {
  return `${certainty.padEnd(8)} ${renameWords(rename)}, ${reason} (${count(places, 'place')})`;
}

function unsureLine({ kind, of, from, to }: Ambiguity): string {
  return `unclear  ${[kind, of].filter(Boolean).join(' ')}: ${from.join(' or ')} → ${to.join(' or ')}; nothing is changed for ${from.length === 1 ? 'it' : 'them'}`;
}

function placeOf(one: RenamePlan['left'][number] | undefined): string {
  return one === undefined ? '' : `${displayPath(one.file)}:${one.line}:${one.column} ${one.message}`;
}

/** @throws {OctavoError} (exit 2) where a file that would be written has changes that git does not have */
async function requireCommitted({ files }: RenamePlan, cwd: string): Promise<void> {
  const names = files.map(({ file }) => file);
  const { stdout } = await promisify(execFile)('git', ['status', '--porcelain', '--', ...names], { cwd }).catch(() => ({ stdout: '' }));
  const changed = stdout.split('\n').flatMap((line) => line.slice(3) || []);
  if (changed.length > 0)
    throw usageError('file-uncommitted', `Not committed: ${changed.join(', ')}.`, {
      fix: 'Commit or undo these changes first, or say `--force`.',
    });
}
