// Tells messages of one kind: they differ only in what names one place, such as operations, quoted words, pointers and numbers.

/** The name of one place of each kind; `…` stands for it in a message that is about several. */
const NAMES =
  /`[^`]*`|'[^']*'|"[^"]*"|\b[A-Z]{3,} \/\S*|#\/\S+|(?<=\b\w+ )\/\S+|(?<=\b[Tt]he (?:schema|parameter|response|request body|header|link|callback) )\S+|\d+|…/g;

/** Where in a schema a fault is: `its property a: its items:`. */
const WAYS = /(?:\bits (?:property \S+|items|additional properties): )+/g;

/** The message without what names one place. */
export function kindOf(message: string): string {
  return message.replace(WAYS, '').replace(NAMES, '…');
}

/** A message for all of one kind: what they share is written out, what differs is `…`, and ways through schemas are left out. */
export function commonMessage(messages: readonly string[]): string {
  const distinct = new Set(messages);
  if (distinct.size === 1) return messages[0] ?? '';
  const [first = '', ...others] = [...distinct].map((message) => message.replace(WAYS, ''));
  const names = others.map((message) => message.match(NAMES) ?? []);
  let at = 0;
  return first.replace(NAMES, (name) => {
    const index = at++;
    return names.every((own) => own[index] === name) ? name : '…';
  });
}
