// How much the tests try. By default they are quick: `npm test` ends within minutes. `OCTAVO_EFFORT=deep npx vitest run <file>` tries as much as a
// file can. `OCTAVO_SHARD=3 node .ci/deep.ts` tries the third of seven parts of all that; continuous integration takes another part every day.

/** Whether this run tries all that it can. `test.runIf(IS_DEEP)` declares a test that a quick run skips, because another one like it runs. */
export const IS_DEEP = process.env.OCTAVO_EFFORT === 'deep';

/** One of the two, by the effort of this run. */
export function byEffort<T>(choices: { readonly quick: T; readonly deep: T }): T {
  return choices[IS_DEEP ? 'deep' : 'quick'];
}

/** All items in a deep run; otherwise `count` of them, spread evenly, so that those at both ends are among them. */
export function sampleOf<Item>(items: readonly Item[], count: number): readonly Item[] {
  const chosen = Array.from({ length: count }, (_, index) => items[Math.round((index * (items.length - 1)) / Math.max(count - 1, 1))]);
  return byEffort({ quick: items.length <= count ? items : chosen.filter((item) => item !== undefined), deep: items });
}

/** The part of a deep run that this one is, 1 to 7, for a file that is too long for one part; `undefined` where a run is whole. */
export const SHARD: number | undefined = process.env.OCTAVO_SHARD === undefined ? undefined : Number(process.env.OCTAVO_SHARD);

/** The items that this part of a deep run takes: every seventh. All of them where a run is whole. */
export function ofShard<Item>(items: readonly Item[]): readonly Item[] {
  return SHARD === undefined ? items : items.filter((_, index) => index % 7 === SHARD - 1);
}
