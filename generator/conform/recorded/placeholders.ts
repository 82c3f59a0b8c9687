// Finds values that another tool has redacted, which no list in the file names.
import { isRecord } from '../../base/is-record.ts';

/** `REDACTED`, `[redacted]`, `<api key redacted>`, `***`. */
const PLACEHOLDER = /^[^\w]*(?:[\w-]+ ){0,3}redacted[^\w]*$|^\*{3,}$/i;

/** The deepest value that is looked at. */
const MOST_LEVELS = 100;

export function isPlaceholder(text: string): boolean {
  return text.length < 100 && PLACEHOLDER.test(text);
}

/** JSON pointers to placeholders in a body; none where it is not JSON. */
export function placeholdersIn(body: Uint8Array): string[] {
  const text = new TextDecoder().decode(body);
  // Most bodies have none, and need not be read.
  if (!/redacted|\*{3}/i.test(text)) return [];
  try {
    const found: string[] = [];
    visit(JSON.parse(text), '', found, 0);
    return found;
  } catch {
    return [];
  }
}

function visit(value: unknown, at: string, found: string[], level: number): void {
  if (typeof value === 'string' && isPlaceholder(value)) found.push(at);
  if (level > MOST_LEVELS) return;
  if (Array.isArray(value)) for (const [index, item] of value.entries()) visit(item, `${at}/${index}`, found, level + 1);
  else if (isRecord(value)) {
    for (const [name, member] of Object.entries(value))
      visit(member, `${at}/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`, found, level + 1);
  }
}
