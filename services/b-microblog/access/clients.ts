// Finds the client of a request to a token endpoint (RFC 6749 section 2.3), and says what is wrong as section 5.2 has it.

import type { ServerRequest } from '@octavo/runtime';
import type { MicroblogPlatform } from '../deps.ts';
import { appOfClient, isAuthentic } from './apps.ts';
import type { AppRow } from './tables.ts';

type ErrorCode = 'invalid_request' | 'invalid_client' | 'invalid_grant' | 'unsupported_grant_type' | 'invalid_scope';

/** A fault of a request to a token endpoint. */
export class GrantRefused extends Error {
  override readonly name = 'GrantRefused';
  readonly code: ErrorCode;

  constructor(code: ErrorCode, message: string) {
    super(message);
    this.code = code;
  }
}

/** The field of a form that must be there once. */
export function fieldOf(form: URLSearchParams, name: string): string {
  const [value = '', second] = form.getAll(name);
  if (second !== undefined) throw new GrantRefused('invalid_request', `The field ${name} is there twice.`);
  if (value === '') throw new GrantRefused('invalid_request', `The field ${name} is missing.`);
  return value;
}

/** Name and secret of HTTP basic authentication, each form-encoded (RFC 6749 section 2.3.1). */
export function basicOf(request: ServerRequest): readonly [name: string, secret: string] | undefined {
  const [, encoded] = /^basic +([A-Za-z0-9+/=_-]+)$/i.exec(request.header('authorization') ?? '') ?? [];
  if (encoded === undefined) return undefined;
  const text = Buffer.from(encoded, 'base64').toString();
  const colon = text.indexOf(':');
  if (colon === -1) return undefined;
  const decoded = (part: string) => new URLSearchParams(`x=${part}`).get('x') ?? '';
  return [decoded(text.slice(0, colon)), decoded(text.slice(colon + 1))];
}

/** @throws {GrantRefused} */
export async function requireClient(platform: MicroblogPlatform, request: ServerRequest, form: URLSearchParams): Promise<AppRow> {
  const basic = basicOf(request);
  const named = [form.get('client_id'), form.get('client_secret')];
  // RFC 6749 allows one place. Widely used clients write the same into both, so that only what differs is refused.
  if (basic !== undefined && named.some((value, index) => value !== null && value !== basic[index]))
    throw new GrantRefused('invalid_request', 'The form names another client than the header Authorization, or another secret.');
  const [id, secret] = basic ?? [fieldOf(form, 'client_id'), undefined];
  const app = await appOfClient(platform, id);
  if (app === undefined || !isAuthentic(app, secret))
    throw new GrantRefused('invalid_client', 'The client is unknown, or has not proved who it is.');
  return app;
}
