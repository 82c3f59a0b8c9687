// Measures the CPU time of this process, which other programs on the machine do not affect.

/** Starts measuring. The returned function gives the CPU seconds since then. */
export function processorTime(): () => number {
  const start = process.cpuUsage();
  return () => {
    const { user, system } = process.cpuUsage(start);
    return (user + system) / 1e6;
  };
}
