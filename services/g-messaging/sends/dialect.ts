// What clients send to the older path of a prepared message: its recipients as a list of addresses, and the same data for all of them.

import { type FetchHandler, intercept, parseJson, type ServerRequest, withBody, withTarget } from '@octavo/runtime';

const OLDER = /^\/api\/v1\/message\/(\d{1,15})\/send(?=\?|$)/;
const SEND = '/api/v1/message/send';

/** As much as the server reads. */
const MAX_BODY_BYTES = 1024 * 1024;

export function withSendDialect(server: FetchHandler): FetchHandler {
  return intercept(server, async (request, next) => {
    const [, id] = OLDER.exec(request.target) ?? [];
    if (request.method !== 'POST' || id === undefined) return next(request);
    return next(await respelled(withTarget(request, request.target.replace(OLDER, SEND)), Number(id)));
  });
}

/** The request with the body of the document. What cannot be read the server refuses in its own words. */
async function respelled(request: ServerRequest, id: number): Promise<ServerRequest> {
  const sent = await bodyOf(request);
  if (sent === undefined) return request;
  const { recipients, contactId, params, ...rest } = sent;
  const data = dataOf(params);
  const people = [...(Array.isArray(recipients) ? recipients.map(recipientOf) : []), ...(contactId === undefined ? [] : [{ contactId }])];
  const body = { ...rest, id, ...(people.length === 0 ? {} : { recipients: people.map((person) => ({ ...data, ...person })) }) };
  return withBody(request, { type: 'application/json', bytes: new TextEncoder().encode(JSON.stringify(body)) });
}

async function bodyOf(request: ServerRequest): Promise<Readonly<Record<string, unknown>> | undefined> {
  try {
    const body = parseJson(await request.bytes(MAX_BODY_BYTES));
    return typeof body === 'object' && body !== null && !Array.isArray(body) ? { ...body } : undefined;
  } catch {
    return undefined;
  }
}

const recipientOf = (recipient: unknown) =>
  typeof recipient === 'object' && recipient !== null ? recipient : { locator: String(recipient) };

/** The pairs of a key and a value as the data that a message uses. */
function dataOf(params: unknown): { readonly jsonParam?: string } {
  if (!Array.isArray(params)) return {};
  const pairs = params.filter((param): param is { key: string; value: unknown } => typeof param?.key === 'string');
  return { jsonParam: JSON.stringify(Object.fromEntries(pairs.map(({ key, value }) => [key, value]))) };
}
