// Reads path templates: the names in `/pets/{id}`, the form in which two templates that match the same paths are equal, and what a URL would change.

const PLACEHOLDER = /\{([^{}]*)\}/g;

/** The names in a template, as written. */
export function templateNames(path: string): string[] {
  return [...path.matchAll(PLACEHOLDER)].map(([, name = '']) => name);
}

/** A template without its names: templates of one shape match the same paths. */
export function templateShape(path: string): string {
  return path.replace(PLACEHOLDER, '{}');
}

/** The part of a path that requests have: without a fragment, which is not sent (RFC 3986, section 3.5). `/#Action=List` is `/`. */
export function sentPath(path: string): string {
  return path.replace(/#.*$/s, '');
}

/** Why clients and servers would read a template differently (URL Standard, section 4.4); undefined where they agree. Completes "the path". */
export function templateFault(path: string): string | undefined {
  const literal = templateShape(sentPath(path)).replaceAll('{}', '');
  if (literal.includes('?')) return 'has `?`, where the query of a URL begins. Declare query parameters, or write %3F for the character';
  if (/[{}]/.test(literal)) return 'has a brace without its other half. Write %7B or %7D for the character';
  if (/[\t\n\r]/.test(literal)) return 'has a tab or a line break, which URLs remove. Write the path without it';
  if (/%(?![0-9a-f]{2})/i.test(literal)) return 'has `%` without two hexadecimal digits. Write %25 for the character';
  const removed = sentPath(path)
    .split('/')
    .find((segment) => /^(?:\.|%2e){1,2}$/i.test(segment));
  return removed === undefined ? undefined : `has the segment ${removed}, which URLs remove. Write the path without it`;
}
