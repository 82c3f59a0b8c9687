// Prints a comparison in the format that `--format` names.
import { usageError } from '../../base/error.ts';
import type { Service } from '../../model/service.ts';
import type { Change } from '../index.ts';
import { type CodeOptions, codeChanges } from './code.ts';
import type { CodePlaces } from './code-places.ts';
import { githubCommands } from './github.ts';
import { markdownOf } from './markdown.ts';
import { nextVersion, releaseOf } from './next-version.ts';
import { sarifOf } from './sarif.ts';

/** The formats beside the text for people at a terminal. */
export type Format = 'markdown' | 'github' | 'sarif' | 'next-version';

export interface Compared {
  readonly before: Version;
  readonly after: Version;
  readonly changes: readonly Change[];
  /** Whether a change makes the run fail. */
  readonly fails: (change: Change) => boolean;
  readonly code: CodeOptions;
  /** The code that the changes concern, where it is known. */
  readonly places?: CodePlaces | undefined;
}

export interface Version {
  /** The version as the user named it. */
  readonly given: string;
  readonly service: Service;
  /** The document as it was written. */
  readonly text: string;
}

/** The text, without a newline at its end; `''` where the format has nothing to say. */
export function formatted(format: Format, { before, after, changes, fails, code, places }: Compared): string {
  switch (format) {
    case 'markdown': {
      const codeOf = codeChanges(before.service, after.service, code);
      return markdownOf(changes, { old: before.given, now: after.given, code: codeOf, places }).trimEnd();
    }
    case 'github':
      return githubCommands(changes, fails, places).join('\n');
    case 'sarif':
      return JSON.stringify(sarifOf(changes, fails, places), undefined, 2);
    case 'next-version':
      return nextOf(before, releaseOf(changes, before.text === after.text));
  }
}

function nextOf({ given, service }: Version, release: Parameters<typeof nextVersion>[1]): string {
  const next = nextVersion(service.version, release);
  if (next !== undefined) return next;
  throw usageError('version-unreadable', `\`info.version\` of \`${given}\` is \`${service.version}\`, which is no semantic version.`, {
    fix: 'Write three numbers, such as `1.4.0`, to get the next version.',
  });
}
