// Documents of claims.
import { createHash } from 'node:crypto';
import { isOpen } from '../rules.ts';
import type { Store } from '../store.ts';
import type { File, NewDocument } from '../things.ts';
import { showFile } from '../views.ts';
import { allow, type Faults } from '../wire.ts';
import { claimOf, type Handlers, hal, requireThing, unlessKnown } from './call.ts';

export function newFile(store: Store, { content, ...others }: NewDocument): File {
  const bytes = Buffer.from(content, 'base64');
  const sha256 = createHash('sha256').update(bytes).digest('hex');
  return { ...others, id: store.id('document'), bytes, sha256, attachedAt: store.now() };
}

/** The name of a file in a header (RFC 8187). The bytes of UTF-8 have no half of a pair, which could not be encoded. */
function encoded(name: string, faults: Faults): string {
  const text = faults.has('file-name-in-ascii') ? name.replaceAll(/[^ -~]/gu, '_') : Buffer.from(name).toString();
  return encodeURIComponent(text).replaceAll(/['()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`);
}

export const documents = (store: Store, faults: Faults): Handlers => ({
  attachDocument: (call) => {
    const claim = claimOf(call);
    const file = newFile(store, call.input());
    allow(isOpen(claim), 'The claim is closed.');
    allow(claim.documents.length < 10, 'The claim has ten documents.');
    const isKnown = claim.documents.some(({ sha256 }) => sha256 === file.sha256);
    allow(!isKnown || faults.has('same-file-twice'), 'The claim has this file.');
    claim.documents.push(file);
    call.agency.files.set(file.id, file);
    return hal(201, showFile(file, faults), { location: `/documents/${file.id}` });
  },

  getDocument: (call) => {
    const id = call.part('documentId');
    const isLoose = faults.has('file-of-another-agency');
    const { name, mediaType, bytes, sha256 } = requireThing(isLoose ? store.anywhere(({ files }) => files, id) : call.agency.files.get(id));
    const headers = { etag: `"${sha256.slice(0, 32)}"`, 'content-disposition': `attachment; filename*=UTF-8''${encoded(name, faults)}` };
    const reply = { status: 200, content: bytes, type: mediaType, headers };
    return faults.has('file-always-sent') ? reply : unlessKnown(call, reply, faults);
  },
});
