// A waiver, as users write it. Types only.

/** A known deviation: its findings do not fail the run. One that no finding needs fails the run. */
export interface Waiver {
  /** Id of the check, or of one finding, as reports print it: `read-after-create:getBook:3f2a91`. */
  readonly check: string;
  /** Ids of operations, `*` for any characters. Default: every operation. */
  readonly operation?: string;
  /** Part of the id of the case, such as `/query/limit`. Default: every case. */
  readonly case?: string;
  /** Why the deviation is accepted. */
  readonly reason: string;
}
