// The attempts of a create, which may be refused for its values.

/** Distance of the inputs of further attempts from the first one. */
const FURTHER = 1009;

/**
 * The inputs that are tried in turn, where a create is refused: it may need a name that is free, or values that only the examples of the document
 * have.
 */
export function attemptsFor(variant: number, isExampleNeeded = false): readonly Attempt[] {
  const others = [1, 2, 3].map((times) => ({ variant: variant + times * FURTHER }));
  // Where only the example has succeeded so far, others would be refused again.
  if (isExampleNeeded) return [{ variant: 0 }, { variant }, ...others, { variant: 0, isGiven: true }];
  return [{ variant }, ...others, { variant: 0 }, { variant: 0, isGiven: true }];
}

export interface Attempt {
  readonly variant: number;
  /** Whether what the body refers to stays as the example has it: it may exist on the service. */
  readonly isGiven?: true;
}
