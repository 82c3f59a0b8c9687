// `octavo diff`: lists the changes between two versions of a document, those that break callers first.
import { Option } from 'commander';
import { exitCodes, usageError } from '../base/error.ts';
import { count } from '../base/words.ts';
import type { Callers } from '../callers/index.ts';
import { changeToJson, formatGroup } from '../diff/format.ts';
import { type Change, compareServices, countEntries, type Entry, groupChanges, nameFaulty, nothingShared } from '../diff/index.ts';
import { filesOf } from '../run/in-memory.ts';
import { type CommandModule, type Context, type Options, overlayOption, partialOption, text } from './command.ts';
import { compareApis } from './diffing/api.ts';
import { callersSummary, placeLines, placeText } from './diffing/callers.ts';
import { formatOption, outputsOf, putOut } from './diffing/outputs.ts';
import { type ReadVersion, readVersions } from './diffing/versions.ts';

export const command: CommandModule = {
  define(command) {
    formatOption(partialOption(overlayOption(command)))
      .description('Lists the changes between two versions of a document. Exits with 1 if a change breaks callers, or as `--fail-on` says.')
      .argument('<old>', 'old version: a file, or <git revision>:<path>')
      .argument('<new>', 'new version: a file, or <git revision>:<path>')
      .addOption(
        new Option('--fail-on <changes>', 'changes that make the exit code 1')
          .choices(['breaking', 'affects-callers', 'any', 'never'])
          .default('breaking'),
      )
      .option('--api', 'compare what the generated code of the two versions exports, and say which release a package of it needs')
      .option('--callers <folder>', 'folder of a TypeScript project: list the places of its code that each change concerns')
      .addHelpText(
        'after',
        '\nExamples:\n  octavo diff HEAD:specs/api.yaml specs/api.yaml\n  octavo diff main:specs/api.yaml specs/api.yaml --format github --format markdown=changes.md',
      );
  },
  async run(args, options, context) {
    const outputs = outputsOf(options, context);
    const [old, now] = [text(args[0]) ?? '', text(args[1]) ?? ''];
    const [before, after] = await readVersions([old, now], options, context);
    if (before === undefined || after === undefined) return exitCodes.findings;
    if (options.api === true) return await compareApis(before, after, options, context);
    const { changes, callers } = await compared(before, after, options, context);
    const fails = failing(text(options.failOn), callers);
    await putOut(outputs, { before, after, changes, fails, code: after.code, places: callers }, context);
    if (outputs.printed === 'text') report(changes, callers, text(options.callers) ?? '', context);
    context.result(resultOf(changes, callers));
    return changes.some(fails) ? exitCodes.findings : exitCodes.ok;
  },
};

interface Compared {
  readonly changes: readonly Change[];
  /** With `--callers` only. */
  readonly callers: Callers | undefined;
}

async function compared(before: ReadVersion, after: ReadVersion, options: Options, { verbose, cwd }: Context): Promise<Compared> {
  const problems = { before: before.problems, after: after.problems };
  const found = nameFaulty(compareServices(before.service, after.service), problems);
  const instead = verbose ? undefined : nothingShared(before.service, after.service, found);
  const all = instead === undefined ? found : [instead];
  // A document that was converted has its changes at the text that its author wrote, and the model has it as converted.
  const written = new Map(all.map((change) => [change, { ...change, location: after.textAt(before.textAt(change.location)) }]));
  const changes = [...written.values()];
  const folder = text(options.callers);
  if (folder === undefined) return { changes, callers: undefined };
  const { findCallers } = await import('../callers/index.ts');
  const callers = await findCallers({
    folder,
    cwd,
    before: before.service,
    after: after.service,
    changes: all,
    madeBefore: filesOf(before),
    made: filesOf(after),
  });
  return {
    changes,
    callers: { ...callers, of: new Map([...callers.of].map(([change, places]) => [written.get(change) ?? change, places])) },
  };
}

/** Which changes make the run fail. */
function failing(failOn: string | undefined, callers: Callers | undefined): (change: Change) => boolean {
  switch (failOn) {
    case 'any':
      return () => true;
    case 'never':
      return () => false;
    case 'affects-callers':
      if (callers !== undefined) return (change) => (callers.of.get(change) ?? []).length > 0;
      throw usageError('usage', '`--fail-on affects-callers` needs the code of the callers.', { fix: 'Name its folder with `--callers`.' });
    default:
      return ({ kind }) => kind === 'breaking';
  }
}

function report(changes: readonly Change[], callers: Callers | undefined, folder: string, context: Context): void {
  const breaking = changes.filter((change) => change.kind === 'breaking');
  const compatible = changes.filter((change) => change.kind === 'compatible');
  const sorted = [...breaking, ...compatible];
  const entries: Entry[] = context.verbose ? sorted : groupChanges(sorted);
  const placed = entries.map((entry) => ({
    entry,
    lines: callers === undefined ? [] : placeLines(callers, 'all' in entry ? entry.all : [entry], context.dataColor),
  }));
  // With callers, a change that concerns none of them is counted alone.
  const listed = callers === undefined || context.verbose ? placed : placed.filter(({ lines }) => lines.length > 0);
  for (const { entry, lines } of listed) context.data([formatGroup(entry, context.dataColor), ...lines].join('\n'));
  for (const place of callers?.others ?? []) context.data(placeText(place, context.dataColor).join('\n'));
  if (entries.length < sorted.length)
    context.message('Changes of a component are listed once for all its operations; `--verbose` lists each.');
  if (listed.length < entries.length)
    context.message(`${count(entries.length - listed.length, 'change')} without a place in the code; \`--verbose\` lists them.`);
  // Each change that is listed is counted.
  const counted = countEntries(entries);
  context.message(
    changes.length === 0
      ? 'No changes that affect callers.'
      : `${count(counted.breaking, 'breaking change')}, ${count(counted.compatible, 'compatible change')}.`,
  );
  if (callers !== undefined) for (const line of callersSummary(callers, folder)) context.message(line);
}

function resultOf(changes: readonly Change[], callers: Callers | undefined): Record<string, unknown> {
  const breaking = changes.filter(({ kind }) => kind === 'breaking').length;
  const plain = changes.map((change) => ({ ...changeToJson(change), ...(callers && { places: callers.of.get(change) ?? [] }) }));
  return { breaking, compatible: changes.length - breaking, changes: plain, ...(callers && { otherPlaces: callers.others }) };
}
