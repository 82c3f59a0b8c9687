// Prints the literal of an object: on one line where it is short, else with a field on each.

export function objectLiteral(fields: readonly string[]): string {
  const line = `{ ${fields.join(', ')} }`;
  return line.length <= 100 && !line.includes('\n')
    ? line
    : `{\n${fields.map((field) => `  ${field.replaceAll('\n', '\n  ')},\n`).join('')}}`;
}
