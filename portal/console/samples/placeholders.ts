// Puts placeholders for credentials into code of other languages; it is loaded with that.
import { PLACEHOLDER } from '../request/credentials.ts';
import type { Credentials } from '../request/exchange.ts';

/**
 * The text of a sample with what stands for credentials made plain: in curl a variable of the shell, `"$API_KEY"`, and elsewhere a name and a
 * password as they are, which the request holds in Base64.
 */
export function withPlaceholders(text: string, given: Credentials, isShell: boolean): string {
  const words = Object.values(given).flatMap((value) => (typeof value === 'string' ? [value] : Object.values(value)));
  const isPlaceholder = (word: string | undefined): word is string => word?.startsWith(PLACEHOLDER) === true;
  const variable = (word: string): string => `$${word.slice(PLACEHOLDER.length)}`;
  let written = text;
  for (const value of Object.values(given)) {
    if (typeof value === 'string' || !isPlaceholder(value.username) || !isPlaceholder(value.password)) continue;
    const sent = `Basic ${btoa(`${value.username}:${value.password}`)}`;
    const option = new RegExp(`(?:--header|-H) 'authorization: ${sent.replaceAll('+', '\\+')}'`, 'i');
    written = isShell
      ? written.replace(option, () => `--user "${variable(value.username ?? '')}:${variable(value.password ?? '')}"`)
      : written.replaceAll(sent, `Basic BASE64_OF_${value.username}:${value.password}`);
  }
  if (!isShell) return written;
  // The longest first: one may begin as another does. The words of the shell are in single quotes, which end before the variable and begin again
  // after it.
  for (const word of words.filter(isPlaceholder).toSorted((one, other) => other.length - one.length)) {
    written = written.replaceAll(
      new RegExp(`${word}(?![A-Z0-9_])('?)`, 'g'),
      (_, end: string) => `'"${variable(word)}"${end === '' ? "'" : ''}`,
    );
  }
  return written;
}
