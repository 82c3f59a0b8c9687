// Security schemes and requirements (OpenAPI 3.1, Security Scheme Object and Security Requirement Object). `security-kinds.ts` has the kinds.
import type { Description } from '../../load/description.ts';
import type { Problems } from '../../problem.ts';
import { child, type DocumentNode, dereference, keyOf, members, optional, text, texts } from '../document-node.ts';
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

/** `undefined` where the object has no `security`, so that the document's default applies. */
export function readRequirements(node: DocumentNode, known: ReadonlySet<string>, problems: Problems): SecurityRequirement[] | undefined {
  const written = child(node, 'security');
  if (!Array.isArray(written.value)) return undefined;
  return members(written).map(([, alternative]) =>
    members(alternative).map(([scheme, scopes]) => {
      if (!known.has(scheme)) {
        problems.add({
          code: 'security-scheme-unknown',
          severity: 'error',
          message: `The security scheme '${scheme}' is not under \`components.securitySchemes\`.`,
          fix: known.size === 0 ? 'Declare it there.' : `Declare it there, or name one of: ${[...known].join(', ')}.`,
          location: keyOf(scopes),
        });
      }
      return { scheme, scopes: texts(alternative, scheme) ?? [] };
    }),
  );
}
