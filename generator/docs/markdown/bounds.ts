// The bounds of Markdown that pages show: how long a text may be, and how deep its quotes and lists.

/** Characters of a text that pages show. A longer one is no description that people read, and could be written to take long. */
const MOST_CHARACTERS = 150_000;

/** Levels of quotes and lists on one line. */
const DEEPEST = 20;

/** The text, or as much of it as pages show, with a sentence that says so. */
export function bounded(markdown: string): string {
  if (markdown.length <= MOST_CHARACTERS) return markdown;
  // A text ends at a line where it can, and never within a pair of surrogates.
  const line = markdown.lastIndexOf('\n', MOST_CHARACTERS);
  const end = line > MOST_CHARACTERS / 2 ? line : MOST_CHARACTERS;
  const shown = markdown.slice(0, end).replace(/[\ud800-\udbff]$/, '');
  const left = (markdown.length - end).toLocaleString('en-US');
  return `${shown}\n\n*The text is longer: the OpenAPI document has ${left} characters more.*`;
}

const MARKERS = new RegExp(
  `^((?:[ \\t]*(?:>|(?:[-+*]|\\d{1,9}[.)])(?=[ \\t]))){${DEEPEST}})(?:[ \\t]*(?:>|(?:[-+*]|\\d{1,9}[.)])(?=[ \\t])))+`,
  'gm',
);

/** Quotes and lists that begin on one line, no deeper than a reader can tell: each level would be read once more by all above it. */
export function flattened(markdown: string): string {
  return markdown.replace(MARKERS, '$1');
}
