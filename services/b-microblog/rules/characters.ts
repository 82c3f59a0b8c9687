// Counts and cuts texts by code points, which are the characters of both documents.

export function charactersIn(text: string): number {
  let count = 0;
  for (const _ of text) count++;
  return count;
}

/** The first characters of a text; of a longer one, so many that with `…` they are `most`. */
export function cutTo(text: string, most: number): string {
  if (text.length <= most) return text;
  const characters = Array.from(text);
  return characters.length <= most ? text : `${characters.slice(0, most - 1).join('')}…`;
}
