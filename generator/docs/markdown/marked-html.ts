// Markdown of a document as HTML, by `marked`. A second sanitiser stands behind it: `html.ts` on a server, `portal/console/markdown-html.ts` in a
// browser.
import { Marked } from 'marked';
import { escapeHtml } from '../../base/escape-html.ts';
import { safeMarkdown } from '../reference/safe-markdown.ts';
import { bounded, flattened } from './bounds.ts';

/** The addresses that links may have; a link with another one is shown as its text. */
const ADDRESS = /^(?:https?:\/\/|mailto:|#|(?:\.\.?\/)*[\w-][\w.-]*(?:\/[\w.-]+)*(?:#[\w-]+)?$)/i;

/** Characters of a paragraph in which emphasis is looked for: the time for it grows with the square of them. */
const MOST_EMPHASIS = 5_000;

/** A run of characters without a space that is no word: after each sign in it, the library would look through the rest for an address of email. */
const RUN = /^[^\s`<[]{1000,}/;

const marked = new Marked({
  gfm: true,
  async: false,
  tokenizer: {
    // `false` is the way of the library itself; `undefined` finds none.
    emStrong: (_, masked) => (masked.length > MOST_EMPHASIS ? undefined : false),
    inlineText: (text) => {
      const [run] = RUN.exec(text) ?? [];
      return run === undefined ? false : { type: 'text', raw: run, text: run, escaped: false };
    },
  },
  renderer: {
    link({ href, tokens }) {
      const text = this.parser.parseInline(tokens);
      return ADDRESS.test(href) ? `<a href="${escapeHtml(href)}">${text}</a>` : text;
    },
    // Pages load nothing from outside.
    image: ({ text }) => escapeHtml(text),
    // Headings of a page are its own.
    heading({ tokens }) {
      return `<p><strong>${this.parser.parseInline(tokens)}</strong></p>\n`;
    },
    code: ({ text }) => `<pre tabindex="0"><code>${escapeHtml(text)}</code></pre>\n`,
  },
});

export function markedHtml(markdown: string): string {
  return rendered(bounded(markdown), (text) => marked.parse(text));
}

/** HTML without paragraphs, for a cell or a line. */
export function markedInline(markdown: string): string {
  return rendered(bounded(markdown).replace(/\s*\n\s*/g, ' '), (text) => marked.parseInline(text));
}

/** A text that is nested too deep for the library is shown as it is written. */
function rendered(markdown: string, render: (text: string) => unknown): string {
  try {
    return String(render(safeMarkdown(flattened(markdown)))).trim();
  } catch {
    return `<pre tabindex="0"><code>${escapeHtml(markdown)}</code></pre>`;
  }
}
