// Counts what a connection sends: so many a second, and so many at once.

export interface Rate {
  /** Whether one more is allowed now. */
  take(): boolean;
}

export function createRate(perSecond: number, burst: number): Rate {
  let left = burst;
  let since = 0;
  return {
    take() {
      const now = performance.now();
      left = Math.min(burst, left + ((now - since) / 1000) * perSecond);
      since = now;
      if (left < 1) return false;
      left -= 1;
      return true;
    },
  };
}
