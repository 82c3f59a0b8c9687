// Security schemes and requirements (OpenAPI 3.1, Security Scheme Object and Security Requirement Object). `security-kinds.ts` has the kinds.
import type { Description } from '../../load/description.ts';
import type { Problems } from '../../problem.ts';
import { type Cause, child, type DocumentNode, dereference, keyOf, members, optional, text, texts } from '../document-node.ts';
import { headerOf, readSecurityFacts } from '../security-kinds.ts';
import type { SecurityRequirement, SecurityScheme } from '../service.ts';
import { checkSchemeWords, type HeaderScheme, readSchemeWords } from './scheme-words.ts';

/** A scheme before its name in code is chosen. */
export type SchemeDraft = SecurityScheme extends infer S ? (S extends SecurityScheme ? Omit<S, 'identifier'> : never) : never;

export function readSchemes(description: Description, node: DocumentNode, problems: Problems): SchemeDraft[] {
  const found: SchemeDraft[] = [];
  const inHeaders: HeaderScheme[] = [];
  for (const [name, written] of members(node)) {
    const scheme = dereference(description, written);
    const facts = readSecurityFacts(name, scheme, problems);
    if (facts === undefined) continue;
    const place = headerOf(facts);
    const words = readSchemeWords(scheme, place?.header, place?.word, problems);
    if (place !== undefined) inHeaders.push({ name, ...place, ...optional('words', words), node: scheme });
    found.push({
      name,
      ...optional('description', text(scheme, 'description')),
      location: keyOf(written),
      ...facts,
      ...optional('words', words),
    });
  }
  checkSchemeWords(inHeaders, problems);
  return found;
}

/** The alternatives of a `security`. */
export interface Requirements {
  readonly alternatives: readonly SecurityRequirement[];
  /** Why none of them can be met: each names a scheme that is not declared. Without one of them, an operation would be open to everybody. */
  readonly causes: readonly Cause[];
}

/** `undefined` where the object has no `security`, so that the document's default applies. An alternative with an unknown scheme is left out. */
export function readRequirements(node: DocumentNode, known: ReadonlySet<string>, problems: Problems): Requirements | undefined {
  const written = child(node, 'security');
  if (!Array.isArray(written.value)) return undefined;
  const alternatives: SecurityRequirement[] = [];
  const causes: Cause[] = [];
  for (const [, alternative] of members(written)) {
    const schemes = members(alternative);
    const unknown = schemes.find(([scheme]) => !known.has(scheme));
    if (unknown === undefined) {
      alternatives.push(schemes.map(([scheme]) => ({ scheme, scopes: texts(alternative, scheme) ?? [] })));
      continue;
    }
    const [scheme, scopes] = unknown;
    const location = keyOf(scopes);
    const message = `the security scheme '${scheme}' is not under \`components.securitySchemes\`.`;
    causes.push({ message, location });
    problems.add({
      code: 'security-scheme-unknown',
      severity: 'warning',
      message: `The${message.slice(3, -1)}, so this requirement is left out.`,
      leftOut: ['security requirement'],
      reason: message,
      fix: known.size === 0 ? 'Declare it there.' : `Declare it there, or name one of: ${[...known].join(', ')}.`,
      location,
    });
  }
  return { alternatives, causes: alternatives.length === 0 ? causes : [] };
}
