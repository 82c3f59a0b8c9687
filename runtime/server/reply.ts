// Short forms of results for handlers: `return reply(200, { … })` for `return { status: 200, body: { … } }`.

interface Replied<Status> {
  readonly status: Status;
}

interface RepliedWith<Status, Body> extends Replied<Status> {
  readonly body: Body;
}

/** The result of an operation. The compiler checks it against what the document declares for the status. */
export function reply<const Status extends number>(status: Status): Replied<Status>;
export function reply<const Status extends number, Headers extends object>(
  status: Status,
  body: undefined,
  headers: Headers,
): Replied<Status> & { readonly headers: Headers };
export function reply<const Status extends number, Body>(status: Status, body: Body): RepliedWith<Status, Body>;
export function reply<const Status extends number, Body, Headers extends object>(
  status: Status,
  body: Body,
  headers: Headers,
): RepliedWith<Status, Body> & { readonly headers: Headers };
export function reply(status: number, body?: unknown, headers?: object): object {
  return { status, ...(body === undefined ? {} : { body }), ...(headers === undefined ? {} : { headers }) };
}

/** 204, without a body. */
export function noContent(): Replied<204> {
  return { status: 204 };
}

/**
 * A problem (RFC 9457): `problem(409, { title: 'Taken', detail: 'There is a user of that name.' })`, with further members that the document declares.
 */
export function problem<const Status extends number, Members extends { readonly title: string; readonly detail?: string }>(
  status: Status,
  members: Members,
): RepliedWith<Status, { type: string; status: Status } & Members> {
  return { status, body: { type: 'about:blank', status, ...members } };
}
