// Seals what a service must read again, such as a key that signs deliveries, so that the rows and their snapshots do not show it.

import { createCipheriv, createDecipheriv, createHash, createHmac, randomBytes } from 'node:crypto';
import { closeSync, fsyncSync, linkSync, openSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';

export interface Seal {
  /** Tells its key from others, and does not reveal it. */
  readonly fingerprint: string;
  /** The text as rows keep it. */
  seal(text: string): string;
  /** The text again. @throws {OtherSeal} */
  open(sealed: string): string;
}

/** A sealed text cannot be read, since it was sealed with another key. */
export class OtherSeal extends Error {
  override readonly name = 'OtherSeal';
}

const START = 'sealed:1:';
const KEY_BYTES = 32;
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/** Whether a text of a row is sealed. */
export function isSealed(text: string): boolean {
  return text.startsWith(START);
}

/** Whether a seal can read a sealed text. */
export function opens(seal: Seal, sealed: string): boolean {
  try {
    seal.open(sealed);
    return true;
  } catch (error) {
    if (error instanceof OtherSeal) return false;
    throw error;
  }
}

/** AES-256-GCM (NIST SP 800-38D), with a random nonce for each text. */
export function createSeal(key: Uint8Array = randomBytes(KEY_BYTES)): Seal {
  return {
    fingerprint: createHmac('sha256', key).update('fingerprint').digest('hex').slice(0, 16),
    seal(text) {
      const nonce = randomBytes(NONCE_BYTES);
      const cipher = createCipheriv('aes-256-gcm', key, nonce);
      const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
      return START + Buffer.concat([nonce, cipher.getAuthTag(), sealed]).toString('base64url');
    },
    open(sealed) {
      const bytes = Buffer.from(sealed.slice(START.length), 'base64url');
      try {
        const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, NONCE_BYTES), { authTagLength: TAG_BYTES });
        decipher.setAuthTag(bytes.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES));
        return decipher.update(bytes.subarray(NONCE_BYTES + TAG_BYTES), undefined, 'utf8') + decipher.final('utf8');
      } catch (cause) {
        throw new OtherSeal('A text of the saved data was sealed with another key.', { cause });
      }
    },
  };
}

/** The seal of a secret text, such as one of the environment: processes that have the same text open what the others have sealed. */
export function sealOf(secret: string): Seal {
  return createSeal(createHash('sha256').update(secret).digest());
}

/** The seal whose key is in a file, which is made if it is not there. Of processes that make it at once, all use the first one. */
export function sealInFile(file: string): Seal {
  const known = keyIn(file);
  if (known !== undefined) return createSeal(known);
  // Whole before it has its name, so that no process reads half a key.
  const part = `${file}.${process.pid}.part`;
  try {
    writeFileSync(part, randomBytes(KEY_BYTES).toString('base64url'), { mode: 0o600, flush: true });
    linkSync(part, file);
    syncFolder(dirname(file));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  } finally {
    rmSync(part, { force: true });
  }
  const made = keyIn(file);
  if (made === undefined) throw new Error(`The key of the saved data could not be written to ${file}.`);
  return createSeal(made);
}

/** The name of the key must be on disk before a row is that it seals. Windows opens no folders. */
function syncFolder(folder: string): void {
  if (process.platform === 'win32') return;
  const opened = openSync(folder, 'r');
  try {
    fsyncSync(opened);
  } finally {
    closeSync(opened);
  }
}

/** @throws {Error} if the file holds no key */
function keyIn(file: string): Uint8Array | undefined {
  let text: string;
  try {
    text = readFileSync(file, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
  const key = Buffer.from(text.trim(), 'base64url');
  if (key.length !== KEY_BYTES)
    throw new Error(`${file} holds no key of ${KEY_BYTES} bytes. Put back the one that was there, or remove the file.`);
  return key;
}
