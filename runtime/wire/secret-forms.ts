// The forms in which a message may have a secret: as it is, escaped and encoded. Who hides secrets looks for all of them.

/** Fewer bytes stand by chance within what is encoded. */
const LEAST_ENCODED = 6;

/**
 * The forms of a secret, each once: as it is; percent-encoded, in URLs and forms; as JSON and HTML escape it; its bytes one by one; in base64 and
 * hexadecimal digits, also where more is encoded with it. Those of a short secret may be short.
 */
export function secretForms(secret: string): ReadonlySet<string> {
  const encoded = percentEncoded(secret);
  const json = JSON.stringify(secret).slice(1, -1);
  const bytes = new TextEncoder().encode(secret);
  const base64 = toBase64(bytes);
  const unpadded = base64.replaceAll('=', '');
  const forms = [
    secret,
    encoded,
    encoded.replaceAll('%20', '+'),
    new URLSearchParams([['', secret]]).toString().slice(1),
    encodeURI(wellFormed(secret)),
    // An address in the query of another one.
    percentEncoded(encoded),
    json,
    json.replaceAll('/', '\\/'),
    asciiJson(json),
    asciiJson(json.replaceAll('/', '\\/')),
    ...htmlForms(secret),
    // The bytes as the headers of node:http and bodies without a charset have them.
    latin1(bytes),
    base64,
    unpadded,
    forUrls(unpadded),
    percentEncoded(base64),
    ...(bytes.length < LEAST_ENCODED ? [] : formsWithin(bytes)),
  ];
  return new Set([...forms, ...forms.map((form) => form.replace(/%[0-9A-F]{2}/g, (byte) => byte.toLowerCase()))]);
}

/** The forms of bytes that stay the same where more is encoded before and after them. */
function formsWithin(bytes: Uint8Array): readonly string[] {
  const digits = Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
  const base64 = [0, 1, 2].map((before) => base64Within(bytes, before));
  return [digits, digits.toUpperCase(), ...base64, ...base64.map(forUrls)];
}

/** The base64 characters that stand for the bytes alone, where so many bytes modulo 3 come before. */
function base64Within(bytes: Uint8Array, before: number): string {
  const all = new Uint8Array(before + bytes.length);
  all.set(bytes, before);
  // The first and the last character may hold bits of other bytes too.
  return toBase64(all).slice(before === 0 ? 0 : before + 1, Math.floor((all.length * 4) / 3));
}

const toBase64 = (bytes: Uint8Array): string => btoa(latin1(bytes));

const latin1 = (bytes: Uint8Array): string => Array.from(bytes, (byte) => String.fromCharCode(byte)).join('');

/** The second alphabet of RFC 4648 section 5. */
const forUrls = (base64: string): string => base64.replaceAll('+', '-').replaceAll('/', '_');

/** Some writers of JSON escape all but ASCII. */
const asciiJson = (json: string): string =>
  json.replace(/[^\x20-\x7e]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);

function htmlForms(text: string): readonly string[] {
  const escaped = text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
  return [escaped, escaped.replaceAll("'", '&#39;')];
}

const percentEncoded = (text: string): string => encodeURIComponent(wellFormed(text));

/** Half of a surrogate pair has no percent-encoding. */
const wellFormed = (text: string): string => text.replace(/\p{Surrogate}/gu, '\ufffd');
