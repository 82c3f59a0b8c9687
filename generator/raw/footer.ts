// Collects the members of `operations` for openapi-typescript, which would copy all of them for each operation that it adds.
import ts from 'typescript';

export interface Footer {
  /** Declarations for the library's `injectFooter`: it prints them after its own. */
  readonly nodes: ts.Node[];
  /** Gives `operations` its members; call it before printing. */
  finish(): void;
}

/**
 * The library looks for an interface in the footer, adds it once, and then sets `members` to a copy with one more member each time: for 50,000
 * operations, that is more than a billion. Here the interface seems empty while it grows, and what is set is added to a list.
 */
export function createFooter(): Footer {
  const members: ts.TypeElement[] = [];
  const interfaces: ts.InterfaceDeclaration[] = [];
  const nodes: ts.Node[] = [];
  nodes.push = (...added) => {
    for (const node of added) if (ts.isInterfaceDeclaration(node)) interfaces.push(collecting(node, members));
    return Array.prototype.push.apply(nodes, added);
  };
  const finish = (): void => {
    // An operation that stands at two paths is one member.
    const byName = new Map(members.map((member) => [nameOf(member), member]));
    for (const node of interfaces) Object.defineProperty(node, 'members', { value: ts.factory.createNodeArray([...byName.values()]) });
  };
  return { nodes, finish };
}

function nameOf({ name }: ts.TypeElement): unknown {
  return name !== undefined && 'text' in name ? name.text : name;
}

function collecting(node: ts.InterfaceDeclaration, members: ts.TypeElement[]): ts.InterfaceDeclaration {
  const none = ts.factory.createNodeArray<ts.TypeElement>();
  return Object.defineProperty(node, 'members', {
    configurable: true,
    get: () => none,
    set: (added: readonly ts.TypeElement[]) => members.push(...added),
  });
}
