// Compares two versions of the WebSocket connections of a document (`x-sockets`): their addresses, their messages, and what clients must reply and
// sign.
import { isDeepStrictEqual } from 'node:util';
import type { Socket } from '../model/service.ts';
import { type Change, type Direction, inside } from './change.ts';
import { rootComparison } from './comparison.ts';
import { compareSchemas } from './schemas.ts';

export function compareSockets(before: readonly Socket[], after: readonly Socket[], changes: Change[]): void {
  const remaining = new Map(after.map((socket) => [socket.key, socket]));
  for (const old of before) {
    const now = remaining.get(old.key);
    remaining.delete(old.key);
    if (now !== undefined) compareSocket(old, now, changes);
    else add(changes, 'breaking', 'socket-removed', old, 'the socket was removed');
  }
  for (const now of remaining.values()) add(changes, 'compatible', 'socket-added', now, 'the socket is new');
}

function compareSocket(old: Socket, now: Socket, changes: Change[]): void {
  if (old.path !== now.path)
    add(changes, 'breaking', 'socket-moved', now, `the socket is at \`${now.path}\` now, and was at \`${old.path}\``);
  compareMessages(old, now, 'sends', 'input', changes);
  compareMessages(old, now, 'receives', 'output', changes);
  compareDuties(old, now, changes);
}

/** Messages that clients send are input of the service; messages that they receive are output. */
function compareMessages(old: Socket, now: Socket, side: 'sends' | 'receives', direction: Direction, changes: Change[]): void {
  const [before, after] = [old[side], now[side]];
  const what = side === 'sends' ? 'message of a client' : 'message of the service';
  if (before !== undefined && after !== undefined)
    compareSchemas(
      [before],
      [after],
      rootComparison(now.key, direction, what, { before: inside(old.location, side), after: inside(now.location, side) }, changes),
    );
  else if (before !== undefined) add(changes, 'breaking', 'socket-message-removed', now, `no longer describes a ${what} (\`${side}\`)`);
  else if (after !== undefined) add(changes, 'compatible', 'socket-message-added', now, `describes a ${what} now (\`${side}\`)`);
}

/**
 * A client that does not know a reply loses its connection, and one that signs otherwise is refused. A client that replies or signs where it is not
 * needed is not.
 */
function compareDuties(old: Socket, now: Socket, changes: Change[]): void {
  const json = JSON.stringify;
  for (const { to } of missingIn(old.replies, now.replies))
    add(changes, 'breaking', 'socket-reply-added', now, `clients must answer ${json(to)} now`);
  for (const { to } of missingIn(now.replies, old.replies))
    add(changes, 'compatible', 'socket-reply-removed', old, `clients no longer have to answer ${json(to)}`);
  for (const { when, at } of missingIn(old.signs, now.signs))
    add(changes, 'breaking', 'socket-signing-added', now, `the member \`${at}\` of ${json(when)} is signed in a new way`);
  for (const { when, at } of missingIn(now.signs, old.signs))
    add(changes, 'compatible', 'socket-signing-removed', old, `the member \`${at}\` of ${json(when)} is no longer signed as before`);
  for (const { name, of, at } of missingIn(now.keeps, old.keeps))
    add(changes, 'breaking', 'socket-value-removed', old, `the value \`${name}\` is no longer at \`${at}\` of ${json(of)}`);
}

/** The items that are not among the others. */
function missingIn<Item>(others: readonly Item[], items: readonly Item[]): readonly Item[] {
  return items.filter((item) => !others.some((other) => isDeepStrictEqual(other, item)));
}

function add(changes: Change[], kind: Change['kind'], code: string, { key, location }: Socket, message: string): void {
  changes.push({ kind, code, operation: key, message, location });
}
