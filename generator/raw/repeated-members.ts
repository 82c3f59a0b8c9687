// Drops properties that openapi-typescript's output declares twice in one type: it prints the property of a discriminator beside the one that the
// schema declares itself (TS2300). The first is the discriminator's, which has the exact value.
import ts from 'typescript';

/** The nodes of a file without them; the nodes as they are if there are none. */
export function withoutRepeatedMembers(nodes: readonly ts.Node[]): readonly ts.Node[] {
  const repeated = new Set<ts.Node>();
  const collect = (node: ts.Node): void => {
    if (ts.isTypeLiteralNode(node)) {
      const names = new Set<string>();
      for (const member of node.members) {
        const name = member.name !== undefined && 'text' in member.name ? member.name.text : undefined;
        if (name === undefined) continue;
        if (names.has(name)) repeated.add(member);
        names.add(name);
      }
    }
    ts.forEachChild(node, collect);
  };
  for (const node of nodes) collect(node);
  if (repeated.size === 0) return nodes;
  const drop = (node: ts.Node): ts.Node | undefined => (repeated.has(node) ? undefined : ts.visitEachChild(node, drop, undefined));
  return nodes.flatMap((node) => drop(node) ?? []);
}
