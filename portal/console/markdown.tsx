// Shows Markdown of a document.
import type { JSX } from 'preact';
import { useMemo } from 'preact/hooks';
import { markdownHtml } from '../../generator/docs/markdown-html.ts';

export function Markdown({ text, id }: { text: string; id?: string }): JSX.Element {
  const html = useMemo(() => markdownHtml(text), [text]);
  return <div class="markdown" id={id} dangerouslySetInnerHTML={{ __html: html }} />;
}
