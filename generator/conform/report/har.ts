// The exchanges of all findings as HAR 1.2, as browsers and proxies read it.
import { STATUS_CODES } from 'node:http';
import type { ReportView, ShownExchange, ShownMessage } from './view.ts';

/** `at`: when the report was made. Exchanges do not say when they were. */
export function harReport(view: ReportView, at: Date): object {
  const startedDateTime = at.toISOString();
  return {
    log: {
      version: '1.2',
      creator: { name: view.tool, version: '1' },
      comment: `${view.title} at ${view.target}`,
      entries: view.findings.flatMap(({ exchanges, check, operation, message }) =>
        exchanges.map((exchange) => ({
          startedDateTime,
          time: exchange.milliseconds,
          request: requestOf(exchange),
          response: responseOf(exchange),
          cache: {},
          timings: { send: 0, wait: exchange.milliseconds, receive: 0 },
          comment: `${check}: ${operation}: ${message}`,
        })),
      ),
    },
  };
}

function requestOf({ request }: ShownExchange): object {
  const { method, url, body, size } = request;
  const query = [...(URL.parse(url)?.searchParams ?? [])].map(([name, value]) => ({ name, value }));
  const postData = body === undefined ? {} : { postData: { mimeType: typeOf(request), text: body } };
  return {
    method,
    url,
    httpVersion: 'HTTP/1.1',
    cookies: [],
    headers: headersOf(request),
    queryString: query,
    ...postData,
    headersSize: -1,
    bodySize: size,
  };
}

/** Status 0 with `_error`, as browsers write it, where there is no response. */
function responseOf({ response, failure }: ShownExchange): object {
  const empty = { status: 0, headers: [], size: 0, body: undefined };
  const { status, size, body } = response ?? empty;
  const shown = response ?? empty;
  return {
    status,
    statusText: STATUS_CODES[status] ?? '',
    httpVersion: 'HTTP/1.1',
    cookies: [],
    headers: headersOf(shown),
    content: { size, mimeType: typeOf(shown), ...(body === undefined ? {} : { text: body }) },
    redirectURL: shown.headers.find(([name]) => name === 'location')?.[1] ?? '',
    headersSize: -1,
    bodySize: size,
    ...(failure === undefined ? {} : { _error: failure }),
  };
}

function headersOf({ headers }: Pick<ShownMessage, 'headers'>): object[] {
  return headers.map(([name, value]) => ({ name, value }));
}

function typeOf({ headers }: Pick<ShownMessage, 'headers'>): string {
  return headers.find(([name]) => name === 'content-type')?.[1] ?? '';
}
