// Requests without a credential, with a wrong one, or with one that lacks the scopes, to an operation that needs one.
import type { Operation } from '../../model/service.ts';
import type { CredentialUse, InvalidKind } from '../contract/case.ts';
import type { Draft } from './draft.ts';

/** `base` is a valid request. */
export function* credentialDrafts(operation: Operation, base: Draft): Generator<Draft> {
  const { security } = operation;
  if (security.length === 0 || security.some((requirement) => requirement.length === 0)) return;
  const location = operation.securityLocation ?? operation.location;
  const isScoped = security.some((requirement) => requirement.some(({ scopes }) => scopes.length > 0));
  const drafts: readonly (readonly [InvalidKind, CredentialUse, string])[] = [
    ['credential-missing', 'missing', 'without a credential'],
    ['credential-wrong', 'wrong', 'with a credential that the service cannot know'],
    ...(isScoped ? ([['scope', 'unscoped', 'with a credential that lacks the scopes']] as const) : []),
  ];
  for (const [by, credential, says] of drafts)
    yield { ...base, name: `invalid ${by}`, intent: { kind: 'invalid', by }, says, location, credential };
}
