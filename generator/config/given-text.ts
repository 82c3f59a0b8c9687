// Reads a document that the command line names without a file: `-` for the standard input, or an address.
import { environmentError, usageError } from '../base/error.ts';
import type { Problem, Source } from '../base/problem.ts';
import type { GivenText } from '../load/given.ts';
import { defaultLimits, type Limits } from '../load/limits.ts';

export interface GivenOptions {
  readonly allowPrivate: boolean;
  readonly allowRemote: readonly string[];
  readonly limits: Partial<Limits>;
}

/** The files of a command line, with the text of each that is not in a file. Throws an `OctavoError` where one cannot be read. */
export async function readGiven(files: readonly string[], options: GivenOptions): Promise<readonly (string | GivenText)[]> {
  if (files.filter((file) => file === '-').length > 1) {
    throw usageError('usage', 'The command line names the standard input (`-`) twice.', { fix: 'Name it once.' });
  }
  const given: (string | GivenText)[] = [];
  for (const file of files) {
    if (file === '-') given.push(await readStdin(options));
    else if (/^https?:\/\//i.test(file)) given.push(await readAddress(file, options));
    else given.push(file);
  }
  return given;
}

async function readStdin(options: GivenOptions): Promise<GivenText> {
  const { fileBytes } = { ...defaultLimits, ...options.limits };
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of process.stdin as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > fileBytes) {
      throw unreadable(
        `The standard input is longer than ${fileBytes.toLocaleString('en-US')} bytes.`,
        'Raise `limits.fileBytes` in the configuration.',
      );
    }
    chunks.push(chunk);
  }
  const { decode } = await import('../load/text/read.ts');
  return { text: textOf(decode(Buffer.concat(chunks), '<stdin>', '<stdin>')) };
}

async function readAddress(written: string, options: GivenOptions): Promise<GivenText> {
  const { readDocument } = await import('../load/references/remote.ts');
  const { allowPrivate, allowRemote } = options;
  const limits = { ...defaultLimits, ...options.limits };
  if (!URL.canParse(written))
    throw usageError('usage', `Invalid address \`${written}\`.`, { fix: 'Write one like `https://example.com/openapi.yaml`.' });
  const url = new URL(written);
  if (url.username !== '' || url.password !== '') {
    throw usageError('usage', 'The address of a document contains a user name or password.', {
      fix: 'Remove it: documents are read without credentials.',
    });
  }
  url.hash = '';
  return {
    text: textOf(await readDocument(url, { allowPrivate, allowRemote, limits })),
    address: url.href,
    ...(allowPrivate ? { allowPrivate } : {}),
  };
}

function textOf(read: Source | Problem): string {
  if ('text' in read) return read.text;
  throw unreadable(read.message, read.fix ?? 'Read it into a file, and name the file.');
}

function unreadable(message: string, fix: string): Error {
  return environmentError('input-unreadable', message, { fix });
}
