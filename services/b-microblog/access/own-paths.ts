// Keeps callers to themselves where a path begins with the identifier of the user for whom the token stands.

import { refuse } from '@octavo/runtime';
import type { Context } from '../deps.ts';

/** Operations whose path names a user who need not be the caller, although they need the token of a user. */
const ANYBODY: ReadonlySet<string> = new Set(['listLikedPosts', 'blockDirectMessages', 'unblockDirectMessages']);

/** The path parameter of an operation that must name the caller; `undefined` where it has none. */
function ownParameterOf({ id, path, security = [] }: Context['operation']): 'id' | 'source_user_id' | undefined {
  const [, name] = /^\/2\/users\/\{(id|source_user_id)\}\//.exec(path) ?? [];
  const takesApps = security.flat().some(({ scheme }) => scheme.name === 'bearer');
  return name === undefined || takesApps || ANYBODY.has(id) ? undefined : (name as 'id' | 'source_user_id');
}

const known = new WeakMap<Context['operation'], ReturnType<typeof ownParameterOf>>();

/** @throws the refusal 400 where the path names somebody else */
export function requireOwnPath({ operation, principal }: Context, input: unknown): void {
  if (!known.has(operation)) known.set(operation, ownParameterOf(operation));
  const name = known.get(operation);
  if (name === undefined) return;
  const given = (input as { path: Readonly<Record<string, string>> }).path[name];
  if (given === principal.user) return;
  throw refuse(400, {
    kind: 'invalid-request',
    pointer: `/path/${name}`,
    detail: `The path parameter ${name} is ${given}, but must be the user of the token.`,
  });
}
