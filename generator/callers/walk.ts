// Walks through code together with its comments, whose links and types name code too.
import { ts } from '@ts-morph/common';

/** The parts of a node: what its comments name, then its own. */
export function eachPart(node: ts.Node, visit: (part: ts.Node) => void): void {
  for (const comment of (node as ts.Node & { readonly jsDoc?: readonly ts.Node[] }).jsDoc ?? []) visit(comment);
  ts.forEachChild(node, visit);
}
