// Compares the committed API reports with those of the code, so that no change of the public API goes unseen.

const HINT = 'Run `npm run api`, read what changed as a user would, and commit the reports with a changeset (docs/versioning.md).';

/** A sentence for each report that is missing, has no entry, or differs, with the first line that does; then what to do. */
export function reportFaults(committed: ReadonlyMap<string, string>, made: ReadonlyMap<string, string>): readonly string[] {
  const names = [...new Set([...committed.keys(), ...made.keys()])].toSorted();
  const faults = names.flatMap((name) => {
    const [before, now] = [committed.get(name), made.get(name)];
    if (before === now) return [];
    if (before === undefined) return [`test/api/${name} is missing.`];
    if (now === undefined) return [`test/api/${name} is the report of no entry.`];
    return [differenceIn(name, before.split('\n'), now.split('\n'))];
  });
  if (made.size === 0) faults.push('No package has an entry.');
  return faults.length === 0 ? [] : [...faults, HINT];
}

function differenceIn(name: string, before: readonly string[], now: readonly string[]): string {
  const at = Array.from({ length: Math.max(before.length, now.length) }).findIndex((_, index) => before[index] !== now[index]);
  const shown = (line: string | undefined): string => (line === undefined ? 'the end' : `\`${line}\``);
  return `test/api/${name}:${at + 1}: the report has ${shown(before[at])}, and the code ${shown(now[at])}.`;
}
