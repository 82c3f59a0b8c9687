// The forms in which a text may come back: as it is, escaped, and encoded.

/** Shorter texts stand by chance in what is encoded. */
const LEAST_ENCODED = 6;

/** The forms of a secret that a response may have, each once. Base64 and hexadecimal digits: also where more is encoded with it, before and after. */
export function secretForms(secret: string): ReadonlySet<string> {
  const forms = new Set([secret, JSON.stringify(secret).slice(1, -1), jsonEscaped(secret), htmlEscaped(secret), percentEncoded(secret)]);
  const bytes = new TextEncoder().encode(secret);
  if (bytes.length < LEAST_ENCODED) return forms;
  const digits = Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
  for (const form of [digits, digits.toUpperCase(), ...[0, 1, 2].flatMap((before) => base64Within(bytes, before))]) forms.add(form);
  return forms;
}

/** As writers of JSON do that escape slashes, or all but ASCII. */
const jsonEscaped = (text: string): string =>
  JSON.stringify(text)
    .slice(1, -1)
    .replaceAll('/', '\\/')
    .replace(/[^\x20-\x7e]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);

const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };
const htmlEscaped = (text: string): string => text.replace(/[&<>"']/g, (char) => ENTITIES[char] ?? char);

/** Half of a surrogate pair has no such form. */
const percentEncoded = (text: string): string => encodeURIComponent(text.replace(/\p{Surrogate}/gu, '\ufffd'));

/** The characters of both alphabets that stand for the bytes alone, where so many bytes modulo 3 come before. */
function base64Within(bytes: Uint8Array, before: number): readonly string[] {
  const all = new Uint8Array(before + bytes.length);
  all.set(bytes, before);
  const encoded = btoa(Array.from(all, (byte) => String.fromCharCode(byte)).join(''));
  // The first and the last character may hold bits of other bytes too.
  const first = before === 0 ? 0 : before + 1;
  const last = Math.floor((all.length * 4) / 3);
  const form = encoded.slice(first, last);
  return [form, form.replaceAll('+', '-').replaceAll('/', '_')];
}
