// What a handler is given, and how it finds things and answers with them.
import { matchesStrong, matchesWeak, type Reply } from '../../http.ts';
import type { Agency } from '../store.ts';
import type { Claim, Policy } from '../things.ts';
import { showClaim, showPolicy, tagOfClaim, tagOfPolicy } from '../views.ts';
import { type Faults, notFound, Refusal } from '../wire.ts';

export interface Call {
  readonly agency: Agency;
  readonly pathname: string;
  readonly search: URLSearchParams;
  /** A text of the path. */
  readonly part: (name: string) => string;
  readonly query: <T>() => T;
  readonly header: (name: string) => string | undefined;
  /** The body, once it is known to be as described. */
  readonly input: <T>() => T;
}

type Handler = (call: Call) => Reply | Promise<Reply>;
export type Handlers = Readonly<Record<string, Handler>>;

export function requireThing<T>(found: T | undefined): T {
  if (found === undefined) throw notFound();
  return found;
}

export const policyOf = ({ agency, part }: Call): Policy => requireThing(agency.policies.get(part('policyId')));
export const claimOf = ({ agency, part }: Call): Claim => requireThing(agency.claims.get(part('claimId')));

/** Answers with a resource. */
export const hal = (status: number, body: unknown, headers: Readonly<Record<string, string>> = {}): Reply => ({
  status,
  content: JSON.stringify(body),
  type: 'application/hal+json',
  headers,
});

export function policyReply({ agency }: Call, policy: Policy, faults: Faults, status = 200): Reply {
  const shown = showPolicy(agency, policy, faults);
  const location = status === 201 ? { location: `/policies/${policy.id}` } : {};
  return hal(status, shown, { etag: tagOfPolicy(shown, faults), ...location });
}

export function claimReply({ agency }: Call, claim: Claim, faults: Faults, status = 200): Reply {
  const shown = showClaim(agency, claim, faults);
  const isNew = status === 201;
  const given = isNew && faults.has('claim-created-with-200') ? 200 : status;
  return hal(given, shown, { etag: tagOfClaim(shown), ...(isNew ? { location: `/claims/${claim.id}` } : {}) });
}

/** The answer, or 304 where the client has what it shows. */
export function unlessKnown(call: Call, reply: Reply, faults: Faults): Reply {
  const given = call.header('if-none-match');
  const etag = reply.headers?.etag ?? '';
  const isKnown = given !== undefined && (faults.has('tag-lists-not-matched') ? given === etag : matchesWeak(given, etag));
  return isKnown ? { status: 304, headers: { etag } } : reply;
}

/** Refuses a change of a thing that has another tag. */
export function requireTag(call: Call, reply: Reply): void {
  const given = call.header('if-match');
  if (given !== undefined && !matchesStrong(given, reply.headers?.etag ?? '')) throw new Refusal(412, 'The tag is not current.');
}
