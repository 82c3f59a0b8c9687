// A simulated plant: inputs that move with time, so that a chart of a client shows something. The same moment always gives the same values.

/** How far an analog input moves from its value, as a part of it, and in how many seconds it comes back. */
const SWING = 0.05;
const PERIOD_SECONDS = 90;

/** The value of an analog input. @param seconds since the simulation began @param position of the tag, so that not all inputs move together */
export function analogAt(value: number, position: number, seconds: number): number {
  const phase = (seconds / PERIOD_SECONDS) * 2 * Math.PI;
  return Math.fround(value + value * SWING * Math.sin(phase * (1 + position / 4)));
}

/** The state of a digital input, which changes for the first ten seconds of each period. */
export function digitalAt(value: boolean, position: number, seconds: number): boolean {
  return (seconds + 20 * position) % PERIOD_SECONDS < 10 && seconds >= 1 ? !value : value;
}
