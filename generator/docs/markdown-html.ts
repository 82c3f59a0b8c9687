// Markdown of a document as HTML, for the portal's own pages and its console.
import { Marked } from 'marked';
import { escapeHtml } from '../base/escape-html.ts';
import { safeMarkdown } from './reference/safe-markdown.ts';

/** The addresses that links may have; a link with another one is shown as its text. */
const ADDRESS = /^(?:https?:\/\/|mailto:|#|(?:\.\.?\/)*[\w-][\w.-]*(?:\/[\w.-]+)*(?:#[\w-]+)?$)/i;

const marked = new Marked({
  gfm: true,
  async: false,
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

export function markdownHtml(markdown: string): string {
  return String(marked.parse(safeMarkdown(markdown))).trim();
}

/** HTML without paragraphs, for a cell or a line. */
export function inlineHtml(markdown: string): string {
  return String(marked.parseInline(safeMarkdown(markdown.replace(/\s*\n\s*/g, ' ')))).trim();
}
