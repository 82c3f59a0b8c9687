// Tells messages of one kind: they differ only in what names one place, such as operations, quoted words, pointers and numbers.

/** What names one place. The words `its property a: its items:` say where in a schema a fault is. */
const NAMES =
  /`[^`]*`|'[^']*'|"[^"]*"|\b[A-Z]{3,} \/\S*|#\/\S+|(?<=\b\w+ )\/\S+|(?<=\b[Tt]he (?:schema|parameter|response|request body|header|link|callback) )\S+|(?:its (?:property \S+|items|additional properties): )+|\d+/g;

/** The message without what names one place. */
export function kindOf(message: string): string {
  return message.replace(NAMES, '…');
}

/** A message for all of one kind: what they share is written out, what differs is `…`, and ways through schemas are left out. */
export function commonMessage(messages: readonly string[]): string {
  const [first = '', ...others] = [...new Set(messages)];
  const names = others.map((message) => message.match(NAMES) ?? []);
  let at = 0;
  return first.replace(NAMES, (name) => {
    const index = at++;
    if (names.every((own) => own[index] === name)) return name;
    return name.startsWith('its ') ? '' : '…';
  });
}
