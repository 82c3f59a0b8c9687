// How much a part of the benchmark does: enough for figures that can be repeated, or with `--quick` each step once on small inputs.

/** Shows that every step works; the figures mean nothing. */
export const quick = process.argv.includes('--quick');

/** Arguments that pass the effort on to a process of this benchmark. */
export const effortFlags: readonly string[] = quick ? ['--quick'] : [];

/** How often something is timed. */
export function rounds(full: number): number {
  return quick ? 1 : full;
}

/** How often something is run untimed beforehand. */
export function warmUp(full: number): number {
  return quick ? 0 : full;
}
