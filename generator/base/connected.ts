// Finds the strongly connected components of a graph: which of its nodes lead back to themselves.

/**
 * The groups of nodes that can reach each other, among those reachable from the roots (Tarjan's algorithm, without recursion). The group of a node
 * comes after the groups of the nodes to which it leads.
 */
export function stronglyConnected<T>(roots: Iterable<T>, nextOf: (node: T) => readonly T[]): T[][] {
  // Nodes are numbers in the order met, so that all that is known of them stands in arrays.
  const numbers = new Map<T, number>();
  const low: number[] = [];
  const isOpen: boolean[] = [];
  const path: T[] = [];
  const groups: T[][] = [];
  const stack: { readonly node: T; readonly number: number; readonly next: readonly T[]; index: number }[] = [];

  const enter = (node: T): void => {
    const number = numbers.size;
    numbers.set(node, number);
    low.push(number);
    const next = nextOf(node);
    // Most nodes lead nowhere: each is a group of its own.
    isOpen.push(next.length > 0);
    if (next.length === 0) {
      groups.push([node]);
      return;
    }
    path.push(node);
    stack.push({ node, number, next, index: 0 });
  };
  const lower = (number: number, value: number): void => {
    if (value < (low[number] ?? 0)) low[number] = value;
  };
  const close = (node: T, number: number): void => {
    if (path.at(-1) === node) {
      path.pop();
      isOpen[number] = false;
      groups.push([node]);
      return;
    }
    const group = path.splice(path.lastIndexOf(node));
    for (const member of group) isOpen[numbers.get(member) ?? 0] = false;
    groups.push(group);
  };

  for (const root of roots) {
    if (!numbers.has(root)) enter(root);
    for (let frame = stack.at(-1); frame !== undefined; frame = stack.at(-1)) {
      if (frame.index === frame.next.length) {
        stack.pop();
        const own = low[frame.number] ?? 0;
        const caller = stack.at(-1);
        if (caller !== undefined) lower(caller.number, own);
        if (own === frame.number) close(frame.node, frame.number);
        continue;
      }
      const next = frame.next[frame.index++] as T;
      const known = numbers.get(next);
      if (known === undefined) enter(next);
      else if (isOpen[known] === true) lower(frame.number, known);
    }
  }
  return groups;
}

/**
 * Finds the `things` from which one of several goals can be reached over what `each` visits, each with a nearest goal; a goal reaches itself. The
 * function that is returned may be called with several lists of goals.
 */
export function leadersIn<T>(things: Iterable<T>, each: Each<T>): (goals: readonly T[]) => Map<T, T> {
  let known: Incoming<T> | undefined;
  return (goals) => {
    const found = new Map<T, T>();
    if (goals.length === 0) return found;
    known ??= incoming(things, each);
    const { idOf, users, first, next } = known;
    for (const goal of goals) found.set(goal, goal);
    // Iterating a map also visits entries added on the way: a breadth-first search.
    for (const [thing, goal] of found) {
      for (let edge = first[idOf.get(thing) ?? -1] ?? -1; edge !== -1; edge = next[edge] ?? -1) {
        const user = users[edge] as T;
        if (!found.has(user)) found.set(user, goal);
      }
    }
    return found;
  };
}

type Each<T> = (thing: T, visit: (next: T) => void) => void;

/** What leads to a thing: a list of edges for each number, since an array for each of many thousand things would take longer. */
interface Incoming<T> {
  readonly idOf: ReadonlyMap<T, number>;
  /** By edge: the thing that it comes from. */
  readonly users: readonly T[];
  /** By number of the thing to which it leads: the first edge. */
  readonly first: readonly number[];
  /** By edge: the next edge to the same thing, or -1. */
  readonly next: readonly number[];
}

function incoming<T>(things: Iterable<T>, each: Each<T>): Incoming<T> {
  const idOf = new Map<T, number>();
  const users: T[] = [];
  const first: number[] = [];
  const last: number[] = [];
  const next: number[] = [];
  let user: T;
  const note = (used: T): void => {
    const edge = users.push(user) - 1;
    next.push(-1);
    const id = idOf.get(used);
    if (id === undefined) {
      idOf.set(used, first.push(edge) - 1);
      last.push(edge);
    } else {
      next[last[id] as number] = edge;
      last[id] = edge;
    }
  };
  for (user of things) each(user, note);
  return { idOf, users, first, next };
}
