// Says how many rules an app may have, and how long they may be.

import type { Level } from '../access/levels.ts';

/** Statement B10 has basic and pro access; the others are our decision. A project has as many for all of its apps together. */
const RULES: Readonly<Record<Level, number>> = { free: 0, basic: 25, pro: 1_000, academic: 1_000, enterprise: 10_000 };

export const capOf = (level: Level) => RULES[level];

/** In characters. */
export const longestAt = (level: Level) => (level === 'free' || level === 'basic' ? 512 : 1_024);
