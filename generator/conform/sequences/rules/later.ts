// How long a rule waits before it looks again: what a service keeps in two places may be brought up to date a moment later.
import { setTimeout } from 'node:timers/promises';

/** Milliseconds. */
export const LATER = 300;

export function wait(milliseconds: number): Promise<void> {
  return setTimeout(milliseconds);
}
