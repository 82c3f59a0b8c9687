// A comparison as commands of a GitHub workflow, which shows each as an annotation at its line of the document.
import { workflowCommand } from '../../base/workflow-command.ts';
import { position } from '../../load/frame.ts';
import { isPlacedInOld } from '../format.ts';
import type { Change } from '../index.ts';
import { firstOf, type Section, sectionsOf, sentencesOf } from './entries.ts';

/** One line a change: `::error file=api.yaml,line=12,col=3,title=…::…`. `fails` says whether a change makes the check fail. */
export function githubCommands(changes: readonly Change[], fails: (change: Change) => boolean): string[] {
  return sectionsOf(changes).flatMap((section) => section.entries.map((entry) => commandOf(entry, section, fails)));
}

function commandOf(entry: Section['entries'][number], { title }: Section, fails: (change: Change) => boolean): string {
  const first = firstOf(entry);
  const level = fails(first) ? 'error' : entry.kind === 'breaking' ? 'warning' : 'notice';
  const { line, column } = position(first.location);
  // What was removed has no line in the new version.
  const place = isPlacedInOld(first) ? {} : { line, col: column };
  const properties = { file: first.location.source.display, ...place, title: `${entry.kind} change of ${title.replaceAll('`', '')}` };
  const was = isPlacedInOld(first) ? `(was in line ${line}) ` : '';
  return workflowCommand(level, properties, `${was}${sentencesOf(entry).join('\n')}`);
}
