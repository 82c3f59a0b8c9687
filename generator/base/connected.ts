// Finds the strongly connected components of a graph: which of its nodes lead back to themselves.

interface Frame<T> {
  readonly node: T;
  readonly next: readonly T[];
  index: number;
}

/**
 * The groups of nodes that can reach each other, among those reachable from the roots (Tarjan's algorithm, without recursion). The group of a node
 * comes after the groups of the nodes to which it leads.
 */
export function stronglyConnected<T>(roots: Iterable<T>, nextOf: (node: T) => readonly T[]): T[][] {
  const order = new Map<T, number>();
  const low = new Map<T, number>();
  const open = new Set<T>();
  const path: T[] = [];
  const groups: T[][] = [];

  const enter = (node: T): Frame<T> => {
    order.set(node, order.size);
    low.set(node, order.size - 1);
    open.add(node);
    path.push(node);
    return { node, next: nextOf(node), index: 0 };
  };
  const lower = (node: T, value: number): void => {
    if (value < (low.get(node) ?? 0)) low.set(node, value);
  };
  const close = (node: T): void => {
    const group: T[] = [];
    for (let member = path.pop(); member !== undefined; member = path.pop()) {
      open.delete(member);
      group.push(member);
      if (member === node) break;
    }
    groups.push(group.reverse());
  };

  for (const root of roots) {
    if (order.has(root)) continue;
    const stack = [enter(root)];
    for (let frame = stack.at(-1); frame !== undefined; frame = stack.at(-1)) {
      const next = frame.next[frame.index++];
      if (next === undefined) {
        stack.pop();
        const caller = stack.at(-1);
        if (caller !== undefined) lower(caller.node, low.get(frame.node) ?? 0);
        if (low.get(frame.node) === order.get(frame.node)) close(frame.node);
      } else if (!order.has(next)) {
        stack.push(enter(next));
      } else if (open.has(next)) {
        lower(frame.node, order.get(next) ?? 0);
      }
    }
  }
  return groups;
}
