// Makes the page tokens of lists that are ordered by one whole number: the document allows 16 to 19 characters, fewer than the platform's have.

import type { Cursors, Position } from '../platform/cursors.ts';

/** 11 digits of base 36 hold 2^53. */
const DIGITS = 11;
const CHECK = 7;

/**
 * The first characters of the platform's token tell whether a short one was made for the list by this sandbox.
 * @param digits of base 36 for the number
 */
export function shortCursors(cursors: Cursors, digits = DIGITS): Cursors {
  const pattern = new RegExp(`^([ab])([0-9a-z]{${digits}})[\\w-]{${CHECK}}$`);

  function token(list: string, position: Position): string {
    const [direction, seq] = position;
    return `${direction === 'before' ? 'b' : 'a'}${Number(seq).toString(36).padStart(digits, '0')}${cursors.token(list, position).slice(0, CHECK)}`;
  }
  return {
    token,
    position(list, given) {
      const [, direction, number = ''] = pattern.exec(given) ?? [];
      if (direction === undefined) return undefined;
      const position = [direction === 'b' ? 'before' : 'after', Number.parseInt(number, 36)];
      return token(list, position) === given ? position : undefined;
    },
  };
}
