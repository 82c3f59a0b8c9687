// Redacts the body of a message by its media type.
import { boundaryOf, partsIn } from '../../har/multipart.ts';
import type { RecordedBody } from '../../har/recorded.ts';
import { isJson, isUrlencoded, isXml, streamFormat } from '../../model/media-type.ts';
import type { Schema } from '../../model/schema/schema.ts';
import { hideInJson, redactJson } from './json-body.ts';
import { inside, isSecret, type SecretNames } from './names.ts';
import { MARK, type SecretIndex } from './secret-index.ts';
import { type Redacted, redactPairs } from './texts.ts';
import { redactXml } from './xml.ts';

/** What redaction knows of a body. */
export interface BodyFacts {
  readonly contentType: string;
  /** Those that may apply to it, or to each item of a stream. */
  readonly schemas: readonly Schema[];
  readonly names: SecretNames;
}

/** Secrets of a token request beside those that are secrets everywhere (RFC 6749 section 4). */
const TOKEN_REQUEST: ReadonlySet<string> = new Set(['code', 'code_verifier', 'client_secret', 'refresh_token', 'password', 'assertion']);
const NONE: ReadonlySet<string> = new Set();

/** By the names of values and by what the document says of them. */
export function redactBody(body: string, facts: BodyFacts): Redacted {
  const { contentType, schemas, names } = facts;
  if (isSecret(schemas) && streamFormat(contentType) === undefined) return whole(body);
  const own = /(?:^|[&{,\s])"?grant_type"?\s*[=:]/.test(body.slice(0, 64 * 1024)) ? TOKEN_REQUEST : NONE;
  if (streamFormat(contentType) !== undefined) return redactLines(body, facts);
  if (isJson(contentType)) return orWhole(body, () => redactJson(body, schemas, names, own), names);
  const isField = (name: string): boolean => own.has(name) || isMember(name, schemas, names);
  if (isUrlencoded(contentType)) return redactPairs(body, isField);
  const boundary = boundaryOf(contentType);
  if (boundary !== undefined) return redactMultipart(body, boundary, facts, isField);
  if (isXml(contentType)) {
    const { text, secrets } = redactXml(body, isField);
    return { text, secrets, places: secrets.length === 0 ? [] : [''] };
  }
  return { text: body, secrets: [], places: [] };
}

function isMember(name: string, schemas: readonly Schema[], names: SecretNames): boolean {
  return names.isMember(name) || names.marked.has(name) || isSecret(inside(schemas, name));
}

/** What is said to be JSON and is not may have a secret anywhere. */
function orWhole(body: string, redact: () => Redacted, names: SecretNames): Redacted {
  try {
    return redact();
  } catch {
    const { secrets, ...rest } = whole(body);
    return { ...rest, secrets: [...secrets, ...likelySecrets(body, names)] };
  }
}

/** Members of a text that is not quite JSON. */
function likelySecrets(body: string, names: SecretNames): string[] {
  return [...body.matchAll(/"([^"\\]+)"\s*:\s*("(?:[^"\\]|\\.)*")/g)].flatMap(([, name = '', written = '']) => {
    if (!names.isMember(name) && !names.marked.has(name)) return [];
    try {
      return [String(JSON.parse(written))];
    } catch {
      return [written.slice(1, -1)];
    }
  });
}

function whole(body: string): Redacted {
  return body === '' ? { text: body, secrets: [], places: [] } : { text: MARK, secrets: [body], places: [''] };
}

/** Each line that is JSON, of server-sent events too. */
function redactLines(body: string, facts: BodyFacts): Redacted {
  const secrets: string[] = [];
  const places: string[] = [];
  let item = 0;
  const isLines = streamFormat(facts.contentType) === 'ndjson';
  // biome-ignore lint/suspicious/noControlCharactersInRegex: a JSON text sequence begins each item with it (RFC 7464 section 2.2)
  const text = body.replace(/^(data: ?|\x1e)?([^\r\n]*)/gm, (line, before: string | undefined, json: string) => {
    if (!/^\s*[{["]/.test(json)) return line;
    const shown = orWhole(json, () => redactJson(json, facts.schemas, facts.names, NONE), facts.names);
    secrets.push(...shown.secrets);
    // The items of other streams are not counted by lines.
    places.push(...shown.places.map((place) => (isLines ? `/${item}${place}` : '')));
    item++;
    return `${before ?? ''}${shown.text}`;
  });
  return { text, secrets, places };
}

function redactMultipart(body: string, boundary: string, facts: BodyFacts, isField: (name: string) => boolean): Redacted {
  const secrets: string[] = [];
  const places: string[] = [];
  let text = '';
  let from = 0;
  for (const { name, contentType = '', content, start, end } of partsIn(body, boundary)) {
    const plain = Buffer.from(content, 'latin1').toString('utf8');
    const isHere = content !== '' && isField(name);
    if (!isHere && !isJson(contentType)) continue;
    const shown = isHere
      ? { text: MARK, secrets: [plain], places: [''] }
      : redactBody(plain, { ...facts, contentType, schemas: inside(facts.schemas, name) });
    secrets.push(...shown.secrets);
    places.push(...shown.places.map((place) => `/${name}${place}`));
    text += body.slice(from, start) + Buffer.from(shown.text).toString('latin1');
    from = end;
  }
  return { text: text + body.slice(from), secrets, places };
}

/** Hides known secrets wherever they stand. */
export function hideInBody(body: string, contentType: string, index: SecretIndex, names: SecretNames): Omit<Redacted, 'secrets'> {
  if (isJson(contentType)) {
    try {
      return hideInJson(body, index, names);
    } catch {
      // A text that is not JSON is hidden in as any text.
    }
  }
  if (isUrlencoded(contentType)) return hideInPairs(body, index);
  const text = index.hide(body);
  return { text, places: text === body ? [] : [''] };
}

/** In the values of `a=1&b=2`. */
export function hideInPairs(pairs: string, index: SecretIndex): Omit<Redacted, 'secrets'> {
  const places: string[] = [];
  const text = pairs
    .split('&')
    .map((pair) => {
      const mark = pair.indexOf('=');
      const value = pair.slice(mark + 1);
      const shown = index.hide(value);
      if (shown !== value) places.push(new URLSearchParams(pair).keys().next().value ?? '');
      return pair.slice(0, mark + 1) + shown;
    })
    .join('&');
  return { text, places };
}

/** The text of a body, and of bytes that are no text, Latin-1. */
export function readable({ text, encoding }: RecordedBody): string {
  return encoding === undefined ? text : Buffer.from(text, 'base64').toString('latin1');
}

export function writtenLike(body: RecordedBody, text: string): RecordedBody {
  return { ...body, text: body.encoding === undefined ? text : Buffer.from(text, 'latin1').toString('base64') };
}
