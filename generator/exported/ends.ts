// Which packages of generated code have an export, and whether their users read its values or write them: a type that gets wider asks something of
// those that read it, and one that gets narrower of those that write it.
import path from 'node:path';
import { ts } from '@ts-morph/common';

/** Packages that have a part of the code: the client with the types that it uses, the server with those that it uses, and the types by themselves. */
export const PACKAGES = ['client', 'server', 'types'] as const;
export type PackageName = (typeof PACKAGES)[number];

interface Use {
  readonly isRead: boolean;
  readonly isWritten: boolean;
}

/** How the users of a package use an export. */
export type UseOf = (symbol: ts.Symbol, name: PackageName) => Use;

/** A file of one end is in one package; all have the other files. */
export function hasFile(name: PackageName, file: string): boolean {
  const owner = /^(?:raw-)?(client|server)\.[cm]?[jt]s$/.exec(path.posix.basename(file))?.[1];
  return owner === undefined || owner === name;
}

/** @param files the generated files of one version */
export function usesIn(files: readonly ts.SourceFile[], checker: ts.TypeChecker): UseOf {
  const both: Use = { isRead: true, isWritten: true };
  const none: Uses = new Map();
  const reached = { client: reachedFrom('client', files, checker), server: reachedFrom('server', files, checker), types: none };
  // Those that use types alone may be at either end, and so may those that use what no function mentions.
  return (symbol, name) => reached[name].get(symbol) ?? both;
}

type Uses = ReadonlyMap<ts.Symbol, Use>;

/** What the functions of a package take and give. Its users call them, so they write what a function takes, and read what it gives. */
function reachedFrom(name: PackageName, files: readonly ts.SourceFile[], checker: ts.TypeChecker): Uses {
  const uses = new Map<ts.Symbol, Use>();
  const isGenerated = new Set(files);
  const reach = (node: ts.Node, isRead: boolean): void => {
    const named = checker.getSymbolAtLocation(node);
    if (named === undefined) return;
    const symbol = named.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(named) : named;
    const use = uses.get(symbol) ?? { isRead: false, isWritten: false };
    if (isRead ? use.isRead : use.isWritten) return;
    uses.set(symbol, { isRead: use.isRead || isRead, isWritten: use.isWritten || !isRead });
    for (const declaration of symbol.declarations ?? []) if (isGenerated.has(declaration.getSourceFile())) walk(declaration, isRead);
  };
  const walk = (node: ts.Node, isRead: boolean): void => {
    if (ts.isFunctionLike(node)) {
      for (const { type } of node.parameters) if (type !== undefined) walk(type, !isRead);
      // A validator only says what a value is.
      if (node.type !== undefined && !ts.isTypePredicateNode(node.type)) walk(node.type, isRead);
      return;
    }
    if (ts.isTypeReferenceNode(node)) reach(node.typeName, isRead);
    if (ts.isExpressionWithTypeArguments(node)) reach(node.expression, isRead);
    ts.forEachChild(node, (child) => walk(child, isRead));
  };
  for (const { fileName, statements } of files)
    if (hasFile(name, fileName)) for (const statement of statements) if (ts.isFunctionDeclaration(statement)) walk(statement, true);
  return uses;
}
