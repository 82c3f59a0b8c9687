// Sanitises the HTML in Markdown texts of a document: simple markup stays, and everything else is shown as text.
import { bounded, flattened } from '../markdown/bounds.ts';

/** The elements that are kept, without attributes but for the address of a link. */
export const ALLOWED: ReadonlySet<string> = new Set(
  [
    'a abbr b blockquote br caption code dd del details div dl dt em h1 h2 h3 h4 h5 h6 hr i ins kbd li mark ol p pre q s samp small span strike',
    'strong sub summary sup table tbody td tfoot th thead tr tt u ul var',
  ].flatMap((names) => names.split(' ')),
);

/** Text that a browser can read as the start of a tag, comment or declaration (HTML Living Standard, section 13.2.5.6). */
const MARKUP = /<[a-z/!?]/i;
const TAG = /<(\/?)([a-z][a-z0-9]*)((?:[\s/][^<>]*)?)>/iy;
const AUTOLINK = /<(https?:\/\/[^\s<>"'`]+)>/iy;
const HREF = /\shref\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'`]+))/i;
const ADDRESS = /^(?:https?:\/\/|mailto:|#)[^\s<>"'`\\]*$/i;

/**
 * Every `<` that could begin markup is an allowed tag without attributes afterwards, or `&lt;`. This holds wherever the text stands, so it does not
 * depend on how Redocly reads Markdown. Code with markup is shown as it is, by character references inside `<code>`.
 */
export function safeMarkdown(markdown: string): string {
  if (!MARKUP.test(markdown)) return markdown;
  const closing = closingRuns(markdown);
  let safe = '';
  let index = 0;
  let commentEnd = 0;
  while (index < markdown.length) {
    const next = /[<`~]/g;
    next.lastIndex = index;
    const at = next.exec(markdown)?.index ?? markdown.length;
    safe += markdown.slice(index, at);
    index = at;
    const sign = markdown.charAt(index);
    if (sign === '<') {
      // A comment becomes a space: nothing around it may join to a tag.
      if (commentEnd !== -1 && markdown.startsWith('<!--', index)) {
        commentEnd = markdown.indexOf('-->', index + 4);
        if (commentEnd !== -1) {
          safe += ' ';
          index = commentEnd + 3;
          continue;
        }
      }
      const { text, length } = safeTag(markdown, index);
      safe += text;
      index += length;
    } else if (sign !== '') {
      const { text, end } = safeCode(markdown, index, closing);
      safe += text;
      index = end;
    }
  }
  return safe;
}

function safeTag(markdown: string, index: number): { text: string; length: number } {
  AUTOLINK.lastIndex = index;
  const link = AUTOLINK.exec(markdown);
  if (link !== null) {
    // The space keeps the address apart from a `<` before it.
    return { text: `${markdown.charAt(index - 1) === '<' ? ' ' : ''}${link[1] ?? ''}`, length: link[0].length };
  }
  TAG.lastIndex = index;
  const [whole = '', slash = '', written = '', attributes = ''] = TAG.exec(markdown) ?? [];
  const name = written.toLowerCase();
  if (ALLOWED.has(name)) {
    const [, double, single, bare] = (name === 'a' && slash === '' ? HREF.exec(attributes) : null) ?? [];
    const address = double ?? single ?? bare ?? '';
    return { text: `<${slash}${name}${ADDRESS.test(address) ? ` href="${address}"` : ''}>`, length: whole.length };
  }
  return { text: MARKUP.test(markdown.slice(index, index + 2)) ? '&lt;' : '<', length: 1 };
}

/** For the start of each run of backticks, the start of the next run of the same length, which would close a code span. */
function closingRuns(markdown: string): ReadonlyMap<number, number> {
  const closing = new Map<number, number>();
  const last = new Map<number, number>();
  for (const { 0: run, index } of markdown.matchAll(/`+/g)) {
    const before = last.get(run.length);
    if (before !== undefined) closing.set(before, index);
    last.set(run.length, index);
  }
  return closing;
}

/** Code that begins with the backticks or tildes at `index`: a fenced block, a code span, or only these signs. */
function safeCode(markdown: string, index: number, closing: ReadonlyMap<number, number>): { text: string; end: number } {
  const sign = markdown.charAt(index);
  let start = index;
  while (markdown.charAt(start) === sign) start++;
  const run = markdown.slice(index, start);
  // Only this much is read of the line before, so that the time stays linear.
  const before = `${index <= 20 ? '\n' : ''}${markdown.slice(Math.max(0, index - 20), index)}`;
  const isFence = run.length >= 3 && /\n[\s>*+-]*$/.test(before);
  if (isFence) {
    const line = markdown.indexOf('\n', start);
    const from = line === -1 ? markdown.length : line + 1;
    const close = fenceEnd(markdown, from, run);
    const code = markdown.slice(from, close.start);
    const text = MARKUP.test(code) || MARKUP.test(markdown.slice(start, from)) ? `<pre><code>${encoded(code)}</code></pre>\n` : undefined;
    return { text: text ?? markdown.slice(index, close.end), end: close.end };
  }
  const close = sign === '`' ? closing.get(index) : undefined;
  if (close === undefined) return { text: run, end: start };
  const code = markdown.slice(start, close);
  const end = close + run.length;
  return { text: MARKUP.test(code) ? `<code>${encoded(code)}</code>` : markdown.slice(index, end), end };
}

/** The line that closes a fenced block, or the end of the text (CommonMark section 4.5). */
function fenceEnd(markdown: string, from: number, run: string): { start: number; end: number } {
  for (let start = from; start < markdown.length; ) {
    const newline = markdown.indexOf('\n', start);
    const end = newline === -1 ? markdown.length : newline + 1;
    const line = markdown.slice(start, end).trim();
    if (line.startsWith(run) && line.replaceAll(run.charAt(0), '') === '') return { start, end };
    start = end;
  }
  return { start: markdown.length, end: markdown.length };
}

/** Neither HTML nor Markdown reads a character reference as a sign. */
function encoded(code: string): string {
  return code.replace(/[^a-z0-9 \u0080-\uffff]/gi, (sign) => `&#${sign.charCodeAt(0)};`);
}

/** Keywords with values that the page shows as data. */
const VALUES: ReadonlySet<string> = new Set(['example', 'default', 'enum', 'const', 'value', 'x-codeSamples']);
/** Keywords whose keys are names that the author chose: a property may be called `default`. */
const NAMED: ReadonlySet<string> = new Set(
  [
    'properties patternProperties $defs definitions dependentSchemas headers responses content callbacks schemas parameters requestBodies',
    'securitySchemes links pathItems paths webhooks variables examples',
  ].flatMap((names) => names.split(' ')),
);

/** Sanitises the descriptions of a document, and the texts of its extensions, in place. `named` says whether the keys of this node are names. */
export function sanitiseTexts(node: unknown, named = false, isText = false): void {
  if (typeof node !== 'object' || node === null) return;
  const members = node as Record<string, unknown>;
  for (const [key, value] of Object.entries(members)) {
    const inText = isText || (!named && key.startsWith('x-'));
    if (typeof value === 'string') {
      if (inText || key === 'description') members[key] = safeMarkdown(flattened(bounded(value)));
      continue;
    }
    // In a list, `examples` of a schema holds values.
    const isValue = !named && (VALUES.has(key) || (key === 'examples' && Array.isArray(value)));
    if (!isValue) sanitiseTexts(value, !named && !Array.isArray(node) && !Array.isArray(value) && NAMED.has(key), inText);
  }
}
