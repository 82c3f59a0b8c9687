// Says what the access level of an application allows.

const LEVELS = ['free', 'basic', 'pro', 'academic', 'enterprise'] as const;

export type Level = (typeof LEVELS)[number];

/** Operations that only some levels include. The document says so of the full-archive search and of rules; counts of the archive follow it. */
const ONLY: Readonly<Record<string, readonly Level[]>> = {
  searchAllPosts: ['academic', 'pro', 'enterprise'],
  countAllPosts: ['academic', 'pro', 'enterprise'],
  openFilteredStream: ['basic', 'academic', 'pro', 'enterprise'],
  updateFilteredStreamRules: ['basic', 'academic', 'pro', 'enterprise'],
};

export function isLevel(text: string): text is Level {
  return (LEVELS as readonly string[]).includes(text);
}

/** Whether an application of a level may call an operation. */
export function includes(level: Level, operation: string): boolean {
  return ONLY[operation]?.includes(level) ?? true;
}
