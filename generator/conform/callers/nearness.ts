// Changes a credential a little: its text, the word before it, or its place.
import type { Operation as Row } from '@octavo/runtime';
import { isObject } from '../../inference/pointers.ts';
import type { CredentialChange, NearCredential } from '../contract/case.ts';
import type { SentRequest } from '../contract/exchange.ts';

/** A credential with another text; the same one where the change is one of the request. `undefined`: it cannot be changed so. */
export function changedValue(change: CredentialChange, value: unknown): unknown {
  if (isOfRequest(change)) return value;
  if (typeof value === 'string')
    return change === 'user' || (change === 'case' && !hasCase(value)) ? undefined : changedText(change, value);
  if (!isObject(value)) return undefined;
  const { username, password } = value;
  if (typeof username !== 'string' || typeof password !== 'string') return undefined;
  if (change === 'user') return { username: `${username}-octavo`, password };
  const changed = changedText(change, password);
  return changed === undefined ? undefined : { username, password: changed };
}

function isOfRequest(change: CredentialChange): boolean {
  return change === 'empty' || change === 'word' || change === 'word-case' || change === 'query';
}

/** Whether the case of a token tells it from others: it has letters of both, and is no number in hexadecimal digits. */
function hasCase(token: string): boolean {
  return /[a-z]/.test(token) && /[A-Z]/.test(token) && !/^(?:0x)?[\da-f-]+$/i.test(token);
}

/** Another text that no usual decoding of hexadecimal digits or Base64 takes for the same. */
function changedText(change: CredentialChange, text: string): string | undefined {
  // Decoders pass over what fills up the last group.
  const own = text.replace(/=+$/, '');
  switch (change) {
    case 'shorter':
      return own.length < 4 ? undefined : own.slice(0, -1);
    case 'longer':
      return own === text ? `${text}0a1b` : undefined;
    case 'middle':
      return withOther(text, Math.floor(own.length / 2));
    case 'end':
      // The last character of Base64 may have bits that stand for nothing.
      return withOther(text, own.length - 2);
    case 'case':
      return text === text.toUpperCase() ? (text === text.toLowerCase() ? undefined : text.toLowerCase()) : text.toUpperCase();
    default:
      return undefined;
  }
}

/** The text with another letter or digit at an index, or at the nearest one before it that has one. */
function withOther(text: string, index: number): string | undefined {
  for (let at = index; at > 0; at--) {
    const character = text[at] ?? '';
    if (/[a-y1-8]/i.test(character)) return text.slice(0, at) + String.fromCharCode(character.charCodeAt(0) + 1) + text.slice(at + 1);
  }
  return undefined;
}

/**
 * A request with the user's credential, and another word before it, none of it, or in the query; `undefined` where it has none that can be changed
 * so.
 */
export function changedRequest(sent: SentRequest, { scheme: name, change }: NearCredential, row: Row): SentRequest | undefined {
  if (!isOfRequest(change)) return sent;
  const scheme = row.security?.flat().find((one) => one.scheme.name === name)?.scheme;
  const parameter = scheme !== undefined && 'parameter' in scheme && typeof scheme.parameter === 'string' ? scheme.parameter : undefined;
  const header = parameter?.toLowerCase() ?? 'authorization';
  const { [header]: value, ...headers } = sent.headers;
  if (value === undefined) return undefined;
  const [word = '', ...rest] = value.split(' ');
  if (change === 'empty') return { ...sent, headers: { ...headers, [header]: parameter === undefined ? word : '' } };
  if (change === 'query') {
    if (parameter === undefined) return undefined;
    const pair = `${encodeURIComponent(parameter)}=${encodeURIComponent(value)}`;
    return { ...sent, headers, target: `${sent.target}${sent.target.includes('?') ? '&' : '?'}${pair}`, secrets: [...sent.secrets, pair] };
  }
  if (parameter !== undefined || rest.length === 0) return undefined;
  const other = change === 'word' ? 'Octavo' : word === word.toLowerCase() ? word.toUpperCase() : word.toLowerCase();
  return { ...sent, headers: { ...headers, [header]: [other, ...rest].join(' ') } };
}
