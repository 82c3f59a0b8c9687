// Finds the links of a message, so that a reader sees where they lead before following one.
import type { MessageContent } from '../../../services/generated/control/index.ts';

interface MessageLink {
  readonly url: string;
  /** The words of the link, where the message has other words than the address. */
  readonly words?: string | undefined;
}

const MOST_LINKS = 30;

/** The links to web pages, each once, in the order of the message. */
export function linksOf({ html, text = '', link, button }: MessageContent): readonly MessageLink[] {
  const found: MessageLink[] = [
    ...(html === undefined ? [] : linksOfHtml(html)),
    // A full stop or a bracket after an address belongs to the sentence.
    ...[...text.matchAll(/https?:\/\/[^\s<>"]+[^\s<>".,;:!?)\]}]/gi)].map(([url]) => ({ url })),
    ...(link === undefined ? [] : [{ url: link, words: button }]),
  ];
  const known = new Map<string, MessageLink>();
  for (const one of found) if (isWeb(one.url) && !known.has(one.url)) known.set(one.url, one);
  return [...known.values()].slice(0, MOST_LINKS);
}

function linksOfHtml(html: string): MessageLink[] {
  const links = new DOMParser().parseFromString(html, 'text/html').querySelectorAll('a[href], area[href]');
  return [...links].map((element) => {
    const url = element.getAttribute('href')?.trim() ?? '';
    const words = element.textContent?.trim().replace(/\s+/g, ' ').slice(0, 80);
    return { url, words: words === '' || words === url ? undefined : words };
  });
}

function isWeb(url: string): boolean {
  return /^https?:\/\//i.test(url) && URL.canParse(url);
}
