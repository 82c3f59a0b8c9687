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

/**
 * The path of requests. They do not carry a fragment (RFC 3986, section 3.5), so `/#Action=List` is `/`, if parameters say the same as the fragment:
 * `isSaid` tells whether a required parameter of this name has this value. Any other fragment would be lost, so the path stays as it is.
 */
export function sentPath(path: string, isSaid: (name: string, value: string | undefined) => boolean): string {
  const [sent = '', fragment, ...others] = path.split('#');
  if (fragment === undefined || others.length > 0) return path;
  const pairs = fragment.split('&').map((pair) => pair.split('='));
  return pairs.every(([name = '', value, ...rest]) => rest.length === 0 && isSaid(name, value)) ? sent : path;
}

/** Why clients and servers would read a template differently (URL Standard, section 4.4); undefined where they agree. Completes "the path". */
export function templateFault(path: string): string | undefined {
  const literal = templateShape(path).replaceAll('{}', '');
  if (literal.includes('#')) return 'has `#`, and URLs send nothing from there on. Write %23 for the character';
  if (literal.includes('?')) return 'has `?`, where the query of a URL begins. Declare query parameters, or write %3F for the character';
  if (/[{}]/.test(literal)) return 'has a brace without its other half. Write %7B or %7D for the character';
  if (/[\t\n\r]/.test(literal)) return 'has a tab or a line break, which URLs remove. Write the path without it';
  if (/%(?![0-9a-f]{2})/i.test(literal)) return 'has `%` without two hexadecimal digits. Write %25 for the character';
  const removed = path.split('/').find((segment) => /^(?:\.|%2e){1,2}$/i.test(segment));
  return removed === undefined ? undefined : `has the segment ${removed}, which URLs remove. Write the path without it`;
}
