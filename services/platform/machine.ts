// Declares the states of resources, for people who want to see where one stands and what may be done with it.

/** A way from one state to another. With `operation` or `action`, a call causes it; otherwise it happens by itself. */
export interface Transition<State extends string = string> {
  readonly from: State;
  readonly to: State;
  /** What leads there, in a sentence. */
  readonly cause: string;
  /** Id of an operation of the service. */
  readonly operation?: string;
  /** Name of an action of the service. */
  readonly action?: string;
  /** The path parameter of the operation, or the field of the action, that takes the id of the resource. */
  readonly parameter?: string;
}

interface Resource<State extends string = string> {
  /** As paths have it. */
  readonly id: string;
  readonly state: State;
  /** What it is, in a few words. */
  readonly title: string;
}

/** A kind of resource whose state decides what may be done with it; without the types of its states and of its service's tables. */
export interface StateMachine {
  /** `payment` */
  readonly name: string;
  /** The resources in the plural: `Payments`. */
  readonly title: string;
  readonly states: readonly string[];
  readonly transitions: readonly Transition[];
  /** The newest first. */
  list(platform: unknown, most: number): Promise<readonly Resource[]>;
}

/** Types the list by the states, and its platform by what `list` declares: `Platform<InstalmentTables>`. */
export function defineMachine<const State extends string, P>(
  machine: {
    readonly name: string;
    readonly title: string;
    readonly states: readonly State[];
    readonly transitions: readonly Transition<NoInfer<State>>[];
  },
  list: (platform: P, most: number) => Promise<readonly Resource<NoInfer<State>>[]>,
): StateMachine {
  return { ...machine, list: (platform, most) => list(platform as P, most) };
}
