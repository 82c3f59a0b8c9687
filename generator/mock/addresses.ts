// The addresses of mocks: `/mock/<document>` with the path of the first server of the document, and what a request to one means.
import { serverPath } from '../base/server-path.ts';
import type { HttpProblem } from './http.ts';
import type { PreparedDocument } from './prepare.ts';
import type { MockRequest } from './protocol.ts';

const prefix = '/mock';

/** Path of the mock of a document: the end of a client's base URL, `/mock/h-email/v2`. */
export function mockPath(document: Pick<PreparedDocument, 'id' | 'basePath'>): string {
  return `${prefix}/${encodeURIComponent(document.id)}${document.basePath}`;
}

/** The address of the mock for a server of a document, where `origin` is that of the mock: `http://127.0.0.1:4000`. */
export function mockUrl(origin: string, id: string, server: string): string {
  return `${origin}${mockPath({ id, basePath: serverPath(server) })}`;
}

/** What the addresses lead to. */
interface Mocked {
  /** By id. */
  readonly documents: ReadonlyMap<string, PreparedDocument>;
  /** `http://127.0.0.1:4000` */
  readonly url: () => string;
}

type Routed = Pick<MockRequest, 'document' | 'path' | 'query'>;

/** The document and the path that an address means, or what is wrong with it. */
export function route(url: string, options: Mocked): Routed | HttpProblem {
  const mark = url.indexOf('?');
  const path = mark === -1 ? url : url.slice(0, mark);
  const query = mark === -1 ? '' : url.slice(mark + 1);
  const fault = pathFault(path);
  if (fault !== undefined) return { status: 400, title: 'Bad Request', detail: fault, code: 'path-undecodable' };
  const [id = '', ...rest] = path.slice(prefix.length + 1).split('/');
  const document = options.documents.get(decodeURIComponent(id));
  if (document === undefined) {
    const detail =
      id === ''
        ? 'The path names no document; `documents` lists the address of each.'
        : `Unknown document \`${decodeURIComponent(id)}\`; \`documents\` lists the address of each.`;
    return { status: 404, title: 'Not Found', detail, code: 'unknown-document', documents: addresses(options) };
  }
  const below = rest.length === 0 ? '' : `/${rest.join('/')}`;
  const base = document.basePaths.find((candidate) => below === candidate || below.startsWith(`${candidate}/`));
  if (base === undefined) {
    const detail = `The first server of the document has the path ${document.basePath}, so the base URL of its mock is ${options.url()}${mockPath(document)}.`;
    return { status: 404, title: 'Not Found', detail, code: 'outside-base-path', operations: document.operations };
  }
  return { document: document.id, path: below.slice(base.length) || '/', query };
}

function addresses(options: Mocked): Record<string, string> {
  return Object.fromEntries([...options.documents.values()].map((document) => [document.id, `${options.url()}${mockPath(document)}`]));
}

function pathFault(path: string): string | undefined {
  for (const segment of path.split('/')) {
    let decoded: string;
    try {
      decoded = decodeURIComponent(segment);
    } catch {
      return `The path segment ${JSON.stringify(segment.slice(0, 100))} is not percent-encoded UTF-8.`;
    }
    if (decoded.includes('\0')) return 'The path contains a NUL character.';
  }
  return undefined;
}
