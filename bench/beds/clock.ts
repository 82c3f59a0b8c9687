// Times: of a service, and in texts.
import { setTimeout as wait } from 'node:timers/promises';

/** A clock that never shows a time twice, so that the order of creation is always clear. */
export class Clock {
  #last = 0;

  now(): string {
    this.#last = Math.max(Date.now(), this.#last + 1);
    return new Date(this.#last).toISOString();
  }
}

/** Milliseconds since 1970. JavaScript knows no leap seconds, so that one counts as the second before. */
export const millisecondsOf = (text: string): number => Date.parse(text.toUpperCase().replace(/(T\d\d:\d\d):60/, '$1:59'));

/** An instant in UTC. */
export const instant = (text: string): string => new Date(millisecondsOf(text)).toISOString();

/** Lets other requests go on, where a fault has a gap between a check and a change. */
export const gap = (): Promise<void> => wait(50);
