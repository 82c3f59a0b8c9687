// Where the values of a document stand after overlays have changed it: at which pointer of the document, or in which overlay.
import type { Location, Source } from '../../base/problem.ts';
import { joinPointer, pointerTokens } from '../pointer.ts';

/** A value in the text of a source. */
export interface Origin {
  readonly source: Source;
  readonly pointer: string;
}

/** A value that came from elsewhere, with the values in it that came from elsewhere again. */
export interface Placed {
  readonly origin: Origin;
  readonly children?: ReadonlyMap<string, Branch>;
}

interface Branch {
  /** Where the value came from; absent where it stands in the value around it, under its own name. */
  origin?: Origin;
  /** By name, or by index in an array. */
  children?: Map<string, Branch>;
}

/** A member or an item of such a value. */
export function memberOf({ origin, children }: Placed, key: string | number): Placed {
  const known = children?.get(String(key));
  return { origin: { ...origin, pointer: joinPointer(origin.pointer, key) }, ...known };
}

/** A tree of the values that came from elsewhere or moved. It has no entry for what no overlay has touched. */
export class Origins {
  readonly #document: Source;
  #root: Branch = {};

  constructor(document: Source) {
    this.#document = document;
  }

  /** Records that an overlay has put a value there, in place of whatever there was. */
  set(tokens: readonly string[], placed: Placed): void {
    const last = tokens.at(-1);
    if (last === undefined) this.#root = copyOf(placed);
    else childrenOf(this.#branch(tokens.slice(0, -1))).set(last, copyOf(placed));
  }

  /** Where a value of the changed document came from, and the values in it. */
  at(tokens: readonly string[]): Placed {
    const children = this.#find(tokens)?.children;
    return copyOf({ origin: this.#originOf(tokens), ...(children === undefined ? {} : { children }) }) as Placed;
  }

  /** Records that a member is gone. */
  removeMember(tokens: readonly string[], key: string): void {
    this.#find(tokens)?.children?.delete(key);
  }

  /** Records that items of an array are gone, so that those behind them have moved up. `length` is the number of items before. */
  removeItems(tokens: readonly string[], removed: ReadonlySet<number>, length: number): void {
    const branch = this.#branch(tokens);
    const old = branch.children;
    const origin = this.#originOf(tokens);
    branch.children = new Map();
    let to = 0;
    for (let from = 0; from < length; from++) {
      if (removed.has(from)) continue;
      const known = old?.get(String(from));
      if (known !== undefined || to !== from) {
        branch.children.set(String(to), { origin: { ...origin, pointer: joinPointer(origin.pointer, from) }, ...known });
      }
      to++;
    }
  }

  /** A location in the changed document → the place in the text that is to be shown. */
  locate(location: Location): Location {
    if (location.source !== this.#document || location.offset !== undefined) return location;
    return { ...location, ...this.#originOf(pointerTokens(location.pointer)) };
  }

  #originOf(tokens: readonly string[]): Origin {
    let origin = this.#root.origin ?? { source: this.#document, pointer: '' };
    let branch: Branch | undefined = this.#root;
    for (const token of tokens) {
      branch = branch?.children?.get(token);
      origin = branch?.origin ?? { source: origin.source, pointer: joinPointer(origin.pointer, token) };
    }
    return origin;
  }

  #find(tokens: readonly string[]): Branch | undefined {
    let branch: Branch | undefined = this.#root;
    for (const token of tokens) branch = branch?.children?.get(token);
    return branch;
  }

  /** The branch at a place, made where there is none yet. */
  #branch(tokens: readonly string[]): Branch {
    let branch = this.#root;
    for (const token of tokens) {
      const children = childrenOf(branch);
      const next = children.get(token) ?? {};
      children.set(token, next);
      branch = next;
    }
    return branch;
  }
}

/** A copy that can be changed alone. */
function copyOf({ origin, children }: Partial<Placed>): Branch {
  const own = children && new Map([...children].map(([key, branch]) => [key, copyOf(branch)]));
  return { ...(origin === undefined ? {} : { origin }), ...(own === undefined ? {} : { children: own }) };
}

function childrenOf(branch: Branch): Map<string, Branch> {
  branch.children ??= new Map();
  return branch.children;
}
