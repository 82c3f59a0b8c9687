// Reads a `Link` header (RFC 8288 section 3): finds the target of the first link with a relation.

/**
 * The target as written, which may be relative. `undefined` where no link has the relation. Links with an `anchor` describe another resource, and
 * are skipped. Reads the text once, so that time is linear in its length.
 */
export function nextLink(header: string, relation: string): string | undefined {
  let index = 0;
  const skip = (characters: string): void => {
    while (index < header.length && characters.includes(header.charAt(index))) index++;
  };
  const until = (characters: string): string => {
    const start = index;
    while (index < header.length && !characters.includes(header.charAt(index))) index++;
    return header.slice(start, index);
  };
  const quoted = (): string => {
    let text = '';
    for (index++; index < header.length && header.charAt(index) !== '"'; index++) {
      if (header.charAt(index) === '\\') index++;
      text += header.charAt(index);
    }
    index++;
    return text;
  };

  while (index < header.length) {
    skip(', \t');
    if (header.charAt(index) !== '<') return undefined;
    index++;
    const target = until('>');
    index++;
    let relations: string | undefined;
    let anchored = false;
    for (skip(' \t'); header.charAt(index) === ';'; skip(' \t')) {
      index++;
      skip(' \t');
      const name = until('=;, \t').toLowerCase();
      skip(' \t');
      let value = '';
      if (header.charAt(index) === '=') {
        index++;
        skip(' \t');
        value = header.charAt(index) === '"' ? quoted() : until(';, \t');
      }
      // Only the first `rel` of a link counts (section 3.3).
      if (name === 'rel') relations ??= value;
      else if (name === 'anchor') anchored = true;
    }
    if (!anchored && relations?.toLowerCase().split(/\s+/).includes(relation) === true) return target.trim();
  }
  return undefined;
}
