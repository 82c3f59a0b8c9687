// Calls the mock by a generated client, and says what was wrong with what the client sent or read. The mock is the judge of requests.
import { isDeepStrictEqual } from 'node:util';
import type { MockApi, SecurityScheme } from './packages.ts';
import { contentOf } from './replay.ts';

export type Method = ((input: object, options?: object) => Promise<AnyResult>) & {
  readonly pages?: (input: object) => AsyncIterable<AnyResult>;
};

export interface AnyResult {
  readonly status: number;
  readonly body?: unknown;
}

interface Sent {
  readonly url: string;
  readonly status: number;
  readonly text: string;
}

export interface Called {
  readonly result?: AnyResult;
  readonly fault?: string;
}

export interface Caller {
  readonly names: readonly string[];
  call(name: string, input: object): Promise<Called>;
  /** Follows the pages of a method, and gives the paths that it requested. */
  follow(name: string, input: object): Promise<{ paths: readonly string[]; fault?: string }>;
}

/** Credentials of the schemes that a scenario's request shows. */
export function credentialsOf(schemes: Readonly<Record<string, SecurityScheme>>, headers: Headers): Record<string, string> {
  return Object.fromEntries(
    Object.entries(schemes).flatMap(([name, { type, name: field = '' }]): [string, string][] => {
      const value = type === 'apiKey' ? headers.get(field) : headers.get('authorization')?.replace(/^\S+ /, '');
      return value == null ? [] : [[name, value]];
    }),
  );
}

export function callerOf(
  createClient: (options: object) => Readonly<Record<string, Method>>,
  baseUrl: string,
  credentials: Readonly<Record<string, string>>,
  mockUrl: string,
): (api: MockApi) => Caller {
  return (api) => {
    const sent: Sent[] = [];
    const methods = createClient({
      baseUrl,
      credentials,
      // The scenarios leave fields such as `Accept` to the client.
      fetch: async (url: string, init: RequestInit) => {
        const response = await fetch(url, init);
        sent.push({ url, status: response.status, text: response.status === 400 ? await response.clone().text() : '' });
        return response;
      },
    });
    return {
      names: Object.keys(methods),
      async call(name, input) {
        sent.length = 0;
        let result: AnyResult;
        try {
          const { accept } = api.request?.headers ?? {};
          const options = accept === undefined ? {} : { headers: { accept: String(accept) } };
          result = (await methods[name]?.(input, options)) ?? { status: 0 };
        } catch (error) {
          // A status that the document does not have is thrown.
          const { status } = error as { status?: number };
          if (refusal(sent, api) === undefined && api.response.status >= 400 && status === api.response.status) return {};
          return { fault: `${refusal(sent, api) ?? ''} ${String(error)}`.trim() };
        }
        const fault = refusal(sent, api) ?? misreading(result, api, mockUrl);
        return fault === undefined ? { result } : { result, fault };
      },
      async follow(name, input) {
        sent.length = 0;
        try {
          const pages = methods[name]?.pages?.(input);
          if (pages === undefined) return { paths: [], fault: 'the method has no pages' };
          for await (const { status } of pages) if (status !== 200) return { paths: [], fault: `a page with status ${status}` };
        } catch (error) {
          return { paths: [], fault: `${sent.map(({ url, status }) => `${status} ${url}`).join(', ')}: ${String(error)}` };
        }
        return { paths: sent.map(({ url }) => new URL(url).pathname) };
      },
    };
  };
}

/** What the mock says of a request that it did not expect. */
function refusal(sent: readonly Sent[], { response }: MockApi): string | undefined {
  const [first] = sent;
  if (first === undefined) return 'nothing was sent:';
  if (sent.length > 1) return `${sent.length} requests`;
  return first.status === response.status ? undefined : `the mock answers ${first.status} to ${first.url}: ${first.text.slice(0, 500)}`;
}

function misreading(result: AnyResult, { response, method }: MockApi, baseUrl: string): string | undefined {
  if (result.status !== response.status) return `the result has status ${result.status}`;
  const { body } = response;
  if (body === undefined || method === 'head' || body.contentType !== 'application/json') return undefined;
  const wanted: unknown = JSON.parse(contentOf(body, baseUrl).toString());
  return isDeepStrictEqual(result.body, wanted)
    ? undefined
    : `the result has ${JSON.stringify(result.body)} instead of ${JSON.stringify(wanted)}`;
}
