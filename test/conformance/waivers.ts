// Verdicts of Prism that are wrong, each with its reason. One that is not needed any more fails the test.

export interface Waiver {
  /** `h-email findEmail` */
  readonly operation: string;
  /** Matches what the call is named: `query limit: type`. */
  readonly call: RegExp;
  readonly reason: string;
}

export const waivers: readonly Waiver[] = [];
