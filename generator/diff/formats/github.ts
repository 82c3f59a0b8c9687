// A comparison as commands of a GitHub workflow, which shows each as an annotation at its line of the document.
import { workflowCommand } from '../../base/workflow-command.ts';
import { position } from '../../load/frame.ts';
import { isPlacedInOld } from '../format.ts';
import type { Change } from '../index.ts';
import { type CodePlace, type CodePlaces, placesOf, taskAt } from './code-places.ts';
import { changesOf, firstOf, type Section, sectionsOf, sentencesOf } from './entries.ts';

/**
 * One line a change, and one for each place of the code that it concerns: `::error file=api.yaml,line=12,col=3,title=…::…`. `fails` says whether a
 * change makes the check fail.
 */
export function githubCommands(changes: readonly Change[], fails: (change: Change) => boolean, places: CodePlaces | undefined): string[] {
  const listed = sectionsOf(changes).flatMap((section) =>
    section.entries.flatMap((entry) => [
      commandOf(entry, section, fails),
      ...placesOf(places, changesOf(entry)).map((place) => placeCommand(place, levelOf(entry, fails), sentencesOf(entry).join(' '))),
    ]),
  );
  const others = (places?.others ?? []).map((place) => placeCommand(place, 'warning', 'The code no longer compiles.'));
  return [...listed, ...others];
}

type Level = Parameters<typeof workflowCommand>[0];

function levelOf(entry: Section['entries'][number], fails: (change: Change) => boolean): Level {
  return fails(firstOf(entry)) ? 'error' : entry.kind === 'breaking' ? 'warning' : 'notice';
}

/** An annotation at a line of the code, with what changes and what to write. */
function placeCommand(place: CodePlace, level: Level, sentence: string): string {
  const { file, line, column } = place;
  return workflowCommand(
    level,
    { file, line, col: column, title: 'code that a change of the API concerns' },
    `${sentence}\n${taskAt(place)}`,
  );
}

function commandOf(entry: Section['entries'][number], { title }: Section, fails: (change: Change) => boolean): string {
  const first = firstOf(entry);
  const { line, column } = position(first.location);
  // What was removed has no line in the new version.
  const place = isPlacedInOld(first) ? {} : { line, col: column };
  const properties = { file: first.location.source.display, ...place, title: `${entry.kind} change of ${title.replaceAll('`', '')}` };
  const was = isPlacedInOld(first) ? `(was in line ${line}) ` : '';
  return workflowCommand(levelOf(entry, fails), properties, `${was}${sentencesOf(entry).join('\n')}`);
}
