// Finds out from what a process wrote why it ended.

/** The line of an error in what a process wrote before it ended, or else the last line. Node.js ends with its own version, below the calls. */
export function causeIn(stderr: string): string {
  const lines = stderr.trim().split('\n');
  return (lines.findLast((line) => /^(?:[\w$.]*Error|FATAL ERROR)\b.*: /.test(line)) ?? lines.at(-1) ?? '').trim();
}
