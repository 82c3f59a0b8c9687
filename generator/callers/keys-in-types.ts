// Names of properties that stand in types: `Order['state']`, `Pick<Order, 'state' | 'total'>`, and other types with a parameter that `extends keyof`.
import { ts } from '@ts-morph/common';
import { propertiesOf } from './constants.ts';

/** The properties that a literal in a type names; none where it is a value. */
export function keysInType(literal: ts.StringLiteralLike, checker: ts.TypeChecker): ts.Symbol[] {
  const type = ts.isLiteralTypeNode(literal.parent) ? outermostUnion(literal.parent) : undefined;
  const owner = type && ownerOf(type);
  return owner === undefined ? [] : propertiesOf(checker.getTypeFromTypeNode(owner), literal.text);

  /** The type whose properties are named. */
  function ownerOf(named: ts.TypeNode): ts.TypeNode | undefined {
    const { parent } = named;
    if (ts.isIndexedAccessTypeNode(parent)) return parent.indexType === named ? parent.objectType : undefined;
    if (!ts.isTypeReferenceNode(parent)) return undefined;
    const given: readonly ts.TypeNode[] = parent.typeArguments ?? [];
    const index = given.indexOf(named);
    // TypeScript's own `Omit` takes any key.
    if (parent.typeName.getText() === 'Omit' && index === 1) return given[0];
    const parameters = parametersOf(parent);
    const constraint = parameters[index]?.constraint;
    if (constraint === undefined || !ts.isTypeOperatorNode(constraint) || constraint.operator !== ts.SyntaxKind.KeyOfKeyword)
      return undefined;
    const name = constraint.type.getText();
    const of = parameters.findIndex((parameter) => parameter.name.text === name);
    return given[of];
  }

  function parametersOf({ typeName }: ts.TypeReferenceNode): readonly ts.TypeParameterDeclaration[] {
    const symbol = checker.getSymbolAtLocation(typeName);
    const declared = symbol && (symbol.flags & ts.SymbolFlags.Alias) !== 0 ? checker.getAliasedSymbol(symbol) : symbol;
    return (
      declared?.declarations?.flatMap((one) => ('typeParameters' in one ? ((one as ts.TypeAliasDeclaration).typeParameters ?? []) : [])) ??
      []
    );
  }
}

function outermostUnion(type: ts.TypeNode): ts.TypeNode {
  const { parent } = type;
  return ts.isUnionTypeNode(parent) || ts.isParenthesizedTypeNode(parent) ? outermostUnion(parent) : type;
}
