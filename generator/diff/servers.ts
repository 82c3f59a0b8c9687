// Compares two versions of a list of servers: their addresses, and the values of their variables.

import type { Location } from '../base/problem.ts';
import type { Server } from '../model/service.ts';
import type { Change } from './change.ts';

export interface ServerLists {
  readonly before: readonly Server[];
  readonly after: readonly Server[];
  /** The locations of the two lists. */
  readonly places: { readonly before: Location; readonly after: Location };
  /** The operation that has servers of its own; absent for those of the document. */
  readonly operation?: string;
}

export function compareServers({ before, after, places, operation }: ServerLists, changes: Change[]): void {
  const add = (kind: Change['kind'], code: string, message: string, location: Location): void => {
    changes.push({ kind, code, ...(operation === undefined ? {} : { operation }), message, location });
  };
  const now = new Map(after.map((server) => [server.url, server]));
  const then = new Map(before.map((server) => [server.url, server]));
  for (const [url, old] of then) {
    const server = now.get(url);
    if (server === undefined) {
      add(
        'breaking',
        'server-removed',
        operation === undefined ? `the server ${url} was removed` : `is no longer at ${url}`,
        places.before,
      );
      continue;
    }
    for (const { name, enum: allowed, default: fallback } of old.variables) {
      const variable = server.variables.find((candidate) => candidate.name === name);
      const values = variable?.enum;
      const what = `the variable \`${name}\` of the server ${url}`;
      if (variable !== undefined && variable.default !== fallback)
        add('breaking', 'server-default-changed', `${what} is ${variable.default} by default, was ${fallback}`, places.after);
      const gone = values === undefined ? [] : (allowed ?? []).filter((value) => !values.includes(value));
      const added = allowed === undefined ? [] : (values ?? []).filter((value) => !allowed.includes(value));
      if (gone.length > 0) add('breaking', 'server-value-removed', `${what} can no longer be ${gone.join(', ')}`, places.after);
      if (added.length > 0) add('compatible', 'server-value-added', `${what} can be ${added.join(', ')} now`, places.after);
      if (allowed === undefined && values !== undefined)
        add('breaking', 'server-value-removed', `${what} can only be ${values.join(', ')} now`, places.after);
      if (allowed !== undefined && values === undefined)
        add('compatible', 'server-value-added', `${what} can have any value now`, places.after);
    }
  }
  for (const url of now.keys()) {
    if (then.has(url)) continue;
    add('compatible', 'server-added', operation === undefined ? `the server ${url} is new` : `is at ${url} now`, places.after);
  }
  // A client that is given no address takes that of the first.
  const [[first], [old]] = [after, before];
  if (first !== undefined && old !== undefined && first.url !== old.url && then.has(first.url) && now.has(old.url))
    add('compatible', 'server-default-changed', `the server of clients that name none is ${first.url} now, was ${old.url}`, places.after);
}
