// Tells by one table what the author of a document got wrong, and what is a danger, from what Octavo cannot do.

/**
 * - `danger`: the document is unsafe, beyond a limit or cannot be read. It is refused whole.
 * - `author`: the author got it wrong. It is refused, unless it is read under `partial`.
 * - `other`: the smallest part around it is left out, and the rest is generated.
 */
type Blame = 'danger' | 'author' | 'other';

/** A fault of an author that costs no part has a reading of its own under `partial`, which a message states. */
interface Row {
  readonly blame: Exclude<Blame, 'other'>;
  readonly reading?: string;
}

const danger: Row = { blame: 'danger' };
const author: Row = { blame: 'author' };

/**
 * By code. A code that is not here is of what Octavo cannot do, or of a part that can be left out. A `javascript:` link and credentials in a URL
 * would end up on pages and in code.
 */
const TABLE: Readonly<Record<string, Row>> = {
  'url-scheme': danger,
  'server-credentials': danger,
  'not-utf8': danger,

  // A reference to nothing, or to something of another kind.
  'ref-not-found': author,
  'ref-invalid': author,
  'ref-target': author,
  'ref-wrong-kind': author,
  'reference-cycle': author,
  'file-not-found': author,
  'file-is-folder': author,
  'file-not-regular': author,
  'file-no-permission': author,
  'file-unreadable': author,

  'operation-id-duplicate': { blame: 'author', reading: 'This operation is named after its method and path.' },
  'parameter-duplicate': { blame: 'author', reading: 'The first declaration is used.' },
  'swagger-mixed': { blame: 'author', reading: 'It is ignored.' },
  'responses-empty': { blame: 'author', reading: 'Each response is unexpected.' },
  'responses-missing': { blame: 'author', reading: 'Each response is unexpected.' },
};

const DANGER_PREFIXES = ['limit-', 'ref-outside', 'ref-remote', 'ref-absolute', 'ref-credentials', 'ref-path', 'ref-scheme'];

export function blameFor(code: string): Blame {
  if (Object.hasOwn(TABLE, code)) return TABLE[code]?.blame ?? 'other';
  return DANGER_PREFIXES.some((prefix) => code.startsWith(prefix)) ? 'danger' : 'other';
}

/** How a fault of an author is read under `partial`; `undefined` where it costs the part that holds it. */
export function readingOf(code: string): string | undefined {
  return Object.hasOwn(TABLE, code) ? TABLE[code]?.reading : undefined;
}
