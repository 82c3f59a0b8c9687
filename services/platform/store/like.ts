// Writes texts as patterns of `like`.

/** A text as a pattern of `like … escape '!'` has it. */
export function escaped(text: string): string {
  return text.replace(/[%_!]/g, '!$&');
}
