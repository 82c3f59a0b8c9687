// Finds the guides in a document: the parts of its description under a heading, and its tags that are described.
import type { Service } from '../../model/service.ts';
import { firstSentence } from '../html.ts';
import { operationUrl } from '../reference/anchor.ts';

export interface Guide {
  readonly title: string;
  /** Markdown. */
  readonly text: string;
  /** Relative to the root of the site. */
  readonly url: string;
  /** One sentence, or empty. */
  readonly says: string;
}

export function guidesOf(service: Service): readonly Guide[] {
  const parts = sectionsOf(service.description ?? '').map((part) => ({ ...part, url: `${service.id}/index.html` }));
  const tags = service.tags.flatMap(({ name, summary, description }) => {
    if (description === undefined || description.trim() === '') return [];
    const first = service.operations.find((operation) => operation.tags.includes(name));
    return [
      { title: summary ?? name, text: description, url: first === undefined ? `${service.id}/index.html` : operationUrl(service, first) },
    ];
  });
  return [...parts, ...tags].map((guide) => ({ ...guide, says: firstSentence(guide.text) }));
}

/** The headings of a text with what stands below each; those in blocks of code are none. */
function sectionsOf(markdown: string): readonly { readonly title: string; readonly text: string }[] {
  const sections: { title: string; lines: string[] }[] = [];
  let fence = '';
  for (const line of markdown.split('\n')) {
    const mark = /^\s{0,3}(`{3,}|~{3,})/.exec(line)?.[1];
    if (mark !== undefined && (fence === '' || mark.startsWith(fence))) fence = fence === '' ? mark : '';
    const title = fence === '' ? /^ {0,3}#{1,4}[ \t]+(\S.*)$/.exec(line)?.[1]?.replace(/[ \t]#+[ \t]*$/, '') : undefined;
    if (title !== undefined) sections.push({ title: title.trim(), lines: [] });
    else sections.at(-1)?.lines.push(line);
  }
  return sections.map(({ title, lines }) => ({ title, text: lines.join('\n').trim() }));
}
