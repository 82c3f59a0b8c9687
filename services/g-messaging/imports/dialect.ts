// What clients send to the import of a file that the document does not describe: the contacts themselves.

import { type FetchHandler, intercept, parseJson, type ServerRequest, splitTarget, withTarget } from '@octavo/runtime';

const FILES = ['/api/v1/contacts/file', '/api/v1/contacts/upload'];
const BULK = '/api/v1/contacts/bulk';

/** Takes `{ contacts: […] }` at the path of files as an import of contacts. @param most bytes that such a body may have */
export function withUploadDialect(server: FetchHandler, most: number): FetchHandler {
  return intercept(server, async (request, next) => {
    const [path, search] = splitTarget(request.target);
    if (request.method !== 'POST' || !FILES.includes(path)) return next(request);
    return next((await hasContacts(request, most)) ? withTarget(request, BULK + search) : request);
  });
}

/** What cannot be read the server refuses in its own words. */
async function hasContacts(request: ServerRequest, most: number): Promise<boolean> {
  try {
    const body = parseJson(await request.bytes(most));
    return typeof body === 'object' && body !== null && 'contacts' in body;
  } catch {
    return false;
  }
}
