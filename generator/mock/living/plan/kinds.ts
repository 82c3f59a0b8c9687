// What a living mock takes the things of a document for, and what each operation does to them.
import type { Flag } from '../../../inference/flags.ts';
import type { Held } from '../../../inference/held.ts';
import type { ListFacts } from '../../../inference/lists/facts.ts';
import type { Elsewhere, Keeping, KnownAlready, Presence, Effect as StatedEffect, StateRules } from '../../../inference/prose/index.ts';
import type { LaterTime } from '../../../inference/stated/later-times.ts';
import type { Formulas } from '../../../inference/stated/numbers.ts';
import type { Segments } from '../../../inference/templates.ts';
import type { Schema } from '../../../model/schema/schema.ts';
import type { Operation } from '../../../model/service.ts';
import type { Keyed } from '../creating/keyed.ts';

/** A kind of thing, such as the books of `/books`. */
export interface Kind {
  /** The collection's name: `books`. */
  readonly name: string;
  readonly resource: Held;
  /** The path of the collection in which things are read; one thing has a segment more. */
  readonly collection: Segments;
  /** The path that things are created at, where it is another one: `/products/{sku}/attachments` of `/attachments`. */
  readonly madeAt?: Segments;
  /** The member that identifies a thing; `undefined` where only the path has it. */
  readonly id: string | undefined;
  /** Whether the member has a URI, whose last part is the identifier in a path. */
  readonly isUri: boolean;
  /** The member of answers and requests that holds the members of a thing with these names: the `attributes` of JSON:API. */
  readonly within?: { readonly member: string; readonly names: ReadonlySet<string> };
  /** The schemas of the members of a thing, of all operations that show one. */
  readonly members: ReadonlyMap<string, readonly Schema[]>;
  /** The member that holds the state of a thing, and its values in the order of the document. */
  readonly state?: { readonly member: string; readonly values: readonly string[] };
  /** The members that say by a boolean or a time in which of two states a thing is. */
  readonly flags: readonly Flag[];
  /** The states that the text of the create gives new things: all, and those that have a value of a member. */
  readonly born?: {
    readonly all?: string;
    readonly kinds: readonly { readonly member: string; readonly value: string; readonly state: string }[];
  };
  /**
   * The member that numbers its versions. `isNeeded`: a change with another one than the present is refused. `isRising`: each change gives the next.
   */
  readonly version?: { readonly member: string; readonly isNeeded: boolean; readonly isRising: boolean };
  /** The member that is true of one thing at most, of those that name the same. `isRefused`: a second one is, and does not take it. */
  readonly mark?: { readonly member: string; readonly within: readonly (readonly string[])[]; readonly isRefused: boolean };
  /** Whether nothing new gets the identifier of what was deleted, as texts say. */
  readonly isNeverRenamed?: true;
  /** Members that a thing has in some of its states alone, by their texts. */
  readonly presences: ReadonlyMap<string, Presence>;
  /** The numbers of a thing that its texts say how to compute. */
  readonly formulas: Formulas;
  /** The times of a thing that its texts say how to compute. */
  readonly laterTimes: readonly LaterTime[];
  /** The members that hold objects or lists with such numbers and times. */
  readonly numbered: ReadonlyMap<string, readonly Schema[]>;
  /** The members that the document calls unique; `isCaseless`: values that differ in case alone are the same. */
  readonly unique: ReadonlyMap<string, { readonly isCaseless: boolean }>;
  /** What is unique together, or among some of the things alone. */
  readonly distinct: readonly Distinct[];
  /**
   * Present where a deleted thing can come back, or a list shows it. `member`: says that it is deleted, or when. `restore`: brings it back. The
   * others are JSON pointers to the values of a query that ask a list for deleted things too, or for them alone.
   */
  readonly trash?: {
    readonly member?: string;
    readonly restore?: Operation;
    readonly withDeleted?: string;
    readonly onlyDeleted?: string;
  };
  /** Examples of the parameters in the path of one thing, by their plain names. */
  readonly exampled: ReadonlyMap<string, string>;
  /** Examples of what names a thing in a path. */
  readonly exampledIds: readonly string[];
  /** An identifier that the author has written; `undefined` where there is none. */
  readonly exampleId?: unknown;
  /** What paths say of it: a client cannot ask for a thing with another identifier. */
  readonly namedBy: readonly Schema[];
  /** The kind that it stands below. */
  readonly parent?: Kind;
  /** The list of the thing above that shows such things too, and the members of its items. */
  readonly inner?: { readonly list: string; readonly items: readonly string[] };
  /** Where the user says what identifies a thing: `mock.things` or `x-thing`. */
  readonly by?: string;
  /** The places that name a thing of another kind: names of members, one inside the other; `0` stands for each item of a list. */
  readonly references: readonly { readonly place: readonly string[]; readonly kind: Kind }[];
}

/** What texts say of the states in which an operation is refused, also where a flag of the thing says its state. */
export type Rules = StateRules & { readonly flags?: readonly FlagRule[] };

export interface FlagRule {
  readonly flag: Flag;
  readonly refused: ReadonlySet<string>;
  readonly quotes: readonly string[];
}

/** By which members a create knows a thing that is there, and what it does to it, as its text says. */
export type Known = Pick<KnownAlready, 'by' | 'does'>;

export type Role =
  /** `told`: a member that the answer has, where it shows a part of the thing. */
  | { readonly does: 'read'; readonly kind: Kind; readonly told?: string }
  /**
   * `unknown`: the status by which the document refuses a body that names a thing which is not there. `above`: the states of what the new thing
   * stands below in which it is refused. `namedRules`: those of what its body names. `of`: what it is made of.
   */
  | {
      readonly does: 'create';
      readonly kind: Kind;
      readonly unknown?: number;
      readonly above?: Rules;
      readonly namedRules?: readonly { readonly kind: Kind; readonly rules: Rules }[];
      readonly of?: Origin;
      readonly known?: Known;
    }
  /** `list`: JSON pointer to the things in the body. `keyed`: how its caller says by what they are known. */
  | {
      readonly does: 'create-many';
      readonly kind: Kind;
      readonly list: string;
      readonly unknown?: number;
      readonly known?: Known;
      readonly keyed?: Keyed;
    }
  /**
   * `rules`: the states in which the document says that it is refused; `above`: those of what the thing stands below. `keeps`: the members that stay
   * where the body leaves them out.
   */
  | {
      readonly does: 'replace' | 'merge';
      readonly kind: Kind;
      readonly rules?: Rules;
      readonly above?: Rules;
      readonly unknown?: number;
      readonly keeps?: readonly string[];
      readonly told?: string;
    }
  /** `keeping`: the kinds whose things keep one from being deleted, in the states in which they do. */
  | {
      readonly does: 'remove';
      readonly kind: Kind;
      readonly keeping?: readonly { readonly kind: Kind; readonly isMeant: Keeping['isMeant'] }[];
      readonly rules?: Rules;
    }
  | { readonly does: 'restore'; readonly kind: Kind }
  | { readonly does: 'list'; readonly kind: Kind; readonly facts: ListFacts | undefined }
  /** `columns`: the members that rows of comma-separated values have. */
  | { readonly does: 'export'; readonly kind: Kind; readonly columns: readonly string[]; readonly facts: ListFacts }
  /**
   * `item`: what stands in the list of the thing that `list` names. `named`: JSON pointer to the identifier of the thing in a request; absent where
   * its path has it.
   */
  | {
      readonly does: 'add';
      readonly kind: Kind;
      readonly item: Kind;
      readonly list: string;
      readonly named?: string;
      readonly rules?: Rules;
    }
  /** `to`: the state that it leads to, where its name or its text says one. `renews`: the member with a secret that it gives another value. */
  | {
      readonly does: 'act';
      readonly kind: Kind;
      readonly to?: string;
      readonly renews?: string;
      readonly effect?: Effect;
      /** What its text says that becomes of members, and of the states of other things. */
      readonly said?: readonly StatedEffect[];
      readonly elsewhere?: readonly Elsewhere[];
      readonly rules?: Rules;
      /** The status by which its text refuses a body that names a thing which is not there. */
      readonly unknown?: number;
      /** The statuses by which its text refuses it the second time on one thing, the likeliest first. */
      readonly once?: readonly number[];
    };

/** What an action makes a new thing of: the cart of `POST /carts/{id}/checkout`, which answers with an order. */
export interface Origin {
  readonly kind: Kind;
  /** The states in which the document says that the action is refused. */
  readonly rules?: Rules;
  /** The state that the old thing comes into, where a text or the name of the action says one. */
  readonly to?: string;
  /** The state that a text says the new thing begins with. */
  readonly begins?: string;
  /** Whether a second thing of the same one is refused. */
  readonly isOnce?: true;
}

/** What an action does to members of its thing, beside its state. */
export type Effect =
  /** `into`: the member of the thing that all members of the body go into. */
  | { readonly does: 'set'; readonly into?: string }
  /** `by`: the members that the body and the items of the list have. */
  | { readonly does: 'add' | 'take' | 'change-item'; readonly list: string; readonly by: readonly string[] }
  | { readonly does: 'put'; readonly values: Readonly<Record<string, boolean | null>> };

export interface Assigned {
  readonly role: Role;
  /** How it is known, as the end of a sentence. */
  readonly why: string;
  readonly sure: 'certain' | 'likely' | 'a guess';
}

/** Members whose values no two things share. */
export interface Distinct {
  readonly members: readonly string[];
  readonly isCaseless: boolean;
  /** The places that name what both things have to belong to. */
  readonly within: readonly (readonly string[])[];
  /** Whether they are so among the things of one thing above, where all are read in one place. */
  readonly isBelow: boolean;
  /** The states in which a thing gives its values free. */
  readonly ended: ReadonlySet<string>;
}

/** A parameter of a path that takes what answers without state give. */
export interface Issued {
  readonly consumer: Operation;
  readonly parameter: string;
  /** `from`: JSON pointer into the result. */
  readonly sources: readonly { readonly producer: Operation; readonly from: string }[];
  /** The value that the document has as its example. */
  readonly example?: string;
}

export interface Plan {
  readonly kinds: readonly Kind[];
  readonly roles: ReadonlyMap<Operation, Assigned>;
  /** The lists in pages of what is no kind of thing. */
  readonly pages: ReadonlyMap<Operation, ListFacts>;
  readonly issued: readonly Issued[];
  /** Operations whose paths have verbs, as they are meant: by method and path of the thing. The rest of the plan has these. */
  readonly meant: ReadonlyMap<Operation, Operation>;
}

export function declares({ responses }: Operation, status: number): boolean {
  return responses.some((one) => one.status === String(status));
}

/** `/shelves/{shelf}/books` */
export function pathOf(segments: Segments): string {
  return `/${segments.join('/')}`;
}
