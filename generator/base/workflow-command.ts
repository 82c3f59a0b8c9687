// A command of a GitHub workflow, which shows its message as an annotation: `::error file=api.yaml,line=12::…`.

export function workflowCommand(
  level: 'error' | 'warning' | 'notice',
  properties: Readonly<Record<string, string | number>>,
  message: string,
): string {
  const written = Object.entries(properties).map(([name, value]) => `${name}=${escapedProperty(String(value))}`);
  return `::${level} ${written.join(',')}::${escaped(message)}`;
}

/** The characters that would end a command or change its form, as GitHub's toolkit writes them. */
function escaped(text: string): string {
  return text.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A');
}

function escapedProperty(text: string): string {
  return escaped(text).replaceAll(':', '%3A').replaceAll(',', '%2C');
}
