// Lifts the limits of services, for loads that come from few callers.

import type { Limits, Window } from '../../services/platform/limits/limits.ts';

/** The same counters, with limits that no load reaches. @param areOn whether the limits of the documents hold at the moment; absent: they never do */
export function generous(limits: Limits, areOn: () => boolean = () => false): Limits {
  const lifted = (windows: readonly Window[]) =>
    areOn() ? windows : windows.map((window) => ({ ...window, limit: 1_000_000 * window.limit }));
  return {
    take: (key, windows, units) => limits.take(key, lifted(windows), units),
    read: (entries) => limits.read(entries.map(({ key, windows }) => ({ key, windows: lifted(windows) }))),
  };
}
