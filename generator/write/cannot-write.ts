// Turns an error of the file system into an `OctavoError` that says why a file cannot be written, and what to do.
import { statSync } from 'node:fs';
import path from 'node:path';
import { fileFault } from '@octavo/runtime/process';
import { environmentError, messageOf, OctavoError, systemCode } from '../base/error.ts';
import { displayPath } from '../base/words.ts';

const fixes: Readonly<Record<string, string>> = {
  EACCES: 'Change its permissions, or choose another folder.',
  EPERM: 'Change its permissions, or choose another folder.',
  ENOSPC: 'Make room and run again; the existing files are unchanged.',
  EDQUOT: 'Make room and run again; the existing files are unchanged.',
  EFBIG: 'Raise the limit (`ulimit -f`) and run again; the existing files are unchanged.',
  EISDIR: 'Move it away, or choose another folder.',
};

/** An `OctavoError` (exit 3) for a file or folder that cannot be read or written; an `OctavoError` is returned as it is. */
export function cannotWrite(place: string, error: unknown): OctavoError {
  if (error instanceof OctavoError) return error;
  const code = systemCode(error) ?? '';
  const file = code === 'ENOTDIR' || code === 'EEXIST' ? fileOnTheWay(place) : undefined;
  if (file !== undefined) {
    return environmentError('cannot-write', `\`${displayPath(file)}\` is a file, not a folder.`, {
      fix: 'Choose another folder.',
      cause: error,
    });
  }
  return environmentError('cannot-write', `Cannot write to \`${displayPath(place)}\`: ${fileFault(error) ?? messageOf(error)}`, {
    fix: (Object.hasOwn(fixes, code) ? fixes[code] : undefined) ?? 'Choose another folder.',
    cause: error,
  });
}

/** The part of the path that is a file, although the rest of the path needs it to be a folder. */
function fileOnTheWay(place: string): string | undefined {
  for (let part = path.resolve(place); part !== path.dirname(part); part = path.dirname(part)) {
    try {
      return statSync(part).isFile() ? part : undefined;
    } catch {
      // Not there, or below the file that is looked for.
    }
  }
  return undefined;
}
