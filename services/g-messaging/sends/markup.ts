// Finds the links in the HTML of emails, and changes where they lead. All other characters stay as they are.

import { Tokenizer, type TokenizerCallbacks } from 'htmlparser2';
import { isWebAddress } from '../../platform/pages/web-address.ts';

/** The address of a link, and where it stands in the HTML. */
interface Anchor {
  readonly address: string;
  readonly start: number;
  readonly end: number;
}

interface Markup {
  /** Links to pages of the web, in their order. */
  readonly anchors: readonly Anchor[];
  /** Where something can be added to the body. */
  readonly bodyEnd: number;
}

/**
 * Reads HTML as tokens (HTML standard, section 13.2.5), in a time that grows with its length alone: a tree of hostile HTML can take its square. What
 * looks like a link in a comment, a style sheet or a script is none.
 */
export function readMarkup(html: string): Markup {
  const anchors: Anchor[] = [];
  let bodyEnd = html.length;
  let isLink = false;
  let href: Anchor | undefined;
  let attribute = { name: '', end: 0, value: '' };
  const nameAt = (start: number, end: number) => html.slice(start, end).toLowerCase();
  const endTag = () => {
    if (href !== undefined && isWebAddress(href.address)) anchors.push(href);
  };
  const callbacks: TokenizerCallbacks = {
    ...IGNORED,
    onopentagname(start, end) {
      isLink = nameAt(start, end) === 'a';
      href = undefined;
    },
    onattribname(start, end) {
      attribute = { name: nameAt(start, end), end, value: '' };
    },
    onattribdata(start, end) {
      attribute.value += html.slice(start, end);
    },
    onattribentity(code) {
      attribute.value += String.fromCodePoint(code);
    },
    onattribend(_quote, end) {
      // A second attribute of the same name has no effect.
      if (!isLink || attribute.name !== 'href' || href !== undefined) return;
      const start = valueStart(html, attribute.end);
      href = { address: attribute.value.trim(), start, end: QUOTES.includes(html[start - 1] ?? '') ? end - 1 : end };
    },
    onopentagend: endTag,
    onselfclosingtag: endTag,
    onclosetag(start, end) {
      if (nameAt(start, end) === 'body') bodyEnd = start - '</'.length;
    },
  };
  const tokenizer = new Tokenizer({}, callbacks);
  tokenizer.write(html);
  tokenizer.end();
  return { anchors, bodyEnd };
}

const ignore = (): void => undefined;

const IGNORED = {
  oncdata: ignore,
  oncomment: ignore,
  ondeclaration: ignore,
  onend: ignore,
  onprocessinginstruction: ignore,
  ontext: ignore,
  ontextentity: ignore,
};

const QUOTES: readonly string[] = ['"', "'"];

/** Where the value of an attribute begins, behind its quotation mark if it has one. @param nameEnd where its name ends */
function valueStart(html: string, nameEnd: number): number {
  const before = /[\t\n\f\r ]*=[\t\n\f\r ]*["']?/y;
  before.lastIndex = nameEnd;
  return nameEnd + (before.exec(html)?.[0].length ?? 0);
}

/**
 * Changes the links of HTML, and adds something to the end of its body.
 * @param addressOf the new address of a link, made of characters that need no escape; `undefined`: it stays
 */
export function changedMarkup(html: string, addressOf: (address: string, index: number) => string | undefined, added: string): string {
  const { anchors, bodyEnd } = readMarkup(html);
  const changes = anchors.flatMap(({ address, start, end }, index) => {
    const changed = addressOf(address, index);
    return changed === undefined ? [] : [{ start, end, text: changed }];
  });
  let made = '';
  let done = 0;
  const ordered = [...changes, { start: bodyEnd, end: bodyEnd, text: added }].sort((one, other) => one.start - other.start);
  for (const { start, end, text } of ordered) {
    made += html.slice(done, start) + text;
    done = end;
  }
  return made + html.slice(done);
}
