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

/** A constant in query or headers that tells an operation apart from others of its path; any value where there is none here. */
export interface Mark {
  readonly in: 'query' | 'header';
  readonly name: string;
  readonly value?: string;
}

/** A key under `paths` as requests carry it. */
export interface SentPath {
  readonly path: string;
  /** The constants that tell the operation apart from others at the same path. */
  readonly marks: readonly Mark[];
  /** The pairs of the query that clients send without being asked, percent-encoded: `beta=true`. */
  readonly constants: readonly string[];
}

/**
 * The path of requests. They do not carry a fragment (RFC 3986, section 3.5), so `/#Action=List` is `/`, if parameters say the same as the fragment:
 * `saidIn` tells where a required parameter of this name has this value. Any other fragment would be lost, so the path stays as it is. The
 * pairs of a query (`/answers?beta=true`) are sent as they are where no required parameter says the same.
 */
export function sentPath(key: string, saidIn: (name: string, value: string | undefined) => Mark['in'] | undefined): SentPath {
  const asWritten: SentPath = { path: key, marks: [], constants: [] };
  const [sent = '', fragment, ...others] = key.split('#');
  const [path = '', query, ...more] = sent.split('?');
  if (others.length > 0 || more.length > 0) return asWritten;
  const marks: Mark[] = [];
  const constants: string[] = [];
  for (const [part, isQuery] of [
    [query, true],
    [fragment, false],
  ] as const) {
    for (const pair of part?.split('&') ?? []) {
      const [rawName = '', rawValue, ...rest] = pair.split('=');
      const name = isQuery ? decoded(rawName) : rawName;
      const value = isQuery && rawValue !== undefined ? decoded(rawValue) : rawValue;
      if (rest.length > 0 || name === undefined || name === '' || (rawValue !== undefined && value === undefined)) return asWritten;
      const where = saidIn(name, value);
      if (where !== undefined) marks.push({ in: where, name, ...(value === undefined ? {} : { value }) });
      else if (!isQuery || /[{}]/.test(pair)) return asWritten;
      else {
        marks.push({ in: 'query', name, value: value ?? '' });
        constants.push(`${encodeURIComponent(name)}${value === undefined ? '' : `=${encodeURIComponent(value)}`}`);
      }
    }
  }
  return { path, marks, constants };
}

function decoded(text: string): string | undefined {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '));
  } catch {
    return undefined;
  }
}

/** Marks in one order, for comparing; `''` where there are none. */
export function marksText(marks: readonly Mark[]): string {
  return marks
    .map(({ in: where, name, value }) => JSON.stringify([where, where === 'header' ? name.toLowerCase() : name, value ?? null]))
    .sort()
    .join();
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

/** What to write where a parameter of a path is not declared. Operators of URI templates (RFC 6570) are not those of OpenAPI. */
export function undeclaredFix(name: string): string {
  const [, operator = '', bare] = /^([.;/?&+#])(.+?)\*?$/.exec(name) ?? [];
  if (bare === undefined)
    return `Add \`{ name: ${name}, in: path, required: true, schema: … }\` to the operation's or the path's \`parameters\`.`;
  if (operator === '?' || operator === '&') return `Take {${name}} out of the path, and declare ${bare} with \`in: query\`.`;
  const style = operator === '.' ? 'label' : operator === ';' ? 'matrix' : undefined;
  return `OpenAPI has no operators in templates: write {${bare}} in place of {${name}}${style === undefined ? '' : `, and \`style: ${style}\` at its parameter`}.`;
}
