// What tries a sentence on both sides of what it names, whichever way it means them.
import type { Said } from '../../../inference/prose/index.ts';
import type { Body, Members } from '../broken.ts';

/** A request on one side of what a sentence names. */
export interface Side {
  /** One phrase: `with the \`method\` gift and \`price\``. */
  readonly says: string;
  readonly body: Body;
}

/** What is known beside a body. */
export interface Around {
  /** Other values of each member. */
  readonly spare: Body;
  /** The things that the request names, as they were shown last. */
  readonly things: readonly Body[];
  /** The things that a member may name, each with the value by which it does. */
  readonly choices: (member: string) => readonly { readonly value: unknown; readonly thing: Body }[];
}

/** A sentence that restricts requests: one side at least is refused. */
export interface Sided {
  readonly said: Said;
  /** JSON pointer into the input: the object whose members the sentence names. */
  readonly at: string;
  readonly member: string;
  /** What is tried, the same for sentences that say the same. */
  readonly key: string;
  /** The sides, those first that are likely to be refused. Empty: this body has not what is needed. */
  readonly sides: (body: Body, around: Around) => readonly Side[];
  /**
   * Where a sentence has a number: the sides below it, on it and above it, and with which of its neighbours the number goes. Where only one of the
   * two neighbours is accepted, the number is answered as the neighbour that it goes with.
   */
  readonly edge?: (body: Body, around: Around) => Edge | undefined;
}

export interface Edge {
  readonly below: Side;
  readonly on: Side;
  readonly above: Side;
  readonly goesWith: 'below' | 'above';
}

/** What a sentence is read with. */
export interface About {
  readonly said: Said;
  /** The sentence in plain words. */
  readonly text: string;
  readonly at: string;
  readonly members: Members;
  readonly listed: ReadonlyMap<string, readonly (string | boolean)[]>;
  readonly optional: readonly string[];
  /** The member that the text describes. */
  readonly subject?: string | undefined;
}
