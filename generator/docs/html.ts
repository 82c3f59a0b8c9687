// Escapes text of documents for HTML.

/** Escapes text for HTML content and attribute values. */
export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`);
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
