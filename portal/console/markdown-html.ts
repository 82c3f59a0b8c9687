// Markdown of a document → HTML. A second sanitiser stands behind `marked`, so that a fault in one of them is no hole.
import DOMPurify from 'dompurify';
import { markedHtml } from '../../generator/docs/markdown/marked-html.ts';

const OPTIONS = { USE_PROFILES: { html: true }, FORBID_TAGS: ['style', 'form', 'img'], FORBID_ATTR: ['style', 'id', 'name', 'class'] };

export function markdownHtml(text: string): string {
  return DOMPurify.sanitize(markedHtml(text), OPTIONS);
}
