// Shows an exchange as a curl command. Each credential is a variable of the shell, such as `$CREDENTIAL`, since nothing of one is printed.
import type { CredentialUse } from '../contract/case.ts';
import type { Exchange } from '../contract/exchange.ts';

/** A command for a POSIX shell. */
export function curlOf({ sent, case: { request, credential } }: Exchange, origin: string): string {
  const { method } = sent;
  const variable = variableOf(credential);
  const body = typeof sent.body === 'string' ? sent.body : shortText(sent.body);
  const parts = ['curl', '-i'];
  // With `-X HEAD`, curl waits for a body.
  if (method === 'HEAD') parts.push('--head');
  else if (method !== 'GET') parts.push('-X', method);
  for (const [name, value] of Object.entries(sent.headers)) {
    // A header that the case does not have was added by a security scheme.
    parts.push('-H', request.headers[name] === value ? quoted(`${name}: ${value}`) : `"${name}: ${variable}"`);
  }
  if (body !== undefined) parts.push('--data-binary', typeof body === 'string' ? quoted(body) : '@-');
  const end = sent.target.indexOf(request.target) + request.target.length;
  const added = sent.target.slice(end).match(/[?&][^=&]*/g) ?? [];
  const plain = quoted(origin + sent.target.slice(0, end));
  parts.push('--path-as-is', plain + added.map((name) => `"${name}=${variable}"`).join(''));
  const command = parts.join(' ');
  return body === undefined || typeof body === 'string' ? command : withBytes(command, body);
}

/** The variable with a credential: each caller, and each way to change a credential, has its own. */
function variableOf(credential: CredentialUse): string {
  if (typeof credential !== 'string') return 'values' in credential ? '$MADE_CREDENTIAL' : '$CHANGED_CREDENTIAL';
  return credential === 'given' ? '$CREDENTIAL' : `$${credential.toUpperCase()}_CREDENTIAL`;
}

/** Bytes as the text that they are, where an argument of a command can have it. */
function shortText(bytes: Exchange['sent']['body']): Exchange['sent']['body'] {
  if (typeof bytes === 'string' || bytes === undefined || bytes.length > longestBytes) return bytes;
  const text = textOf(bytes);
  return text === undefined || text.includes('\0') ? bytes : text;
}

/** UTF-8 as text; `undefined` for other bytes. */
export function textOf(bytes: Uint8Array): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return undefined;
  }
}

/** Bytes longer than this make a command that is too long to read; a comment says how many there are. */
const longestBytes = 4096;

/** The command with the bytes on its standard input. */
function withBytes(command: string, bytes: Uint8Array): string {
  if (bytes.length > longestBytes) return `${command} # The body on standard input has ${bytes.length} bytes.`;
  return `echo ${Buffer.from(bytes).toString('base64')} | base64 -d | ${command}`;
}

/** Text without the texts of credentials: a service may repeat what it was sent. */
export function hidden(text: string, secrets: readonly string[]): string {
  return [...secrets]
    .filter((secret) => secret !== '')
    .sort((a, b) => b.length - a.length)
    .reduce((shown, secret) => shown.replaceAll(secret, '$CREDENTIAL'), text);
}

/** Quotes a text for a shell: in single quotes, with control characters as `$'…'` has them. */
function quoted(text: string): string {
  if (!/[\p{Cc}\p{Cf}]/u.test(text)) return `'${text.replaceAll("'", "'\\''")}'`;
  const escaped = text
    .replace(/[\\']/g, '\\$&')
    .replace(/[\p{Cc}\p{Cf}]/gu, (character) => `\\u${(character.codePointAt(0) ?? 0).toString(16).padStart(4, '0')}`);
  return `$'${escaped}'`;
}
