// What a service says of a file that it was sent: its name, media type, size and digest.
import { createHash } from 'node:crypto';
import { plain } from '../../../inference/names.ts';
import { possibleConjuncts } from '../../../model/schema/conjuncts.ts';
import type { Schema } from '../../../model/schema/schema.ts';
import { DIGESTS } from '../../contract/digests.ts';

/** A file as it was sent, and what was read of it. */
export interface Stored {
  readonly file: File;
  readonly bytes: Uint8Array;
  readonly shown: Readonly<Record<string, unknown>>;
}

/** A member that is wrong. */
export interface WrongFact {
  readonly name: string;
  readonly is: unknown;
  readonly expected: string;
}

const SIZE = /^(?:file)?(?:size|length|bytes|bytesize|bytecount|contentlength|sizebytes|sizeinbytes)$/;
const NAME = /^(?:original)?(?:file)?name$/;
const TYPE = /^(?:file)?(?:contenttype|mediatype|mimetype|mime)$/;

/** Whether a member has the name of a file, or its media type. */
export const isFileName = (name: string): boolean => NAME.test(plain(name));
export const isFileType = (name: string): boolean => TYPE.test(plain(name));

/** Words by which a text says that a service writes a name in its own form. */
const OWN_NAME = /saniti|normali|clean|safe|generat|unique|slug|display|title|replac/i;

/**
 * The first member that is not as the file was sent. `plainly`: what was read of a file with a plain name, to tell which members are kept as they are
 * sent.
 */
export function wrongFact(
  members: ReadonlyMap<string, readonly Schema[]>,
  plainly: Stored,
  { file, bytes, shown }: Stored,
): WrongFact | undefined {
  for (const [name, schemas] of members) {
    const is = shown[name];
    const word = plain(name);
    const text = possibleConjuncts(schemas)
      .map(({ description = '' }) => description)
      .join(' ');
    if (SIZE.test(word) && typeof is === 'number' && is !== bytes.length)
      if (plainly.shown[name] === plainly.bytes.length || /\bbytes?\b/i.test(`${name} ${text}`))
        return { name, is, expected: `${bytes.length}, the number of its bytes` };
    if (NAME.test(word) && typeof is === 'string' && is !== file.name && !OWN_NAME.test(text) && plainly.shown[name] === plainly.file.name)
      return { name, is, expected: `\`${file.name}\`, as it was sent` };
    if (TYPE.test(word) && typeof is === 'string' && is.includes('/') && !is.toLowerCase().startsWith(file.type))
      return { name, is, expected: `\`${file.type}\`, as it was sent` };
    const [, algorithm] = DIGESTS.find(([pattern]) => pattern.test(name)) ?? [];
    if (algorithm !== undefined && typeof is === 'string' && !isDigest(is, createHash(algorithm).update(bytes).digest()))
      return { name, is, expected: `the ${algorithm} of its bytes` };
  }
  return undefined;
}

/** The name that a download gives its file in `filename*` (RFC 6266 section 4.3, RFC 8187); `undefined` where it has none that can be read. */
export function nameOfDownload(disposition: string | null): string | undefined {
  const [, encoded] = /;\s*filename\*\s*=\s*utf-8'[^']*'([^;\s]+)/i.exec(disposition ?? '') ?? [];
  try {
    return encoded === undefined ? undefined : decodeURIComponent(encoded);
  } catch {
    return undefined;
  }
}

/** Whether a text is a digest as hexadecimal digits or Base64; one in another form is not judged. */
function isDigest(text: string, digest: Buffer): boolean {
  const own = text.replace(/^[\w-]+[:=](?=.)/, '');
  if (/^[0-9a-f]+$/i.test(own) && own.length === digest.length * 2) return own.toLowerCase() === digest.toString('hex');
  if (Buffer.from(own, 'base64').length === digest.length) return Buffer.from(own, 'base64').equals(digest);
  return true;
}
