// Tells whether an installed runtime runs the code that a version of `octavo` generates: the rule of docs/versioning.md.

/** True where the runtime has the same major version (before 1.0.0 the same minor version) and is not older. */
export function runsCodeOf(generator: string, runtime: string): boolean {
  const wanted = numbersOf(generator);
  const found = numbersOf(runtime);
  if (wanted === undefined || found === undefined) return false;
  const series = wanted[0] === 0 ? 2 : 1;
  for (const [index, part] of found.entries()) {
    const least = wanted[index] ?? 0;
    if (part !== least) return index >= series && part > least;
  }
  return true;
}

/** Major, minor and patch; a pre-release counts as the release that it leads to. */
function numbersOf(version: string): readonly number[] | undefined {
  const [, ...parts] = /^(\d+)\.(\d+)\.(\d+)(?:[-+]|$)/.exec(version) ?? [];
  return parts.length === 3 ? parts.map(Number) : undefined;
}
