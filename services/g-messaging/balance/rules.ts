// Decides what messages cost.

/** How many units of the balance are one of the currency. */
export const UNITS = 10_000;

/** The kinds of expenses, with what one piece costs. Messages of other channels are free. */
export const PRICES = { EMAIL: 10, SMS: 400, VIBER: 300 } as const;

export type ExpenseType = keyof typeof PRICES;

/** The characters of GSM 03.38 that take one place, and those that take two. */
const SINGLE =
  '@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !"#¤%&\'()*+,-./0123456789:;<=>?¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§¿abcdefghijklmnopqrstuvwxyzäöñüà';
const DOUBLE = '^{}\\[~]|€\f';

/**
 * How many parts an SMS is sent in: of 160 places, or of 153 where there are several; with other characters than those of GSM, of 70 and 67. No
 * character is split, so a place at the end of a part can stay empty (3GPP TS 23.040 section 9.2.3.24.1).
 */
export function smsParts(text: string): number {
  const characters = [...text];
  const isGsm = characters.every((character) => SINGLE.includes(character) || DOUBLE.includes(character));
  if (isGsm)
    return partsOf(
      characters.map((character) => (DOUBLE.includes(character) ? 2 : 1)),
      160,
      153,
    );
  return partsOf(
    characters.map(({ length }) => length),
    70,
    67,
  );
}

/** @param places those that each character takes */
function partsOf(places: readonly number[], single: number, several: number): number {
  if (places.reduce((sum, count) => sum + count, 0) <= single) return 1;
  let parts = 1;
  let used = 0;
  for (const count of places) {
    used += count;
    if (used <= several) continue;
    parts += 1;
    used = count;
  }
  return parts;
}
