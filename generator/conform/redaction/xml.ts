// Redacts XML by the names of elements and attributes.
import { MARK } from './secret-index.ts';

/** Text in elements and attributes of XML whose names are secrets. */
export function redactXml(
  text: string,
  isSecret: (name: string) => boolean,
): { readonly text: string; readonly secrets: readonly string[] } {
  const secrets: string[] = [];
  const hide = (before: string, name: string, value: string, after: string, whole: string): string => {
    if (value.trim() === '' || !isSecret(name)) return whole;
    secrets.push(value.trim());
    return `${before}${MARK}${after}`;
  };
  const elements = text.replace(
    /(<(?:[\w.-]+:)?([\w.-]+)(?:\s[^<>]*)?>)((?:<!\[CDATA\[)?[^<]*?(?:\]\]>)?)(<\/)/g,
    (whole, before: string, name: string, value: string, after: string) => hide(before, name, value, after, whole),
  );
  const shown = elements.replace(
    /(\s(?:[\w.-]+:)?([\w.-]+)\s*=\s*")([^"<]*)(")/g,
    (whole, before: string, name: string, value: string, after: string) => hide(before, name, value, after, whole),
  );
  return { text: shown, secrets };
}
