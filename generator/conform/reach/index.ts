// What a run does so that requests succeed: it learns what exists, corrects what refusals blame, and prepares things for the operations that need it.
export { readFor } from './condition.ts';
export { createExisting } from './existing.ts';
export { createFreshness } from './fresh.ts';
export type { Freshness } from './freshness.ts';
export { preparationsFor } from './preparations.ts';
export { rewritten } from './rewritten.ts';
