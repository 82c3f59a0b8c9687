// What the recipe box holds, in memory: notebooks by id, each with its cook and its recipes.
import type { Notebook, Recipe } from '../api/recipe-box/index.ts';

export interface Cook {
  readonly name: string;
  /** What the cook may do beside keeping recipes, such as `statistics`. */
  readonly roles: readonly string[];
}

export interface Kept {
  readonly cook: Cook;
  notebook: Notebook;
  /** Goes up with each change; the ETag is made of it. */
  version: number;
  readonly recipes: Map<number, Recipe>;
  readonly photos: Map<number, Blob>;
}

export interface Store {
  readonly notebooks: Map<number, Kept>;
  nextId(): number;
  /** The cook's notebook; `undefined` for one of another cook, as if it did not exist. */
  find(cook: Cook, id: number): Kept | undefined;
}

export function createStore(): Store {
  const notebooks = new Map<number, Kept>();
  let last = 0;
  return {
    notebooks,
    nextId: () => ++last,
    find(cook, id) {
      const kept = notebooks.get(id);
      return kept?.cook === cook ? kept : undefined;
    },
  };
}

/**
 * One page of items that are sorted by id. The position is an id and not a count, so that no item is lost or repeated when others are added or
 * deleted between two pages.
 */
export function pageOf<T extends { readonly id: number }>(all: readonly T[], after = 0, limit: number): { items: T[]; next?: number } {
  const rest = all.filter(({ id }) => id > after);
  const items = rest.slice(0, limit);
  const last = items.at(-1);
  return last !== undefined && rest.length > limit ? { items, next: last.id } : { items };
}
