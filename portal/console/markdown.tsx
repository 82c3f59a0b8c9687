// Shows Markdown of a document. A second sanitiser stands behind `marked`, so that a fault in one of them is no hole.
import DOMPurify from 'dompurify';
import type { JSX } from 'preact';
import { useMemo } from 'preact/hooks';
import { markedHtml } from '../../generator/docs/markdown/marked-html.ts';

const OPTIONS = { USE_PROFILES: { html: true }, FORBID_TAGS: ['style', 'form', 'img'], FORBID_ATTR: ['style', 'id', 'name', 'class'] };

export function Markdown({ text, id }: { text: string; id?: string }): JSX.Element {
  const html = useMemo(() => DOMPurify.sanitize(markedHtml(text), OPTIONS), [text]);
  return <div class="markdown" id={id} dir="auto" dangerouslySetInnerHTML={{ __html: html }} />;
}
