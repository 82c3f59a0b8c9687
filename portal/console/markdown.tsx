// Shows Markdown of a document. What turns it into HTML is a chunk of its own, so that the form does not wait for it: until it is there, the text is
// shown as it is written.
import type { JSX } from 'preact';
import { useEffect, useMemo, useState } from 'preact/hooks';

type ToHtml = (text: string) => string;

let loaded: ToHtml | undefined;

export function Markdown({ text, id }: { text: string; id?: string }): JSX.Element {
  const [toHtml, setToHtml] = useState<ToHtml | undefined>(() => loaded);
  useEffect(() => {
    if (loaded !== undefined) return;
    void import('./markdown-html.ts').then(({ markdownHtml }) => {
      loaded = markdownHtml;
      setToHtml(() => markdownHtml);
    });
  }, []);
  const html = useMemo(() => toHtml?.(text), [toHtml, text]);
  if (html === undefined)
    return (
      <div class="markdown" id={id} dir="auto">
        {text}
      </div>
    );
  return <div class="markdown" id={id} dir="auto" dangerouslySetInnerHTML={{ __html: html }} />;
}
