// Reads text from HTML and Markdown.

const NAMED: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

/** The text that HTML content stands for; the character references are those that programs write. */
export function unescapeHtml(html: string): string {
  return html.replace(/&(?:#x([0-9a-f]{1,6})|#([0-9]{1,7})|([a-z]+));/gi, (whole, hex?: string, decimal?: string, name?: string) => {
    if (name !== undefined) return NAMED[name.toLowerCase()] ?? whole;
    const code = hex === undefined ? Number(decimal) : Number.parseInt(hex, 16);
    return code > 0x10ffff ? whole : String.fromCodePoint(code);
  });
}

/** The first sentence of a description, without Markdown. */
export function firstSentence(markdown: string): string {
  // No part of a link may hold another opening bracket or a deeper parenthesis, since each one would read the rest of the text again.
  const plain = markdown
    .replace(/[`*]/g, '')
    .replace(/\[([^[\]]*)\]\((?:[^()]|\([^()]*\))*\)/g, '$1')
    .replace(/\s+/g, ' ')
    .trim();
  return /^.*?[.!?](?=\s|$)/.exec(plain)?.[0] ?? plain;
}
