// `x-scheme-words` of a security scheme (docs/extensions.md): words that a server accepts before the credential, beside the scheme's own.
import type { Problems } from '../../base/problem.ts';
import { child, type DocumentNode, members, refuseExtension } from '../document-node.ts';

const KEY = 'x-scheme-words';

/** A scheme that reads its credential from a header. */
export interface HeaderScheme {
  readonly name: string;
  /** The header, in lower case. */
  readonly header: string;
  /** The word that a client sends. Absent where it sends the credential alone. */
  readonly word?: string;
  readonly words?: readonly string[];
  readonly node: DocumentNode;
}

/** `header`: the header that the scheme reads; absent if it reads none. `undefined` if the scheme has no `x-scheme-words`, or it is at fault. */
export function readSchemeWords(
  parent: DocumentNode,
  header: string | undefined,
  own: string | undefined,
  problems: Problems,
): readonly string[] | undefined {
  const node = child(parent, KEY);
  if (node.value === undefined) return undefined;
  const refused = refuseExtension(KEY, problems);
  if (header === undefined)
    return refused(
      node,
      `\`${KEY}\` is on a scheme that reads no header.`,
      'Remove it: only a credential in a header has a word before it.',
    );
  const fix = "Write a list of words, such as `[Token, '*Auth']`.";
  const items = members(node);
  if (!Array.isArray(node.value) || items.length === 0) return refused(node, `\`${KEY}\` must be a list of words.`, fix);
  const known = new Set(own === undefined ? [] : [own.toLowerCase()]);
  const words: string[] = [];
  for (const [, item] of items) {
    const { value: word } = item;
    // RFC 9110 section 11.1: the word is a token.
    if (typeof word !== 'string' || !/^[\w!#$%&'*+.^`|~-]+$/.test(word))
      return refused(item, `Each of \`${KEY}\` must be a word without spaces and separators.`, fix);
    if (/^\*+$/.test(word)) return refused(item, `'${word}' would accept every word.`, "Write a part of the word too, such as '*Auth'.");
    if (known.has(word.toLowerCase())) return refused(item, `The scheme accepts the word '${word}' already.`, `Remove it from \`${KEY}\`.`);
    known.add(word.toLowerCase());
    words.push(word);
  }
  return words;
}

/** Two schemes that read the same header must not accept the same word: one would get the credentials of the other. */
export function checkSchemeWords(schemes: readonly HeaderScheme[], problems: Problems): void {
  for (const [index, scheme] of schemes.entries()) {
    for (const [position, word] of (scheme.words ?? []).entries()) {
      const other = schemes.find(
        (one, at) =>
          one !== scheme &&
          one.header === scheme.header &&
          // Bearer and OAuth 2 schemes share a word anyway: the security handlers tell their tokens apart.
          one.word?.toLowerCase() !== scheme.word?.toLowerCase() &&
          ((one.word !== undefined && matches(word, one.word)) ||
            // Each pair of words is reported once.
            (at < index && one.words?.some((its) => matches(word, its) || matches(its, word)) === true)),
      );
      if (other === undefined) continue;
      const item = child(scheme.node, KEY).location;
      problems.add({
        code: 'scheme-words-collision',
        severity: 'error',
        message: `The word '${word}' of the security scheme '${scheme.name}' would be accepted by '${other.name}' too.`,
        fix: `Remove it from \`${KEY}\`, or write it more exactly.`,
        location: { ...item, pointer: `${item.pointer}/${position}` },
        related: [{ message: 'The other scheme stands here.', location: other.node.location }],
      });
    }
  }
}

/** Whether a word matches a pattern, in which `*` is any run of letters, digits and `-`. */
function matches(pattern: string, word: string): boolean {
  const parts = pattern
    .toLowerCase()
    .split(/\*+/)
    .map((part) => part.replaceAll(/[^a-z0-9-]/g, String.raw`\$&`));
  return new RegExp(`^${parts.join('[a-z0-9-]*')}$`).test(word.toLowerCase());
}
