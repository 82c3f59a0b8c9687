// Turns schemas that contain themselves through arrays and unions alone into type aliases in openapi-typescript's output: the compiler resolves
// the items of an alias late, but refuses the same type in a property (TS2502).
import ts from 'typescript';
import { stronglyConnected } from '../base/connected.ts';

/** The nodes of a file with these aliases; the nodes as they are if no schema needs one. */
export function withoutCycles(nodes: readonly ts.Node[]): readonly ts.Node[] {
  const schemas = schemasOf(nodes);
  const cyclic = cyclicNames(schemas);
  if (cyclic.size === 0) return nodes;
  const aliases = aliasNames(cyclic);
  const { factory } = ts;

  const pointed = (node: ts.Node): ts.Node => {
    const alias = aliases.get(schemaNamed(node) ?? '');
    return alias === undefined ? ts.visitEachChild(node, pointed, undefined) : factory.createTypeReferenceNode(alias);
  };
  const declared: ts.Node[] = [...schemas].flatMap(([name, { type }]) => {
    const alias = aliases.get(name);
    if (alias === undefined || type === undefined) return [];
    return [factory.createTypeAliasDeclaration(undefined, alias, undefined, ts.visitNode(type, pointed, ts.isTypeNode))];
  });
  const members = new Map<ts.Node, string>([...schemas].map(([name, member]) => [member, aliases.get(name) ?? '']));
  const named = (node: ts.Node): ts.Node => {
    const alias = members.get(node);
    if (alias === undefined) return ts.visitEachChild(node, named, undefined);
    if (alias === '' || !ts.isPropertySignature(node)) return node;
    const { modifiers, name, questionToken } = node;
    return factory.updatePropertySignature(node, modifiers, name, questionToken, factory.createTypeReferenceNode(alias));
  };
  return nodes.flatMap((node) => (isComponents(node) ? [named(node), ...declared] : [node]));
}

function isComponents(node: ts.Node): node is ts.InterfaceDeclaration {
  return ts.isInterfaceDeclaration(node) && node.name.text === 'components';
}

/** The properties of `components.schemas`. */
function schemasOf(nodes: readonly ts.Node[]): Map<string, ts.PropertySignature> {
  const members = nodes.find(isComponents)?.members ?? [];
  const schemas = members.find((member) => ts.isPropertySignature(member) && nameOf(member) === 'schemas');
  if (schemas === undefined || !ts.isPropertySignature(schemas) || schemas.type === undefined) return new Map();
  if (!ts.isTypeLiteralNode(schemas.type)) return new Map();
  return new Map(schemas.type.members.filter(ts.isPropertySignature).map((member) => [nameOf(member), member]));
}

function nameOf({ name }: ts.PropertySignature): string {
  return ts.isIdentifier(name) || ts.isStringLiteral(name) || ts.isNumericLiteral(name) ? name.text : '';
}

/** `X` of `components["schemas"]["X"]`. */
function schemaNamed(node: ts.Node): string | undefined {
  if (!ts.isIndexedAccessTypeNode(node)) return undefined;
  const { objectType } = node;
  if (!ts.isIndexedAccessTypeNode(objectType) || keyOf(objectType) !== 'schemas') return undefined;
  const root = objectType.objectType;
  const isRoot = ts.isTypeReferenceNode(root) && ts.isIdentifier(root.typeName) && root.typeName.text === 'components';
  return isRoot ? keyOf(node) : undefined;
}

function keyOf({ indexType }: ts.IndexedAccessTypeNode): string | undefined {
  return ts.isLiteralTypeNode(indexType) && ts.isStringLiteral(indexType.literal) ? indexType.literal.text : undefined;
}

function cyclicNames(schemas: ReadonlyMap<string, ts.PropertySignature>): Set<string> {
  const next = new Map([...schemas].map(([name, { type }]) => [name, type === undefined ? [] : [...neededBy(type)]]));
  const nextOf = (name: string): readonly string[] => next.get(name) ?? [];
  const isCycle = ([name = '', ...others]: readonly string[]): boolean => others.length > 0 || nextOf(name).includes(name);
  const cyclic = new Set(stronglyConnected(schemas.keys(), nextOf).filter(isCycle).flat());
  return new Set([...schemas.keys()].filter((name) => cyclic.has(name)));
}

/** The schemas that the compiler resolves together with a type; it resolves those in properties of an object later. */
function neededBy(type: ts.TypeNode): Set<string> {
  const names = new Set<string>();
  const visit = (node: ts.Node): void => {
    const name = schemaNamed(node);
    if (name !== undefined) names.add(name);
    else if (!ts.isTypeLiteralNode(node)) ts.forEachChild(node, visit);
  };
  visit(type);
  return names;
}

/** Names that no other type of the file has: the library never begins a name with `Recursive`. */
function aliasNames(schemas: ReadonlySet<string>): Map<string, string> {
  const taken = new Set<string>();
  return new Map(
    [...schemas].map((schema) => {
      const base = `Recursive${schema.replace(/[^A-Za-z0-9_$]/g, '_')}`;
      let name = base;
      for (let count = 2; taken.has(name); count++) name = `${base}${count}`;
      taken.add(name);
      return [schema, name];
    }),
  );
}
