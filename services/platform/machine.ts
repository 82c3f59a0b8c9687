// Declares the states of resources, for people who want to see where one stands and what may be done with it.

import type { Kysely } from 'kysely';
import type { Store } from './store/store.ts';

/** A way from one state to another. With `operation` or `action`, a call causes it; otherwise it happens by itself. */
export interface Transition<State extends string = string> {
  readonly from: State;
  readonly to: State;
  /** The cause of the transition, in a sentence. */
  readonly cause: string;
  /** Id of an operation of the service. */
  readonly operation?: string;
  /** Name of an action of the service. */
  readonly action?: string;
  /** The path parameter of the operation, or the field of the action, that takes the id of the resource. */
  readonly parameter?: string;
}

interface Resource<State extends string = string> {
  /** The identifier as paths have it. */
  readonly id: string;
  readonly state: State;
  /** The resource in a few words. */
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

/**
 * For the tables of a service: `const machineOf = machinesOf<InstalmentsTables>()`.
 * @param by the column of the table that orders its rows as they were made. Default: `created_at`, then the identifier
 * @param show the state of a row, what it is, and its identifier where that is not in the column `id`
 */
export function machinesOf<Tables>() {
  return <Name extends keyof Tables & string, const State extends string>(
    {
      table,
      by,
      ...facts
    }: Omit<StateMachine, 'list' | 'states' | 'transitions'> & {
      readonly table: Name;
      readonly by?: keyof Tables[Name] & string;
      readonly states: readonly State[];
      readonly transitions: readonly Transition<NoInfer<State>>[];
    },
    show: (row: Tables[Name]) => Omit<Resource<NoInfer<State>>, 'id'> & { readonly id?: string },
  ): StateMachine => ({
    ...facts,
    async list(platform, most) {
      const { read } = (platform as { readonly store: Store<Tables> }).store;
      const rows = (read as unknown as Kysely<Record<string, { id: string }>>).selectFrom(table as string).selectAll();
      const order = by === undefined ? rows.orderBy('created_at' as 'id', 'desc').orderBy('id') : rows.orderBy(by as 'id', 'desc');
      return (await order.limit(most).execute()).map((row) => ({ id: row.id, ...show(row as Tables[Name]) }));
    },
  });
}
