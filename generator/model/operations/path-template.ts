// Reads path templates: the names in `/pets/{id}`, and the form in which two templates that match the same paths are equal.

const PLACEHOLDER = /\{([^{}]*)\}/g;

/** The names in a template, as written. */
export function templateNames(path: string): string[] {
  return [...path.matchAll(PLACEHOLDER)].map(([, name = '']) => name);
}

/** A template without its names: templates of one shape match the same paths. */
export function templateShape(path: string): string {
  return path.replace(PLACEHOLDER, '{}');
}
