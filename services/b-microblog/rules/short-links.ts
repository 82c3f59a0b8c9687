// Puts short links in place of the addresses of a text, and says where everything stands then.

import type { Entities } from '@octavo/interfaces/b-microblog';
import { hashOf } from '../../platform/secrets.ts';
import { charactersIn } from './characters.ts';
import { findEntities } from './entities.ts';

const SHORT = 'https://mb.example/';
/** With `SHORT`, 23 characters. */
const TAIL = 4;

/** How many characters of the path, query and fragment of an address are shown. */
const SHOWN = 15;

/** The short link of an address: always the same. Nothing answers there; who reads a post finds the address beside the link. */
export function shortLinkOf(address: string): string {
  return (
    SHORT +
    hashOf(address)
      .replace(/[^A-Za-z0-9]/g, '')
      .slice(0, TAIL)
  );
}

/** An address as it is shown to people: `harbour.example/boards/tonight…`. */
export function displayUrl(address: string): string {
  const plain = address.replace(/^https?:\/\//i, '').replace(/^www\./i, '');
  const host = plain.search(/[/?#]/);
  if (host < 0) return plain;
  const rest = plain.slice(host);
  if (rest === '/') return plain.slice(0, host);
  const characters = Array.from(rest);
  return characters.length <= SHOWN ? plain : `${plain.slice(0, host)}${characters.slice(0, SHOWN).join('')}…`;
}

/** The link that stands for the files of a post. @param address of the page that shows them */
export function mediaLinkOf(address: string): { readonly url: string; readonly expanded_url: string; readonly display_url: string } {
  const url = shortLinkOf(address);
  return { url, expanded_url: address, display_url: `pic.${url.slice('https://'.length)}` };
}

interface Linked {
  readonly text: string;
  /** With places in the text, in code points. */
  readonly entities: Entities;
}

const LISTS = { url: 'urls', mention: 'mentions', hashtag: 'hashtags', cashtag: 'cashtags' } as const;

/** A text with short links, and what stands in it. */
export function linked(text: string): Linked {
  const parts: string[] = [];
  const lists: Record<string, object[]> = {};
  let [from, place] = [0, 0];
  for (const { kind, start: at, end: to, value } of findEntities(text)) {
    const between = text.slice(from, at);
    const address = /^https?:/i.test(value) ? value : `http://${value}`;
    const shown = kind === 'url' ? shortLinkOf(address) : text.slice(at, to);
    parts.push(between, shown);
    const start = place + charactersIn(between);
    const end = start + charactersIn(shown);
    const entity =
      kind === 'url'
        ? { start, end, url: shown, expanded_url: address, display_url: displayUrl(address) }
        : { start, end, [kind === 'mention' ? 'username' : 'tag']: value };
    const list = LISTS[kind];
    lists[list] ??= [];
    lists[list].push(entity);
    [from, place] = [to, end];
  }
  return { text: [...parts, text.slice(from)].join(''), entities: lists as Entities };
}
