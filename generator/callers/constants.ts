// Objects in constants without a type of their own, which are passed or spread where a type is expected: their members stand for those of this type.
import { ts } from '@ts-morph/common';

export interface ConstantMember {
  readonly member: ts.ObjectLiteralElementLike;
  readonly name: ts.PropertyName;
  /** Absent for a shorthand. */
  readonly value: ts.Expression | undefined;
  /** The members of the expected type that have the name. */
  readonly symbols: readonly ts.Symbol[];
}

/**
 * The members of the object that a name is used for, with those that are expected there: `query` in `find({ query })`, `goal` in
 * `{ ...goal, at: 90 }`.
 */
export function membersOfConstant(use: ts.Identifier, checker: ts.TypeChecker): ConstantMember[] {
  const literal = objectOf(use, checker);
  const expected = literal && checker.getContextualType(use);
  return literal === undefined || expected === undefined ? [] : membersOf(literal, expected, checker);
}

function membersOf(literal: ts.ObjectLiteralExpression, expected: ts.Type, checker: ts.TypeChecker): ConstantMember[] {
  return literal.properties.flatMap((property): ConstantMember[] => {
    if (ts.isSpreadAssignment(property)) {
      const spread = ts.isIdentifier(property.expression) ? objectOf(property.expression, checker) : undefined;
      return spread === undefined ? [] : membersOf(spread, expected, checker);
    }
    const { name } = property;
    if (!ts.isIdentifier(name) && !ts.isStringLiteral(name)) return [];
    const value = ts.isPropertyAssignment(property) ? property.initializer : undefined;
    const symbols = propertiesOf(expected, name.text);
    const inner = value && ts.isObjectLiteralExpression(value) ? value : undefined;
    const within = inner && symbols.flatMap((symbol) => membersOf(inner, checker.getTypeOfSymbol(symbol), checker));
    return [{ member: property, name, value, symbols }, ...(within ?? [])];
  });
}

/** The object that a constant without a type is set to. */
function objectOf(use: ts.Identifier, checker: ts.TypeChecker): ts.ObjectLiteralExpression | undefined {
  const shorthand = ts.isShorthandPropertyAssignment(use.parent) ? checker.getShorthandAssignmentValueSymbol(use.parent) : undefined;
  const declared = (shorthand ?? checker.getSymbolAtLocation(use))?.valueDeclaration;
  if (declared === undefined || !ts.isVariableDeclaration(declared) || declared.type !== undefined) return undefined;
  const { initializer } = declared;
  const value =
    initializer && ts.isAsExpression(initializer) && ts.isConstTypeReference(initializer.type) ? initializer.expression : initializer;
  return value && ts.isObjectLiteralExpression(value) ? value : undefined;
}

/** The property of a type, or of each part of a union that has it. */
export function propertiesOf(type: ts.Type | undefined, name: string): ts.Symbol[] {
  if (type === undefined) return [];
  const own = type.getProperty(name);
  if (own !== undefined || !type.isUnion()) return own === undefined ? [] : [own];
  return type.types.flatMap((part) => part.getProperty(name) ?? []);
}
