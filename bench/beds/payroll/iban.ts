// The check digits of an IBAN (ISO 13616).

/** Whether the digits leave 1 when they are divided by 97, with the country and the check digits at the end and letters as 10 to 35. */
export function isIban(text: string): boolean {
  const digits = [...`${text.slice(4)}${text.slice(0, 4)}`].map((character) => String(Number.parseInt(character, 36))).join('');
  return BigInt(digits) % 97n === 1n;
}
