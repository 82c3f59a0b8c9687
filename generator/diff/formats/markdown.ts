// A comparison as Markdown for a pull request: by operation and by schema, with the lines that change in the types of generated code.
import { count } from '../../base/words.ts';
import { placeOf } from '../format.ts';
import { type Change, countEntries } from '../index.ts';
import type { CodeChanges } from './code.ts';
import { type CodePlace, type CodePlaces, countPlaces, lineOf, placesOf, taskAt } from './code-places.ts';
import { changesOf, firstOf, type Section, sectionsOf, sentencesOf, sortedEntries } from './entries.ts';
import { codeBlock, markdownText } from './markdown-text.ts';

/** Hosts of code refuse a comment of more than 65,536 characters. What is left is for the words around it. */
const MOST_CHARACTERS = 60_000;

/** Most lines of a diff of types. */
const MOST_LINES = 40;

/** Most places of the code below one change. */
const MOST_PLACES = 10;

export interface MarkdownOptions {
  /** The versions as the user named them. */
  readonly old: string;
  readonly now: string;
  readonly code: CodeChanges;
  /** The code that the changes concern, where it is known. */
  readonly places?: CodePlaces | undefined;
}

export function markdownOf(changes: readonly Change[], options: MarkdownOptions): string {
  const { old, now, places } = options;
  const versions = `from ${markdownText(`\`${old}\``)} to ${markdownText(`\`${now}\``)}`;
  if (changes.length === 0) return `No changes that affect callers, ${versions}.\n`;
  const { breaking, compatible } = countEntries(sortedEntries(changes));
  const head = `**${count(breaking, 'breaking change')}, ${count(compatible, 'compatible change')}** ${versions}.${concerned(places)}\n${unexplained(places)}`;
  const sections = sectionsOf(changes);
  const isOpen = (section: Section): boolean => (places === undefined ? isBreaking(section) : placesIn(section, places).length > 0);
  const open = fitting(sections.filter(isOpen), options, MOST_CHARACTERS - head.length);
  const closed = fitting(
    sections.filter((section) => !isOpen(section)),
    options,
    MOST_CHARACTERS - head.length - open.text.length,
  );
  const title = places === undefined ? 'Compatible changes' : 'Changes that concern no code,';
  return [head, open.text, folded(closed, title), moreLine(open.left + closed.left)].join('');
}

function concerned(places: CodePlaces | undefined): string {
  if (places === undefined) return '';
  const all = countPlaces(places);
  return all === 0 ? ' They concern no place in the code.' : ` ${count(all, 'place')} in the code ${all === 1 ? 'is' : 'are'} concerned.`;
}

/** What stops to compile, and no single change explains. */
function unexplained(places: CodePlaces | undefined): string {
  const lines = placeItems(places?.others ?? [], '');
  return lines.length === 0 ? '' : ['\n### Code that no longer compiles', '', ...lines, ''].join('\n');
}

function placesIn({ entries }: Section, places: CodePlaces): readonly CodePlace[] {
  return placesOf(places, entries.flatMap(changesOf));
}

/** Items of a list: the place, and what to write there. */
function placeItems(places: readonly CodePlace[], indent: string): string[] {
  const left = places.length - MOST_PLACES;
  const items = places
    .slice(0, MOST_PLACES)
    .map((place) => `${indent}- ${markdownText(`\`${lineOf(place)}\``)}: ${markdownText(taskAt(place))}`);
  return left > 0 ? [...items, `${indent}- and ${count(left, 'more place')}`] : items;
}

interface Fitting {
  readonly text: string;
  readonly sections: number;
  /** How many sections had no room. */
  readonly left: number;
}

/** The first sections that fit into so many characters. Each is there whole or not at all, so that no list and no block is cut. */
function fitting(sections: readonly Section[], options: MarkdownOptions, most: number): Fitting {
  let text = '';
  let fitted = 0;
  for (const section of sections) {
    const part = sectionText(section, options);
    if (text.length + part.length > most) break;
    text += part;
    fitted++;
  }
  return { text, sections: fitted, left: sections.length - fitted };
}

/** Changes that break nothing, or that concern no code, come last and closed. */
function folded({ text, sections }: Fitting, title: string): string {
  return sections === 0 ? '' : `\n<details>\n<summary>${title} in ${count(sections, 'place')}</summary>\n${text}\n</details>\n`;
}

function moreLine(left: number): string {
  return left === 0 ? '' : `\nChanges in ${count(left, 'more place')} have no room here: \`octavo diff\` lists them all.\n`;
}

function isBreaking({ entries }: Section): boolean {
  return entries.some(({ kind }) => kind === 'breaking');
}

function sectionText({ title, operation, pointer, entries }: Section, { code, places }: MarkdownOptions): string {
  const items = entries.flatMap((entry) => {
    const place = markdownText(`(\`${placeOf(firstOf(entry))}\`)`);
    const sentences = sentencesOf(entry).map((sentence) => `- **${entry.kind}**: ${markdownText(sentence)} ${place}`);
    return [...sentences, ...placeItems(placesOf(places, changesOf(entry)), '  ')];
  });
  const lines = operation !== undefined ? code.ofOperation(operation) : pointer !== undefined ? code.ofSchema(pointer) : '';
  const block = lines === '' ? [] : ['', codeBlock('diff', shortened(lines))];
  return [`\n### ${markdownText(title.charAt(0).toUpperCase() + title.slice(1))}`, '', ...items, ...block, ''].join('\n');
}

function shortened(lines: string): string {
  const all = lines.split('\n');
  if (all.length <= MOST_LINES) return lines;
  return [...all.slice(0, MOST_LINES), `(${all.length - MOST_LINES} more lines)`].join('\n');
}
