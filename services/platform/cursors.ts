// Makes page tokens: where a page of a list has ended, in a text that means something to this sandbox only.

import { createHmac, timingSafeEqual } from 'node:crypto';

/**
 * The values by which a list is sorted, of the last row of a page; the last of them is different for each row. `lists.ts` reads the
 * page after these values, which stays right while rows are added and removed.
 */
export type Position = readonly (string | number)[];

export interface Cursors {
  /**
   * The token of a position: base64url without padding, which clients can put into a query as it is (RFC 4648 section 5).
   * @param list what is listed, for whom, and by which filters: `events:<user>:active`. Only the same text reads the token again
   */
  token(list: string, position: Position): string;
  /** The position that a token stands for; `undefined` for a token that was not made for this list by this sandbox. */
  position(list: string, token: string): Position | undefined;
}

const MAC_BYTES = 12;
const MOST_CHARACTERS = 2048;

/** @param secret Shared by the processes of a sandbox: who knows it can make tokens. */
export function createCursors(secret: string): Cursors {
  // The length of the list's name comes first, so that no other name and position have the same text.
  const macOf = (list: string, json: string) =>
    createHmac('sha256', secret).update(`${list.length}:${list}${json}`).digest().subarray(0, MAC_BYTES);
  return {
    token(list, position) {
      const json = JSON.stringify(position);
      return Buffer.concat([macOf(list, json), Buffer.from(json)]).toString('base64url');
    },
    position(list, token) {
      if (token.length > MOST_CHARACTERS) return undefined;
      const bytes = Buffer.from(token, 'base64url');
      // Node ignores characters that base64url does not have. A token has one spelling.
      if (bytes.length <= MAC_BYTES || bytes.toString('base64url') !== token) return undefined;
      const json = bytes.subarray(MAC_BYTES).toString();
      if (!timingSafeEqual(bytes.subarray(0, MAC_BYTES), macOf(list, json))) return undefined;
      return JSON.parse(json) as Position;
    },
  };
}
