// Reads of an object by a name that is made at run time: `order[field]`.
import { ts } from '@ts-morph/common';

/** The members that an access may read whose name is no literal; none where it reads an item of a list. */
export function membersReadBy({ expression, argumentExpression: key }: ts.ElementAccessExpression, checker: ts.TypeChecker): ts.Symbol[] {
  if (ts.isStringLiteralLike(key) || ts.isNumericLiteral(key)) return [];
  const type = checker.getTypeAtLocation(key);
  const names = (type.isUnion() ? type.types : [type]).flatMap((one) => (one.isStringLiteral() ? one.value : []));
  const isAnyText = (type.flags & (ts.TypeFlags.String | ts.TypeFlags.Any)) !== 0;
  if (names.length === 0 && !isAnyText) return [];
  const members = checker.getPropertiesOfType(checker.getNonNullableType(checker.getTypeAtLocation(expression)));
  return isAnyText ? members : members.filter(({ name }) => names.includes(name));
}
