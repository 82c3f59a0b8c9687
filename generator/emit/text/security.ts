// Finds the security schemes that the operations of a service use.
import { securityTraits } from '../../model/security-kinds.ts';
import type { Operation, SecurityScheme, Service } from '../../model/service.ts';

/** The schemes that operations use, in the order of the document. */
export function usedSchemes({ securitySchemes }: Service, operations: readonly Operation[]): SecurityScheme[] {
  const used = new Set(operations.flatMap((operation) => operation.security.flatMap((all) => all.map(({ scheme }) => scheme))));
  return securitySchemes.filter((scheme) => used.has(scheme.name));
}

/** The schemes for which a client sends a credential. */
export function credentialSchemes(service: Service): SecurityScheme[] {
  return usedSchemes(service, service.operations).filter((scheme) => securityTraits(scheme).credential !== undefined);
}
