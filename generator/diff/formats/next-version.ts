// Which version number the new document needs, by Semantic Versioning 2.0.0.
import type { Change } from '../index.ts';

export type Release = 'major' | 'minor' | 'patch' | 'none';

/** Any difference of the documents is at least a patch. `areEqual`: whether they are the same to the letter. */
export function releaseOf(changes: readonly Change[], areEqual: boolean): Release {
  if (changes.some(({ kind }) => kind === 'breaking')) return 'major';
  if (changes.length > 0) return 'minor';
  return areEqual ? 'none' : 'patch';
}

/**
 * The version after `version`. Before 1.0.0 a breaking change raises the second number, and any other the third, as package managers read `^0.2.1`.
 * After a version with a pre-release (`2.0.0-rc.1`), the release itself is the next one where it is large enough. `undefined` where `version` is no
 * semantic version.
 */
export function nextVersion(version: string, release: Release): string | undefined {
  const [, ...numbers] = /^v?(\d+)\.(\d+)\.(\d+)(?:-[0-9A-Za-z.-]+)?(?:\+[0-9A-Za-z.-]+)?$/.exec(version.trim()) ?? [];
  const [major, minor, patch] = numbers.map(Number);
  if (major === undefined || minor === undefined || patch === undefined) return undefined;
  if (release === 'none') return version.trim().replace(/^v/, '');
  const raised = major === 0 ? lowered(release) : release;
  if (/^[^+]*-/.test(version.trim()) && covers({ minor, patch }, raised)) return `${major}.${minor}.${patch}`;
  switch (raised) {
    case 'major':
      return `${major + 1}.0.0`;
    case 'minor':
      return `${major}.${minor + 1}.0`;
    case 'patch':
      return `${major}.${minor}.${patch + 1}`;
  }
}

function lowered(release: Exclude<Release, 'none'>): 'minor' | 'patch' {
  return release === 'major' ? 'minor' : 'patch';
}

/** Whether the release that a pre-release leads to is itself as large as it must be: `2.0.0-rc.1` leads to a major one. */
function covers({ minor, patch }: { readonly minor: number; readonly patch: number }, release: Exclude<Release, 'none'>): boolean {
  switch (release) {
    case 'major':
      return minor === 0 && patch === 0;
    case 'minor':
      return patch === 0;
    case 'patch':
      return true;
  }
}
