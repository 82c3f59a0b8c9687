// The types of JSON Schema: which values have one (Core section 4.2.1), and which types two lists have in common.

/** `type`: one of the seven names. A `bigint` is an integer. */
export function hasType(value: unknown, type: string): boolean {
  switch (type) {
    case 'null':
      return value === null;
    case 'array':
      return Array.isArray(value);
    case 'object':
      return typeof value === 'object' && value !== null && !Array.isArray(value);
    case 'integer':
      return typeof value === 'bigint' || Number.isInteger(value);
    case 'number':
      return typeof value === 'bigint' || typeof value === 'number';
    default:
      return typeof value === type;
  }
}

/** The types that both lists allow, where every integer is a number. */
export function commonTypes(first: readonly string[], second: readonly string[]): readonly string[] {
  const allows = (types: readonly string[], type: string): boolean =>
    types.includes(type) || (type === 'integer' && types.includes('number'));
  return [...new Set([...first.filter((type) => allows(second, type)), ...second.filter((type) => allows(first, type))])];
}
