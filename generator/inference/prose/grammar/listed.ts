// Reads the items of a list of reasons, each as sentences of its own: `It is refused with 409` before
// `- while the order is a draft, or if it is paid`.

/** The mark before an item of a list. */
export const ITEM = /^\s*[-*•]\s+/;

/** Whether a sentence is an item of a list. */
export function isListed(text: string): boolean {
  return ITEM.test(text);
}

/** Whether a list may follow: the text ends with a colon, or in the middle of a sentence. */
export function isIntroducing(text: string): boolean {
  return /(?::|[^.;!?:\s])\s*$/.test(text);
}

/** What all items go on with: `The order is refused with 409 if a product`. */
const SUBJECT = /\b(?:if|when|where|while)\s+((?:an?|the|any|one|its|their|it|they)\b[^.;:,]*)$/i;

/** What leads to a reason, and what stands between two reasons of one item. */
const LEADING = '(?:if|when|where|while|as long as|once)';
const BETWEEN = new RegExp(`,?\\s+(?:and|or)\\s+(?=${LEADING}\\b)`, 'i');

/** The reasons of an item: `- while the order is a draft, or` has one, `the order is a draft`. */
export function reasonsIn(item: string, introduction: string): readonly string[] {
  const plain = item.replace(ITEM, '').replace(/[,;.]?(?:\s*(?:and|or))?\s*$/i, '');
  const subject = SUBJECT.exec(introduction.trimEnd())?.[1];
  if (subject !== undefined) return [`${subject} ${plain}`];
  return plain.split(BETWEEN).map((one) => one.replace(new RegExp(`^${LEADING}\\s+`, 'i'), ''));
}
