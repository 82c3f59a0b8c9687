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

/** How many parts an SMS is sent in: of 160 places, or of 153 where there are several; with other characters than those of GSM, of 70 and 67. */
export function smsParts(text: string): number {
  let places = 0;
  for (const character of text) {
    if (SINGLE.includes(character)) places += 1;
    else if (DOUBLE.includes(character)) places += 2;
    else return partsOf(text.length, 70, 67);
  }
  return partsOf(places, 160, 153);
}

function partsOf(places: number, single: number, several: number): number {
  return places <= single ? 1 : Math.ceil(places / several);
}
