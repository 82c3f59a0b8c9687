// Makes texts of letters by chance, which no other thing has had and which differ once they are cut.

export function lettersOf(length: number): string {
  return Array.from({ length }, () => String.fromCodePoint(97 + Math.floor(Math.random() * 26))).join('');
}
