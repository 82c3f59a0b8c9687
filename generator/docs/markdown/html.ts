// Markdown of a document as HTML for pages that are made on a server: by `marked`, and behind it by `sanitize-html`, so that a fault in one of them
// is no hole.
import sanitizeHtml from 'sanitize-html';
import { ALLOWED } from '../reference/safe-markdown.ts';
import { markedHtml, markedInline } from './marked-html.ts';

const OPTIONS: sanitizeHtml.IOptions = {
  allowedTags: [...ALLOWED, 'input'],
  allowedAttributes: {
    a: ['href'],
    pre: ['tabindex'],
    ol: ['start'],
    th: ['align'],
    td: ['align'],
    // The boxes of a list of tasks.
    input: [{ name: 'type', values: ['checkbox'] }, 'checked', 'disabled'],
  },
  allowedSchemes: ['http', 'https', 'mailto'],
  allowProtocolRelative: false,
  disallowedTagsMode: 'escape',
};

export function markdownHtml(markdown: string): string {
  return sanitized(markedHtml(markdown));
}

/** HTML without paragraphs, for a cell or a line. */
export function inlineHtml(markdown: string): string {
  return sanitized(markedInline(markdown));
}

/** Text without markup is safe as it is, and most cells are such text. */
export function sanitized(html: string): string {
  return html.includes('<') ? sanitizeHtml(html, OPTIONS) : html;
}
