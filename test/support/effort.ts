// How much the random tests try: `OCTAVO_EFFORT=deep npx vitest run test/validators/random` tries as much as they can; by default they are quick.

/** One of the two numbers, by the effort of this run. */
export function byEffort(numbers: { readonly quick: number; readonly deep: number }): number {
  return numbers[process.env.OCTAVO_EFFORT === 'deep' ? 'deep' : 'quick'];
}
