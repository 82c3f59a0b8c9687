// Signs messages of a socket in the browser, as `signs` of `x-sockets` says, with the credential that the page knows.
import type { ConsoleSocket } from '../../../generator/docs/console/data.ts';
import { tokenName } from '../../../runtime/contract/pointer.ts';
import { hmacSha256 } from '../../../runtime/crypto/hmac.ts';
import { toHex } from '../../../runtime/crypto/md5.ts';
import { isRecord } from '../form/choose.ts';
import { edited } from '../form/edit.ts';
import type { Credentials } from '../request/exchange.ts';

type Signing = ConsoleSocket['signs'][number];
type Values = Readonly<Record<string, string>>;

/** Whether a message can be signed here. */
export type Signable =
  | { readonly kind: 'ready'; readonly signing: Signing; readonly text: string; readonly values: Values; readonly secret: string }
  /** Names what is not known yet, such as a part of the credential or a member of the message. */
  | { readonly kind: 'missing'; readonly signing: Signing; readonly names: readonly string[] };

/** The credential and the rule that sign a message; `undefined` for a message that needs no signature. */
export function signableOf(
  { signs }: Pick<ConsoleSocket, 'signs'>,
  kept: Values,
  credentials: Credentials,
  message: unknown,
): Signable | undefined {
  const signing = signs.find(({ when }) => fits(message, when));
  if (signing === undefined) return undefined;
  const pair = Object.values(credentials).find((value): value is Readonly<Record<string, string>> => isPair(value));
  const values = { ...pair, ...kept };
  const [text, missing] = filled(signing.text, message, values);
  const [, others] = filled(signing.value, message, { ...values, signature: '' });
  const names = [...new Set([...missing, ...others, ...(pair?.secret === undefined ? ['secret'] : [])])];
  if (names.length > 0 || pair?.secret === undefined) return { kind: 'missing', signing, names };
  return { kind: 'ready', signing, text, values, secret: pair.secret };
}

/** The message with its signature. */
export async function sign({ signing, text, values, secret }: Signable & { kind: 'ready' }, message: unknown): Promise<unknown> {
  const signature = toHex(await hmacSha256(secret, text));
  const [value] = filled(signing.value, message, { ...values, signature });
  return edited(message, tokensOf(signing.at), value);
}

/** Whether the page may compute signatures: browsers have `crypto.subtle` on loopback and HTTPS only. */
export const canSign = (): boolean => globalThis.crypto?.subtle !== undefined;

/** Whether a value has the members that are wanted. A wanted text that ends in `*` stands for all texts with that beginning. */
export function fits(value: unknown, wanted: unknown): boolean {
  if (typeof wanted === 'string' && wanted.endsWith('*')) return typeof value === 'string' && value.startsWith(wanted.slice(0, -1));
  if (!isRecord(wanted)) return value === wanted;
  return isRecord(value) && Object.entries(wanted).every(([name, member]) => Object.hasOwn(value, name) && fits(value[name], member));
}

/** The value at a JSON pointer (RFC 6901), which goes on into texts that are JSON; `undefined` where there is none. */
export function pointedValue(value: unknown, pointer: string): unknown {
  return tokensOf(pointer).reduce<unknown>((parent, token) => {
    const held = typeof parent === 'string' ? parsed(parent) : parent;
    if (Array.isArray(held)) return held[Number(token)];
    return isRecord(held) && Object.hasOwn(held, token) ? held[token] : undefined;
  }, value);
}

/** The value with the member that another has at a JSON pointer. */
export function withMember(value: unknown, pointer: string, other: unknown): unknown {
  return edited(value, tokensOf(pointer), pointedValue(other, pointer));
}

function tokensOf(pointer: string): readonly string[] {
  return pointer.split('/').slice(1).map(tokenName);
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

function isPair(value: Credentials[string]): boolean {
  return typeof value === 'object' && value.secret !== undefined && value.secret !== '';
}

/** The text with its values, and the names of those that are missing. */
function filled(template: string, message: unknown, values: Values): readonly [string, readonly string[]] {
  const missing: string[] = [];
  const text = template.replace(/\{([^{}]+)\}/g, (_, name: string) => {
    const value = name.startsWith('/') ? pointedValue(message, name) : values[name];
    if (typeof value === 'string' || typeof value === 'number') return String(value);
    missing.push(name);
    return '';
  });
  return [text, missing];
}
