// Which values of an entry are redacted, as the judge takes it: those that the file marks, and the placeholders of other tools.
import type { Entry } from '../../har/entry.ts';
import type { Operation } from '../../model/service.ts';
import type { WireResponse } from '../contract/exchange.ts';
import { isPlaceholder, placeholdersIn } from './placeholders.ts';

/** JSON pointers into the input of the operation. Credentials are not part of it. */
export function redactedInput({ request, redacted }: Entry, operation: Operation): string[] {
  const marks = redacted.flatMap((mark) => (mark.startsWith('/request/') ? mark.slice('/request'.length) : []));
  const headers = request.headers.flatMap(([name, value]) => (isPlaceholder(value) ? `/header/${name}` : []));
  const query = [...request.url.searchParams].flatMap(([name, value]) => (isPlaceholder(value) ? `/query/${name}` : []));
  const body = bodyOf(request.body).map((place) => `/body${place}`);
  return [...marks, ...headers, ...query, ...body].flatMap((mark) => inputOf(mark, operation) ?? []);
}

/** `undefined` for what is no parameter of the operation. */
function inputOf(mark: string, { parameters }: Operation): string | undefined {
  const [, part = '', name] = /^\/([^/]*)(?:\/(.*))?$/s.exec(mark) ?? [];
  if (part === 'body' || part === 'path') return mark;
  if (part === 'cookie') return parameters.some((one) => one.in === 'cookie') ? mark : undefined;
  const declared = parameters.find((one) => one.in === part && one.name.toLowerCase() === name?.replace(/\[.*$/s, '').toLowerCase());
  if (declared !== undefined) return `/${part}/${declared.name}`;
  return part === 'query' && parameters.some((one) => one.in === 'querystring') ? '/querystring' : undefined;
}

export function redactedOutput({ response, redacted }: Entry): NonNullable<WireResponse['redacted']> {
  const of = (part: string): string[] =>
    redacted.flatMap((mark) =>
      mark === `/response/${part}` || mark.startsWith(`/response/${part}/`) ? mark.slice(`/response/${part}`.length) : [],
    );
  const headers = response.headers.flatMap(([name, value]) => (isPlaceholder(value) ? name : []));
  return {
    body: [...of('body'), ...bodyOf(response.body)],
    headers: [...of('header').map((place) => place.slice(1)), ...headers],
  };
}

function bodyOf(body: Entry['request']['body']): string[] {
  return body instanceof Uint8Array ? placeholdersIn(body) : [];
}
