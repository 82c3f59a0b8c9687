// Waits before a rule looks again: what a service keeps in two places may be brought up to date a moment later.
import { setTimeout } from 'node:timers/promises';

/** Milliseconds. */
const LATER = 300;

export function waitBriefly(): Promise<void> {
  return setTimeout(LATER);
}
