// A request as code of other languages, by a library: a chunk of its own, loaded when code is shown first.
import { csharpHttpclient } from '@scalar/snippetz/plugins/csharp/httpclient';
import { goNative } from '@scalar/snippetz/plugins/go/native';
import { javaNethttp } from '@scalar/snippetz/plugins/java/nethttp';
import { jsFetch } from '@scalar/snippetz/plugins/js/fetch';
import { phpCurl } from '@scalar/snippetz/plugins/php/curl';
import { pythonRequests } from '@scalar/snippetz/plugins/python/requests';
import { shellCurl } from '@scalar/snippetz/plugins/shell/curl';
import type { PreparedRequest } from '../request/send.ts';

const PLUGINS = {
  curl: shellCurl,
  fetch: jsFetch,
  python: pythonRequests,
  go: goNative,
  java: javaNethttp,
  php: phpCurl,
  csharp: csharpHttpclient,
};

export { withPlaceholders } from './placeholders.ts';

export type SnippetLanguage = keyof typeof PLUGINS;

type HarRequest = NonNullable<Parameters<typeof shellCurl.generate>[0]>;

/** The text of a program that sends the request. */
export async function snippetOf(language: SnippetLanguage, request: PreparedRequest): Promise<string> {
  const { har, literals } = await harOf(request, language);
  const text = PLUGINS[language].generate(har);
  return [...literals].reduce((written, [token, literal]) => written.replaceAll(token, literal), text);
}

interface Har {
  readonly har: HarRequest;
  /** Integers that the library would round, by the numbers that stand for them. */
  readonly literals: ReadonlyMap<string, string>;
}

async function harOf({ method, url, headers, body }: PreparedRequest, language: SnippetLanguage): Promise<Har> {
  const pairs = headers.map(([name, value]) => ({ name, value }));
  const type = headers.find(([name]) => name === 'content-type')?.[1];
  const common = { method, url, httpVersion: 'HTTP/1.1', queryString: [], cookies: [], headersSize: -1, bodySize: -1 };
  const literals = new Map<string, string>();
  if (body === undefined || type === undefined) return { har: { ...common, headers: pairs }, literals };
  const mimeType = type.split(';', 1)[0]?.trim() ?? type;
  if (mimeType === 'multipart/form-data') {
    const form = await new Response(body, { headers: { 'content-type': type } }).formData();
    const params = [...form].map(([name, value]) => (typeof value === 'string' ? { name, value } : { name, fileName: value.name }));
    // Each program writes a boundary of its own.
    const har = { ...common, headers: pairs.filter(({ name }) => name !== 'content-type'), postData: { mimeType, params } } as HarRequest;
    return { har, literals };
  }
  const text = new TextDecoder().decode(body);
  const isLong = /[0-9]{16}/.test(text);
  // JavaScript would round them when it runs, so `fetch` gets the body as text.
  if (isLong && language === 'fetch') return { har: { ...common, headers: pairs, postData: { mimeType: 'text/plain', text } }, literals };
  const exact = text.replace(/(?<=[[:,\s])-?[0-9]{16,}(?=\s*[,\]}])/g, (literal) => {
    const token = String(700_000_000_000_001 + literals.size);
    literals.set(token, literal);
    return token;
  });
  return { har: { ...common, headers: pairs, postData: { mimeType, text: exact } } as HarRequest, literals };
}
