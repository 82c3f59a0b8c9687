// The scaffolded `deps.ts`: what handlers and authentication need, and what they know about callers.

import { propertyKey } from '../emit/text/escape.ts';
import { usedSchemes } from '../emit/text/security.ts';
import { securityTraits } from '../model/security-kinds.ts';
import type { SecurityScheme, Service } from '../model/service.ts';

/** Whether a scheme's credential is one text, a key or a token, so that `findPrincipal` can take it. */
export function takesText(scheme: SecurityScheme): boolean {
  const { credential, fields } = securityTraits(scheme);
  return credential !== undefined && fields === undefined;
}

function findsPrincipals(service: Service): boolean {
  return usedSchemes(service, service.operations).some(takesText);
}

export function depsText(service: Service): string {
  const principal =
    usedSchemes(service, service.operations).length === 0
      ? '/** The document declares no security, so handlers know nothing about callers; the option `identify` of the server changes that. */\nexport type Principal = undefined;\n'
      : '/** What handlers know about the caller. */\nexport interface Principal {\n  readonly name: string;\n}\n';
  const need = findsPrincipals(service)
    ? '  /** Finds the caller with this key or token; `null` refuses the request. */\n  readonly findPrincipal: (credential: string) => Principal | null | Promise<Principal | null>;\n'
    : '  readonly now: () => Date;\n';
  return `// What the ${service.name} service needs from outside. Edit it freely.

${principal}
/** What handlers work with, such as a store or a clock. Tests hand in their own. */
export interface Deps {
${need}}
`;
}

/** The argument of the server in `main.ts`: it refuses every caller. */
export function firstDeps(service: Service): string {
  return findsPrincipals(service) ? '{ findPrincipal: () => null }' : '{ now: () => new Date() }';
}

/** The same in the test, where the credential `secret` is known. */
export function testDeps(service: Service): string {
  return findsPrincipals(service)
    ? "{ findPrincipal: (credential) => (credential === 'secret' ? { name: 'Mira' } : null) }"
    : "{ now: () => new Date('2026-01-01T00:00:00Z') }";
}

/** The authentication of a new server; empty where the document declares none. */
export function securityText(service: Service): string {
  const schemes = usedSchemes(service, service.operations);
  if (schemes.length === 0) return '';
  const rows = schemes.map((scheme) => `        ${propertyKey(scheme.name)}: ${takesText(scheme) ? 'deps.findPrincipal' : '() => null'},`);
  return ['      // Each finds the caller by a credential. `null` refuses the request.', '      security: {', ...rows, '      },'].join(
    '\n',
  );
}
