// A comparison as Markdown for a pull request: by operation and by schema, with the lines that change in the types of generated code.
import { count } from '../../base/words.ts';
import { placeOf } from '../format.ts';
import { type Change, countEntries } from '../index.ts';
import type { CodeChanges } from './code.ts';
import { firstOf, type Section, sectionsOf, sentencesOf, sortedEntries } from './entries.ts';
import { codeBlock, markdownText } from './markdown-text.ts';

/** Hosts of code refuse a comment of more than 65,536 characters. What is left is for the words around it. */
const MOST_CHARACTERS = 60_000;

/** Most lines of a diff of types. */
const MOST_LINES = 40;

export interface MarkdownOptions {
  /** The versions as the user named them. */
  readonly old: string;
  readonly now: string;
  readonly code: CodeChanges;
}

export function markdownOf(changes: readonly Change[], { old, now, code }: MarkdownOptions): string {
  const versions = `from ${markdownText(`\`${old}\``)} to ${markdownText(`\`${now}\``)}`;
  if (changes.length === 0) return `No changes that affect callers, ${versions}.\n`;
  const { breaking, compatible } = countEntries(sortedEntries(changes));
  const head = `**${count(breaking, 'breaking change')}, ${count(compatible, 'compatible change')}** ${versions}.\n`;
  const sections = sectionsOf(changes);
  const breaks = fitting(sections.filter(isBreaking), code, MOST_CHARACTERS - head.length);
  const keeps = fitting(
    sections.filter((section) => !isBreaking(section)),
    code,
    MOST_CHARACTERS - head.length - breaks.text.length,
  );
  return [head, breaks.text, folded(keeps), moreLine(breaks.left + keeps.left)].join('');
}

interface Fitting {
  readonly text: string;
  readonly sections: number;
  /** How many sections had no room. */
  readonly left: number;
}

/** The first sections that fit into so many characters. Each is there whole or not at all, so that no list and no block is cut. */
function fitting(sections: readonly Section[], code: CodeChanges, most: number): Fitting {
  let text = '';
  let fitted = 0;
  for (const section of sections) {
    const part = sectionText(section, code);
    if (text.length + part.length > most) break;
    text += part;
    fitted++;
  }
  return { text, sections: fitted, left: sections.length - fitted };
}

/** Changes that break nothing come last and closed. */
function folded({ text, sections }: Fitting): string {
  return sections === 0 ? '' : `\n<details>\n<summary>Compatible changes in ${count(sections, 'place')}</summary>\n${text}\n</details>\n`;
}

function moreLine(left: number): string {
  return left === 0 ? '' : `\nChanges in ${count(left, 'more place')} have no room here: \`octavo diff\` lists them all.\n`;
}

function isBreaking({ entries }: Section): boolean {
  return entries.some(({ kind }) => kind === 'breaking');
}

function sectionText({ title, operation, pointer, entries }: Section, code: CodeChanges): string {
  const items = entries.flatMap((entry) => {
    const place = markdownText(`(\`${placeOf(firstOf(entry))}\`)`);
    return sentencesOf(entry).map((sentence) => `- **${entry.kind}**: ${markdownText(sentence)} ${place}`);
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
