// Time as this process spends it: what other programs of the machine do meanwhile does not count.

/** Starts to count; gives the seconds of a processor since then. */
export function processorTime(): () => number {
  const start = process.cpuUsage();
  return () => {
    const { user, system } = process.cpuUsage(start);
    return (user + system) / 1e6;
  };
}
