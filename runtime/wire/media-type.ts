// Media types (RFC 9110 section 8.3.1): essence, parameters, whether one is JSON or text, and which declared one matches. All of the runtime asks
// here, and the generator through `@octavo/runtime/facts`. Ranges and parameters: `match-media.ts`.
import { SyntaxFault } from '../contract/errors.ts';

const ESSENCE = /^\s*([!#$%&'*+.^`|~\w-]+\/[!#$%&'*+.^`|~\w-]+)\s*(?:;|$)/;

/** A media type without its parameters, in lower case: `application/json`. `''` for text that is not a media type. */
export function essenceOf(contentType: string): string {
  return contentType === 'application/json' ? contentType : (ESSENCE.exec(contentType)?.[1]?.toLowerCase() ?? '');
}

/** The first parameter of a name, such as `charset`; a quoted value without its quotes. */
export function parameterOf(contentType: string, name: string): string | undefined {
  if (!contentType.includes(';')) return undefined;
  const [, value] = new RegExp(`^(?:[^"]|"[^"]*")*?;\\s*${name}\\s*=\\s*("[^"]*"|[^\\s;"]*)`, 'i').exec(contentType) ?? [];
  return value?.replaceAll('"', '');
}

/** The charset of a media type in lower case, if it names one. */
export function charsetOf(contentType: string): string | undefined {
  return parameterOf(contentType, 'charset')?.toLowerCase() || undefined;
}

/** Whether text of the media type is UTF-8: it names no charset, or UTF-8, or ASCII. */
export function isUtf8(contentType: string): boolean {
  return (
    !contentType.includes(';') || !/^[^"]*?(?:"[^"]*"[^"]*?)*?;\s*charset\s*=(?!\s*("?)(?:utf-?8|us-ascii)?\1\s*(?:;|$))/i.test(contentType)
  );
}

/** @throws {SyntaxFault} for a media type whose charset is not UTF-8. */
export function requireUtf8(contentType: string): void {
  if (!isUtf8(contentType)) throw new SyntaxFault('is not in UTF-8');
}

/** Whether the body is JSON: `application/json`, `text/json`, and every media type with the suffix `+json`, last or not. */
export function isJson(contentType: string): boolean {
  return /[/+]json(\+|$)/.test(essenceOf(contentType));
}

/** Whether a string can hold the body: `text/*`, and JSON, XML and YAML. */
export function isTextual(contentType: string): boolean {
  return /^text\/|[/+](?:json|xml|yaml)(?:\+|$)/.test(essenceOf(contentType));
}

/** Whether a declared media type is a range: `image/*`. */
export function isRange(contentType: string): boolean {
  return contentType.includes('*');
}

/**
 * The declared media type that a received one matches, with what is declared for it: the same type, whatever its parameters. Rows that declare
 * ranges or parameters name `mostSpecific` for it.
 */
export function matchContent<T>(contents: Readonly<Record<string, T>>, contentType: string): readonly [string, T, string?] | undefined {
  const essence = essenceOf(contentType);
  // No object inherits a member with a slash in its name.
  const exact = contents[essence];
  if (exact !== undefined) return [essence, exact];
  return Object.entries(contents).find(([declared]) => essence && essenceOf(declared) === essence);
}
