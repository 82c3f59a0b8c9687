// The entries of a comparison as reviewers read them: by the operation or the component that they are in, those that break callers first.

import { componentOf, directionWords, nounOf, reachOf } from '../groups.ts';
import { type Change, type Entry, groupChanges } from '../index.ts';

export interface Section {
  /** ``operation `getPet` ``, ``schema `Pet` ``, or `the service`. */
  readonly title: string;
  /** The id of the operation, where it is one. */
  readonly operation?: string;
  /** The pointer of the component, where it is one. */
  readonly pointer?: string;
  readonly entries: readonly Entry[];
}

/** The entries by section. A section with a breaking change stands before those without. */
export function sectionsOf(changes: readonly Change[]): Section[] {
  const sections = new Map<string, Section & { readonly entries: Entry[] }>();
  for (const entry of sortedEntries(changes)) {
    const section = sectionOf('first' in entry ? entry.first : entry);
    const known = sections.get(section.title) ?? { ...section, entries: [] };
    known.entries.push(entry);
    sections.set(section.title, known);
  }
  return [...sections.values()];
}

/** The entries, those that break callers first. */
export function sortedEntries(changes: readonly Change[]): Entry[] {
  const entries = groupChanges(changes);
  return [...entries.filter(({ kind }) => kind === 'breaking'), ...entries.filter(({ kind }) => kind === 'compatible')];
}

function sectionOf({ location, operation }: Change): Omit<Section, 'entries'> {
  const component = componentOf(location);
  if (component !== undefined) {
    const { section, name, pointer } = component;
    return { title: `${nounOf(section)} \`${name}\``, pointer };
  }
  return operation === undefined ? { title: 'the service' } : { title: `operation \`${operation}\``, operation };
}

/** The changes of an entry, each as a sentence that stands below the title of its section. */
export function sentencesOf(entry: Entry): string[] {
  if ('first' in entry)
    return entry.changes.map((text) => `${text}${directionWords(entry.first.value?.direction)}${reachOf(entry.operations)}`);
  const isBelowOperation = componentOf(entry.location) === undefined;
  return [isBelowOperation || entry.operation === undefined ? entry.message : `\`${entry.operation}\`: ${entry.message}`];
}

/** All changes of an entry. */
export function changesOf(entry: Entry): readonly Change[] {
  return 'first' in entry ? entry.all : [entry];
}

/** The change that gives an entry its code and its place. */
export function firstOf(entry: Entry): Change {
  return 'first' in entry ? entry.first : entry;
}
