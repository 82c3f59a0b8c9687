// Signs connections in as users of an app.

import { type SocketSignin, validateSocketUser } from '@octavo/interfaces/d-events';
import { MOST_WATCHED } from '../limits.ts';
import { signIn, signOut } from '../occupancy/members.ts';
import { isAuthorized, userText } from '../rules/authorization.ts';
import type { Connection, SignedIn } from './connection.ts';
import { frame, parse } from './frames.ts';
import { watchlistFrame } from './hub.ts';
import type { Parts } from './parts.ts';

export async function signInto(connection: Connection, { auth, user_data }: SocketSignin['data'], parts: Parts): Promise<void> {
  const { app, id } = connection;
  if (connection.user !== undefined) return connection.reject(`The connection is signed in as ${connection.user.id} already.`);
  if (!isAuthorized(app, auth, userText(id, user_data), parts.clock.now()))
    return connection.close(4009, 'The signature does not match the user.');
  const { user, isCut } = userIn(user_data);
  if (user === undefined)
    return connection.close(
      4009,
      'The user_data must be JSON with an id. Identifiers have at most 128 characters, none of them a control character.',
    );
  connection.user = user;
  parts.hub.signIn(connection);
  try {
    const online = await parts.ledger.make((unit) => signIn(unit, app.id, user.id, user.watchlist));
    connection.send(frame({ event: 'pusher:signin_success', data: { user_data } }));
    if (isCut) connection.reject(`A watchlist has at most ${MOST_WATCHED} users; the first ${MOST_WATCHED} are watched.`, 4302);
    if (online.length > 0) connection.send(watchlistFrame('online', [...online]));
    // The rows of a connection that has ended in the meantime.
    if (!connection.isOpen) signOff(connection, parts);
    else connection.isSignedIn = true;
  } catch {
    connection.close(4200, 'The service cannot sign in now. Try again.');
  }
}

/** Removes what was written when the connection signed in. */
export function signOff({ app, user }: Connection, { ledger }: Parts): void {
  if (user !== undefined) ledger.insist((unit) => signOut(unit, app.id, user.id));
}

function userIn(text: string): { readonly user?: SignedIn; readonly isCut: boolean } {
  const given = parse(text);
  const watched = (given as { watchlist?: unknown } | null | undefined)?.watchlist;
  const isCut = Array.isArray(watched) && watched.length > MOST_WATCHED;
  const value = isCut ? { ...(given as object), watchlist: watched.slice(0, MOST_WATCHED) } : given;
  if (!validateSocketUser(value, [])) return { isCut };
  const { id, user_info, watchlist = [] } = value;
  return {
    user: {
      id,
      info: user_info === undefined ? null : JSON.stringify(user_info),
      watchlist: [...new Set(watchlist)].filter((watched) => watched !== id),
    },
    isCut,
  };
}
