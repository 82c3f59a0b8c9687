// Decides how many attempts may go to a receiver at once: more while its answers are quick and good, fewer after slow or failed ones.

export interface PaceOptions {
  /** Attempts at one target at once, before anything is known of it. Default: 4. */
  readonly firstPerTarget?: number;
  /** Attempts at one target at once. Default: 64. */
  readonly mostPerTarget?: number;
  /** Attempts at once at all targets that answer. Default: 256. */
  readonly most?: number;
  /** Attempts at once at all targets that are slow, beside those. Default: 64. */
  readonly mostSlow?: number;
}

/** An answer that takes no longer is quick. Milliseconds. */
const QUICK = 1_000;
/** An answer that takes longer is slow, and a receiver that owes one is slow until it comes. */
const SLOW = 2_000;
/** How many idle targets keep their limit: what a receiver was last seen to bear. */
const MOST_REMEMBERED = 10_000;

/** An attempt under way. */
export interface Place {
  readonly target: string;
  /** On the clock of `performance.now()`. */
  readonly began: number;
}

interface Standing {
  limit: number;
  /** Below it, each good answer allows one more; above it, each full round of them. */
  threshold: number;
  /** Whether more waits than may be sent at once. */
  isFull: boolean;
  isSlow: boolean;
  /** When the limit was last lowered: answers to attempts from before say nothing new. */
  lowered: number;
  /** The oldest first. */
  readonly places: Set<Place>;
}

export class Pace {
  readonly #first: number;
  readonly #mostPerTarget: number;
  readonly #most: number;
  readonly #mostSlow: number;
  readonly #standings = new Map<string, Standing>();

  constructor({ firstPerTarget = 4, mostPerTarget = 64, most = 256, mostSlow = 64 }: PaceOptions = {}) {
    this.#first = Math.min(firstPerTarget, mostPerTarget);
    this.#mostPerTarget = mostPerTarget;
    this.#most = most;
    this.#mostSlow = mostSlow;
  }

  /**
   * How many attempts may begin now at each of these targets. All of them get what a target of which nothing is known gets, before one gets more; so
   * those that bear much keep none of the others waiting.
   */
  shares(targets: readonly string[], now: number): readonly { readonly target: string; readonly most: number }[] {
    let free = this.#most;
    let freeSlow = this.#mostSlow;
    for (const standing of this.#standings.values()) {
      if (isSlow(standing, now)) freeSlow -= standing.places.size;
      else free -= standing.places.size;
    }
    const shares = new Map<string, number>();
    for (const bound of [this.#first, this.#mostPerTarget]) {
      for (const target of targets) {
        const standing = this.#standings.get(target);
        const given = shares.get(target) ?? 0;
        const limit = Math.min(Math.floor(standing?.limit ?? this.#first), bound) - (standing?.places.size ?? 0) - given;
        const slow = standing !== undefined && isSlow(standing, now);
        const more = Math.min(limit, slow ? freeSlow : free);
        if (more <= 0) continue;
        shares.set(target, given + more);
        if (slow) freeSlow -= more;
        else free -= more;
      }
    }
    return [...shares].map(([target, most]) => ({ target, most }));
  }

  /** Says whether as much was due for a target as it was allowed. */
  fill(target: string, isFull: boolean): void {
    this.#standingOf(target).isFull = isFull;
  }

  begin(target: string, began: number): Place {
    const place = { target, began };
    this.#standingOf(target).places.add(place);
    return place;
  }

  /** Another attempt takes the place of one. */
  follow(place: Place, began: number): Place {
    this.#standingOf(place.target).places.delete(place);
    return this.begin(place.target, began);
  }

  end(place: Place): void {
    const standing = this.#standingOf(place.target);
    standing.places.delete(place);
    // A target without a standing is one of which nothing is known, so this one is forgotten.
    if (standing.places.size === 0 && !standing.isSlow && standing.limit === this.#first) this.#standings.delete(place.target);
  }

  /** Learns from an answer, or from none: `isGood` is false. */
  learn({ target, began }: Place, isGood: boolean, now: number): void {
    const standing = this.#standingOf(target);
    const took = now - began;
    if (took >= SLOW) this.#lower(standing, began, now, 1);
    // A receiver that refuses at once holds nothing up.
    else if (!isGood) this.#lower(standing, began, now, this.#first);
    else if (took < QUICK) this.#raise(standing);
    standing.isSlow = took >= SLOW;
  }

  #raise(standing: Standing): void {
    if (!standing.isFull) return;
    const step = standing.limit < standing.threshold ? 1 : 1 / standing.limit;
    standing.limit = Math.min(standing.limit + step, this.#mostPerTarget);
  }

  #lower(standing: Standing, began: number, now: number, least: number): void {
    if (began < standing.lowered) return;
    standing.lowered = now;
    standing.limit = Math.min(standing.limit, Math.max(standing.limit / 2, least));
    standing.threshold = standing.limit;
  }

  #standingOf(target: string): Standing {
    let standing = this.#standings.get(target);
    if (standing === undefined) {
      if (this.#standings.size >= MOST_REMEMBERED) this.#forgetIdle();
      standing = { limit: this.#first, threshold: this.#mostPerTarget, isFull: false, isSlow: false, lowered: 0, places: new Set() };
      this.#standings.set(target, standing);
    }
    return standing;
  }

  #forgetIdle(): void {
    for (const [target, { places }] of this.#standings) if (places.size === 0) this.#standings.delete(target);
  }
}

function isSlow({ isSlow: wasSlow, places }: Standing, now: number): boolean {
  if (wasSlow) return true;
  for (const { began } of places) return now - began >= SLOW;
  return false;
}
