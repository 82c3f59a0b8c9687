// The shortest sequence of each check about ETags, versions and the conditions that name them (RFC 9110 sections 8.8 and 13).
import type { Script } from '../script.ts';
import { etagAfterChange } from './changes.ts';
import { ifMatch } from './if-match.ts';
import { ifNoneMatch } from './if-none-match.ts';
import { modified } from './modified.ts';
import { etagOfOthers } from './others.ts';
import { versionMember } from './versions.ts';

export const conditional: readonly Script[] = [
  { check: 'if-match', run: ifMatch },
  { check: 'if-none-match', run: ifNoneMatch },
  { check: 'etag-after-change', run: etagAfterChange },
  { check: 'etag-after-change', run: etagOfOthers },
  { check: 'version-member', run: versionMember },
  ...modified,
];
