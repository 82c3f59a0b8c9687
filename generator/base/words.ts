// Parts of messages: nouns with their count, and paths as the reader would type them. Texts as their sentences.
import path from 'node:path';

/** `1 file`, `2 files`, `3 request bodies`. */
export function count(number: number, noun: string): string {
  return `${number} ${number === 1 ? noun : plural(noun)}`;
}

function plural(noun: string): string {
  if (/[^aeiou]y$/.test(noun)) return `${noun.slice(0, -1)}ies`;
  return /(?:s|x|z|ch|sh)$/.test(noun) ? `${noun}es` : `${noun}s`;
}

/** A path relative to the working directory, with `/`. More than one folder above the working directory it stays absolute, as an address does. */
export function displayPath(file: string): string {
  if (/^https?:/.test(file)) return file;
  const relative = path.relative(process.cwd(), file) || '.';
  return (relative.startsWith(`..${path.sep}..`) ? file : relative).split(path.sep).join('/');
}

/** The sentences of a text. Lines are broken by width: only an empty line or the mark of a list ends a sentence without a full stop. */
export function sentencesIn(text: string): readonly string[] {
  return (
    withoutTags(text)
      // Markdown keeps these marks from being emphasis.
      .replace(/\\([_*])/g, '$1')
      .replace(/([^\n])\n(?!\s*(?:\n|[-*]\s))/g, '$1 ')
      .split(/(?<=[.;!?])\s+|\n+/)
      .map((one) => one.trim())
      .filter((one) => one !== '')
  );
}

const CODE = /<(code|tt|samp|kbd|var)(?:\s[^<>]*)?>([^<>]*)<\/\1>/gi;
/** Tags that end a sentence. */
const BLOCK =
  /<\/?(?:p|br|hr|div|blockquote|ul|ol|dl|dt|dd|table|thead|tbody|tr|td|th|pre|h[1-6]|section|details|summary)(?:\s[^<>]*)?\/?>/gi;
const INLINE = /<\/?(?:strong|b|em|i|u|a|span|small|sup|sub|mark|font|abbr|code|li)(?:\s[^<>]*)?\/?>/gi;
/** A heading of a remark: its word is no name of a member. */
const HEADING = /<(strong|b|em)>\s*(?:notes?|important|warning|caution|tip|hint|info)\s*:?\s*<\/\1>\s*:?/gi;

/** A text with the marks of Markdown in place of the tags of HTML, which many descriptions have. */
function withoutTags(text: string): string {
  if (!/<\/?[a-z]/i.test(text)) return text;
  return text
    .replace(CODE, '`$2`')
    .replace(HEADING, '')
    .replace(/<li(?:\s[^<>]*)?>/gi, '\n- ')
    .replace(BLOCK, '\n\n')
    .replace(INLINE, '');
}
