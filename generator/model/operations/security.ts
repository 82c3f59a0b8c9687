// Security schemes and requirements (OpenAPI 3.1, Security Scheme Object and Security Requirement Object). `security-kinds.ts` has the kinds.

import type { Problems } from '../../base/problem.ts';
import type { Description } from '../../load/description.ts';
import { child, type DocumentNode, dereference, flag, keyOf, members, optional, text, texts } from '../document-node.ts';
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
      ...(flag(scheme, 'deprecated') === true ? { deprecated: true } : {}),
      location: keyOf(written),
      ...facts,
      ...optional('words', words),
    });
  }
  checkSchemeWords(inHeaders, problems);
  return found;
}

/** The security schemes of a document by name: those that it declares, and those that a requirement names all the same. */
export interface KnownSchemes {
  readonly declared: ReadonlySet<string>;
  /** Filled by `readRequirements`. */
  readonly undeclared: Map<string, SchemeDraft>;
}

/**
 * The alternatives of a `security`; `undefined` where the object has none, so that the document's default applies. An alternative with an undeclared
 * scheme is left out, unless no other is left: without any, an operation would be open to everybody.
 */
export function readRequirements(node: DocumentNode, schemes: KnownSchemes, problems: Problems): SecurityRequirement[] | undefined {
  const written = child(node, 'security');
  if (!Array.isArray(written.value)) return undefined;
  const alternatives = members(written).map(([, alternative]) =>
    members(alternative).map(([scheme, node]) => ({ scheme, scopes: texts(alternative, scheme) ?? [], location: keyOf(node) })),
  );
  const undeclared = alternatives.flatMap((all) => all.filter(({ scheme }) => !schemes.declared.has(scheme)));
  const whole = alternatives.filter((all) => all.every(({ scheme }) => schemes.declared.has(scheme)));
  for (const { scheme, location } of undeclared) {
    if (whole.length === 0 && !schemes.undeclared.has(scheme))
      schemes.undeclared.set(scheme, { name: scheme, location, kind: 'undeclared' });
    problems.add({
      code: 'security-scheme-unknown',
      severity: 'warning',
      message: `The security scheme '${scheme}' is not under \`components.securitySchemes\`${consequence(scheme, whole.length > 0)}.`,
      ...(whole.length === 0 ? {} : { leftOut: ['security requirement'] }),
      fix: schemes.declared.size === 0 ? 'Declare it there.' : `Declare it there, or name one of: ${[...schemes.declared].join(', ')}.`,
      location,
    });
  }
  const kept = whole.length === 0 ? alternatives : whole;
  return kept.map((all) => all.map(({ scheme, scopes }) => ({ scheme, scopes })));
}

function consequence(scheme: string, hasOthers: boolean): string {
  if (hasOthers) return ', so this requirement is left out';
  return `: clients send nothing for it, and a generated server refuses every request until its option \`security\` has a function for '${scheme}'`;
}
