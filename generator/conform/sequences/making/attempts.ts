// The attempts of a create, which may be refused for its values.

/** Distance of the inputs of further attempts from the first one. */
const FURTHER = 1009;

/**
 * The inputs that are tried in turn, where a create is refused: it may need a name that is free, or values that only the examples of the document
 * have.
 */
export function attemptsFor(variant: number, isExampleNeeded = false, isProven = false): readonly Attempt[] {
  // Where values that are made up were refused, what has succeeded goes before them: with other things that it names, it may do so again.
  const proven = isProven ? ([1, 2].map((time) => ({ variant: 0, proven: time })) satisfies readonly Attempt[]) : [];
  const others = [1, 2, 3].map((times) => ({ variant: variant + times * FURTHER }));
  // Where only the example has succeeded so far, others would be refused again.
  if (isExampleNeeded) return [...proven, { variant: 0 }, { variant }, ...others, { variant: 0, isGiven: true }];
  return [{ variant }, ...others, ...proven, { variant: 0 }, { variant: 0, isGiven: true }];
}

export interface Attempt {
  readonly variant: number;
  /** Whether what the body refers to stays as the example has it: it may exist on the service. */
  readonly isGiven?: true;
  /** Set where the input is one that has succeeded in this run: 1 for the first attempt with it, 2 for the second. */
  readonly proven?: number;
}
