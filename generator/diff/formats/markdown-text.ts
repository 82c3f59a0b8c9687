// Texts with names from a document → Markdown in which these names are text and nothing else.

/**
 * A sentence whose names stand between backticks. What is between two backticks becomes code, and what is not loses its meaning as markup: a name
 * with a backtick in it may end the code early, but no part of it becomes a link, a mention, an element or a new line.
 */
export function markdownText(sentence: string): string {
  const pieces = oneLine(sentence).split('`');
  const isClosed = pieces.length % 2 === 1;
  return pieces
    .map((piece, index) => {
      const isCode = index % 2 === 1 && (isClosed || index < pieces.length - 1);
      if (!isCode) return escaped(piece);
      return piece.trim() === '' ? '' : `\`${piece}\``;
    })
    .join('');
}

/** Lines as a block of code, whose fence is longer than each run of backticks in them. */
export function codeBlock(language: string, lines: string): string {
  const longest = Math.max(2, ...[...lines.matchAll(/`+/g)].map(([run]) => run.length));
  const fence = '`'.repeat(longest + 1);
  return `${fence}${language}\n${lines}\n${fence}`;
}

function oneLine(text: string): string {
  return text.replaceAll(/[\p{Cc}\u2028\u2029]+/gu, ' ');
}

function escaped(text: string): string {
  const plain = text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('@', '&#64;')
    .replaceAll('#', '&#35;');
  return plain.replaceAll(/[\\*_[\]|~!]/g, String.raw`\$&`).replaceAll('://', ':&#47;/');
}
