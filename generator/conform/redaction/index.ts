// Takes credentials and other secrets out of recorded exchanges: where they stand by the document and by their names, and wherever the same text
// stands again.
import type { RecordedExchange } from '../../har/recorded.ts';
import type { Schema } from '../../model/schema/schema.ts';
import type { MediaContent, Operation, Service } from '../../model/service.ts';
import { type BodyFacts, hideInBody, hideInPairs, readable, redactBody, writtenLike } from './body.ts';
import { isSecret, type SecretNames, secretNames } from './names.ts';
import { MARK, SecretIndex } from './secret-index.ts';
import { redactHeader, redactUrl } from './texts.ts';

type Side = 'request' | 'response';
type Message = RecordedExchange[Side];

/** Headers with an address. */
const ADDRESSES: ReadonlySet<string> = new Set(['location', 'content-location', 'referer', 'link', 'refresh']);

export class Redactor {
  readonly #names: SecretNames;
  readonly #index = new SecretIndex();

  constructor(service: Service) {
    this.#names = secretNames(service);
  }

  /** How many secrets it has met. */
  get known(): number {
    return this.#index.size;
  }

  /** Takes out what is a secret by its place, and remembers it. Then `hide` takes it out of all other places. */
  redact(exchange: RecordedExchange, operation: Operation | undefined): RecordedExchange {
    const marks = new Set(exchange.redacted);
    const request = this.#message('request', exchange.request, operation, marks);
    const url = this.#url(exchange.request.url, operation, marks);
    const response = this.#message('response', exchange.response, operation, marks);
    return { ...exchange, request: { ...request, url }, response, redacted: [...marks] };
  }

  /** Takes known secrets out of all places. */
  hide(exchange: RecordedExchange): RecordedExchange {
    const marks = new Set(exchange.redacted);
    const request = { ...this.#hidden('request', exchange.request, marks), url: this.#hiddenUrl(exchange.request.url, marks) };
    const response = this.#hidden('response', exchange.response, marks);
    return { ...exchange, request, response, redacted: [...new Set([...marks].map((mark) => this.#hiddenMark(mark)))] };
  }

  #message<T extends Message>(side: Side, message: T, operation: Operation | undefined, marks: Set<string>): T {
    const headers = message.headers.map(([name, value]) => [name, this.#header(side, name, value, operation, marks)] as const);
    const { body } = message;
    if (body === undefined) return { ...message, headers };
    const facts = this.#bodyFacts(side, message, operation);
    const { text, secrets, places } = redactBody(readable(body), facts);
    this.#learn(secrets);
    for (const place of places) marks.add(`/${side}/body${place.startsWith('/') || place === '' ? place : `/${place}`}`);
    return { ...message, headers, body: places.length === 0 ? body : writtenLike(body, text) };
  }

  #bodyFacts(side: Side, { headers }: Message, operation: Operation | undefined): BodyFacts {
    const contents = side === 'request' ? operation?.body?.contents : operation?.responses.flatMap((one) => one.contents);
    const contentType = headers.find(([name]) => name === 'content-type')?.[1] ?? '';
    return { contentType, schemas: schemasOf(contents), names: this.#names };
  }

  #header(side: Side, name: string, value: string, operation: Operation | undefined, marks: Set<string>): string {
    const isMarked = isSecret(headerSchemas(side, name, operation));
    if (isMarked || this.#names.isHeader(name)) {
      const { text, secrets } = isMarked ? { text: MARK, secrets: [value] } : redactHeader(name, value, this.#names.isScheme);
      this.#learn(secrets);
      if (text !== value) marks.add(`/${side}/header/${name}`);
      if (text !== value && name === 'cookie') marks.add(`/${side}/cookie`);
      return text;
    }
    if (!ADDRESSES.has(name)) return value;
    const { text, secrets } = redactUrl(value, this.#names.isQuery, side === 'response');
    this.#learn(secrets);
    if (text !== value) marks.add(`/${side}/header/${name}`);
    return text;
  }

  #url(url: string, operation: Operation | undefined, marks: Set<string>): string {
    const parameters = operation?.parameters.filter((one) => isSecret([one.schema])) ?? [];
    const isQuery = (name: string): boolean =>
      this.#names.isQuery(name) || parameters.some((one) => one.in === 'query' && one.name === name);
    const { text, secrets, places } = redactUrl(url, isQuery, false);
    this.#learn(secrets);
    for (const place of places) marks.add(`/request/query/${place}`);
    const names = new Set(parameters.filter((one) => one.in === 'path').map(({ name }) => name));
    return operation === undefined || names.size === 0 ? text : this.#path(text, operation, names, marks);
  }

  /** Replaces the segments of secret path parameters, counted from the end of the path. */
  #path(url: string, { path }: Operation, names: ReadonlySet<string>, marks: Set<string>): string {
    const [, before = '', after = ''] = /^([^?#]*)(.*)$/s.exec(url) ?? [];
    const segments = before.split('/');
    const template = path.split('/');
    for (const [index, written] of template.entries()) {
      const isNamed = [...names].some((name) => written.includes(`{${name}}`));
      const at = segments.length - template.length + index;
      if (!isNamed || segments[at] === undefined) continue;
      this.#learn([segments[at], decoded(segments[at])]);
      segments[at] = MARK;
      marks.add('/request/path');
    }
    return segments.join('/') + after;
  }

  #hidden<T extends Message>(side: Side, message: T, marks: Set<string>): T {
    const headers = message.headers.map(([name, value]) => {
      const shown = this.#index.hide(value);
      if (shown !== value) marks.add(`/${side}/header/${name}`);
      return [name, shown] as const;
    });
    const { body } = message;
    if (body === undefined) return { ...message, headers };
    const contentType = headers.find(([name]) => name === 'content-type')?.[1] ?? '';
    const before = readable(body);
    const { text, places } = hideInBody(before, contentType, this.#index, this.#names);
    for (const place of places) marks.add(`/${side}/body${place.startsWith('/') || place === '' ? place : `/${place}`}`);
    return { ...message, headers, body: text === before ? body : writtenLike(body, text) };
  }

  #hiddenUrl(url: string, marks: Set<string>): string {
    const [, before = '', query] = /^([^?]*)(?:\?(.*))?$/s.exec(url) ?? [];
    const path = before
      .split('/')
      .map((segment, index) => {
        // The scheme and the host lead nowhere when they are changed, and the words of the document's paths are no secrets.
        const shown = index < 3 || this.#names.segments.has(segment) ? segment : this.#index.hide(segment);
        if (shown !== segment) marks.add('/request/path');
        return shown;
      })
      .join('/');
    if (query === undefined) return path;
    const { text, places } = hideInPairs(query, this.#index);
    for (const place of places) marks.add(`/request/query/${place}`);
    return `${path}?${text}`;
  }

  /** Names of members and parameters may be secrets too. */
  #hiddenMark(mark: string): string {
    const { declared, isMember } = this.#names;
    const isPlain = (token: string): boolean => declared.has(token) || isMember(token);
    return mark
      .split('/')
      .map((token, index) => (index < 3 || isPlain(token) ? token : this.#index.hide(token)))
      .join('/');
  }

  #learn(secrets: readonly string[]): void {
    for (const secret of secrets) this.#index.add(secret);
  }
}

function schemasOf(contents: readonly MediaContent[] = []): Schema[] {
  return contents.flatMap(({ schema }) => schema ?? []);
}

function headerSchemas(side: Side, name: string, operation: Operation | undefined): Schema[] {
  if (operation === undefined) return [];
  const declared =
    side === 'request' ? operation.parameters.filter((one) => one.in === 'header') : operation.responses.flatMap(({ headers }) => headers);
  return declared.filter((one) => one.name.toLowerCase() === name).map(({ schema }) => schema);
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
