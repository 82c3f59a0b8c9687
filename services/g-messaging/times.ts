// Writes times as both documents show them.

/** RFC 3339 in UTC, without parts of a second. @param time milliseconds since 1970 */
export function timeText(time: number): string {
  return `${new Date(time).toISOString().slice(0, -'.000Z'.length)}Z`;
}
