// Reads the fields of a form that a browser or a client sent.

import { RefusalError, type ServerRequest } from '@octavo/runtime';

const MAX_FORM_BYTES = 16 * 1024;

/**
 * The fields of a POST with an urlencoded body; `undefined` for other requests. A form that is longer than 16 KiB, or ends early, has no fields.
 * @throws the refusal of a form that holds what no request may
 */
export async function readForm(request: ServerRequest): Promise<URLSearchParams | undefined> {
  if (request.method !== 'POST' || !/^application\/x-www-form-urlencoded\b/i.test(request.header('content-type') ?? '')) return undefined;
  const bytes = await request.bytes(MAX_FORM_BYTES).catch((error: unknown) => {
    if (error instanceof RefusalError) throw error;
    return undefined;
  });
  return new URLSearchParams(new TextDecoder().decode(bytes));
}
