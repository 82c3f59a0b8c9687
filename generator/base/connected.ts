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
