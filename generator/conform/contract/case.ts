// A case: one request to one operation, and what it is meant to show. Types only.

import type { Location } from '../../base/problem.ts';
import type { Operation } from '../../model/service.ts';
import type { CredentialValues } from './settings.ts';

/** A request below the base address, without credentials: what raw cases need, where types cannot express the request. */
export interface WireRequest {
  readonly method: string;
  /** Path and query, encoded: `/books/7?limit=2`. */
  readonly target: string;
  /** By lower-case name. */
  readonly headers: Readonly<Record<string, string>>;
  /** Absent: no body. */
  readonly body?: string | Uint8Array<ArrayBuffer>;
}

/** Where a valid input comes from. `observed`: a client sent it through the proxy. */
export type ValidKind =
  | 'example'
  | 'required'
  | 'all'
  | 'boundary'
  | 'enum'
  | 'branch'
  | 'unicode'
  | 'extreme'
  | 'media-type'
  | 'random'
  | 'override'
  | 'observed';

/** The class of the one constraint that an invalid request breaks. `observed`: a client sent it through the proxy, and it may break several. */
export type InvalidKind =
  | 'type'
  | 'format'
  | 'bound'
  | 'length'
  | 'pattern'
  | 'enum'
  | 'required'
  | 'additional-property'
  | 'discriminator'
  | 'uniqueness'
  | 'combination'
  | 'parameter-style'
  | 'media-type'
  | 'malformed-body'
  | 'duplicate-key'
  | 'duplicate-parameter'
  | 'credential-missing'
  | 'credential-wrong'
  | 'scope'
  | 'observed';

/** The purpose of a case. */
export type Intent =
  /** The document allows the request: the service may not refuse it as invalid. */
  | { readonly kind: 'valid'; readonly by: ValidKind }
  /** The request breaks one declared constraint: the service must refuse it with 4xx. */
  | { readonly kind: 'invalid'; readonly by: InvalidKind /** JSON Schema keyword, where there is one. */; readonly keyword?: string }
  /** A client sent it through the proxy, and it was too long to be judged. */
  | { readonly kind: 'unjudged' }
  /** A check asks for it, and alone judges the answer. `name`: which of its requests it is. */
  | { readonly kind: 'probe'; readonly check: string; readonly name?: string };

/**
 * The credential that a case is sent with. `given`: the user's; `other`: that of the second account; `missing`: none; `wrong`: one of the right form
 * that the service cannot know; `unscoped`: the user's credential that lacks the operation's scopes; `limited`: the user's with fewer rights.
 */
export type CredentialUse = 'given' | 'other' | 'missing' | 'wrong' | 'unscoped' | 'limited' | OwnCredential | NearCredential;

/** A credential that the service has made itself. */
export interface OwnCredential {
  readonly values: CredentialValues;
}

/** The user's credential of one scheme, with one change, and those that are wanted together with it. */
export interface NearCredential {
  readonly scheme: string;
  readonly change: CredentialChange;
}

/**
 * How a credential differs from the user's. `shorter` and `longer`: by what follows its beginning; `middle` and `end`: by one character there;
 * `case`: by capital letters; `user`: by the name of the user; `empty`: it is empty; `word` and `word-case`: by the word before it; `query`: by its
 * place; `wrong`: it is none; `other`: it is that of the second account.
 */
export type CredentialChange =
  | 'shorter'
  | 'longer'
  | 'middle'
  | 'end'
  | 'case'
  | 'user'
  | 'empty'
  | 'word'
  | 'word-case'
  | 'query'
  | 'wrong'
  | 'other';

/** A constraint of one place of an input, such as `minimum` at `/body/price`. Items of lists have a `*` in the place. */
export interface Constraint {
  readonly at: string;
  /** JSON Schema keyword. */
  readonly keyword: string;
}

export interface Case {
  /** Unique in a run, and the same for the same document and seed: `createBook invalid /body/title minLength`. */
  readonly id: string;
  readonly operation: Operation;
  readonly intent: Intent;
  /** One phrase for people: `/body/title: 0 characters, where minLength is 1`. */
  readonly says: string;
  /** JSON pointer into the input that the case is about: `/query/limit`. Absent: the request as a whole. */
  readonly at?: string;
  /** The constraint that the case keeps or breaks, at a place with `*` for items and for members that have no declaration of their own. */
  readonly constraint?: Constraint;
  /** Whether all other parts are those of a request that has succeeded: what the answer blames is at `at`. */
  readonly isGrounded?: true;
  /** The statement of the document that the case is about. */
  readonly location: Location;
  readonly request: WireRequest;
  /** The input as the typed client takes it. Absent where types cannot express the request. */
  readonly input?: Readonly<Record<string, unknown>>;
  readonly credential: CredentialUse;
}
