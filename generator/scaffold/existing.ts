// Finds the handlers that a folder has already, wherever the user has moved them.
import { type Node, type ObjectLiteralExpression, type SourceFile, SyntaxKind } from 'ts-morph';
import type { Names } from './names.ts';

/** The names that a file exports, and those of the members of its objects of handlers. */
export function declaredNames(file: SourceFile, names: Names): string[] {
  const members = handlerObjects(file, names).flatMap((literal) => literal.getProperties().flatMap(memberNames));
  return [...file.getExportedDeclarations().keys(), ...members];
}

/** The objects of handlers in a file: by their type, by the type that their function returns, or passed to `create…Server`. */
export function handlerObjects(file: SourceFile, names: Names): ObjectLiteralExpression[] {
  return file.getDescendantsOfKind(SyntaxKind.ObjectLiteralExpression).filter((literal) => holdsHandlers(literal, names));
}

function holdsHandlers(literal: ObjectLiteralExpression, { createServer, handlers }: Names): boolean {
  const isHandlers = (type: Node | undefined): boolean =>
    (type?.getText().split(/[^\p{ID_Continue}$]+/u) ?? []).some((word) => handlers.has(word));
  let node: Node = literal;
  for (let parent = node.getParent(); parent !== undefined; parent = node.getParent()) {
    const typed = parent.asKind(SyntaxKind.SatisfiesExpression) ?? parent.asKind(SyntaxKind.AsExpression);
    if (isHandlers(typed?.getTypeNode())) return true;
    if (typed === undefined && !parent.isKind(SyntaxKind.ParenthesizedExpression)) {
      const call = parent.asKind(SyntaxKind.CallExpression);
      if (call !== undefined) return call.getExpression().getText() === createServer && call.getArguments()[0] === node;
      const owner = parent.isKind(SyntaxKind.ReturnStatement) ? functionOf(parent) : parent;
      const variable = owner?.asKind(SyntaxKind.VariableDeclaration);
      if (variable !== undefined) return isHandlers(variable.getTypeNode());
      return isHandlers(asFunction(owner)?.getReturnTypeNode());
    }
    node = parent;
  }
  return false;
}

/** The innermost function that a statement is in. */
function functionOf(statement: Node): Node | undefined {
  return statement.getFirstAncestor((node) => asFunction(node) !== undefined);
}

function asFunction(node: Node | undefined) {
  return (
    node?.asKind(SyntaxKind.ArrowFunction) ?? node?.asKind(SyntaxKind.FunctionDeclaration) ?? node?.asKind(SyntaxKind.FunctionExpression)
  );
}

function memberNames(property: Node): string[] {
  const named =
    property.asKind(SyntaxKind.MethodDeclaration) ??
    property.asKind(SyntaxKind.PropertyAssignment) ??
    property.asKind(SyntaxKind.ShorthandPropertyAssignment);
  return named === undefined ? [] : [named.getName().replaceAll(/^['"]|['"]$/g, '')];
}
