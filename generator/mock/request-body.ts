// The body of a request to the mocks, or the problem with it: Prism never sees one that a server could not read.
import type { IncomingMessage } from 'node:http';
import { exact, json } from '@octavo/runtime';
import { messageOf } from '../base/error.ts';
import { isJson, isUrlencoded } from '../model/media-type.ts';
import { type HttpProblem, readBody } from './http.ts';

interface RequestBody {
  readonly bytes: Buffer<ArrayBuffer>;
  /** The body as Prism gets it. */
  readonly text: string;
}

/** The body, `undefined` without one, or the problem with it. */
export async function bodyOf(request: IncomingMessage, limit: number): Promise<RequestBody | undefined | HttpProblem> {
  const title = 'Bad Request';
  const encoding = request.headers['content-encoding'];
  if (encoding !== undefined && encoding !== 'identity') {
    return {
      status: 415,
      title: 'Unsupported Media Type',
      detail: 'The mock does not read bodies with a Content-Encoding.',
      code: 'encoded-body',
    };
  }
  const outcome = await readBody(request, limit);
  if (outcome.kind === 'too-large') {
    return { status: 413, title: 'Content Too Large', detail: `The body is larger than ${limit} bytes.`, code: 'body-too-large' };
  }
  if (outcome.kind === 'broken')
    return { status: 400, title, detail: 'The connection closed before the end of the body.', code: 'body-broken' };
  const { bytes } = outcome;
  if (bytes.length === 0) return undefined;
  const type = request.headers['content-type'] ?? '';
  if (isJson(type)) {
    let text: string;
    try {
      text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    } catch {
      return { status: 400, title, detail: 'The JSON body is not valid UTF-8.', code: 'body-undecodable' };
    }
    try {
      JSON.parse(text);
    } catch (error) {
      const detail = `The body is not valid JSON: ${error instanceof Error ? error.message : ''}`;
      return { status: 400, title, detail, code: 'body-malformed' };
    }
    const lost = lossOf(bytes, type);
    return lost === undefined ? { bytes, text } : { status: 400, title, detail: lost, code: 'body-malformed' };
  }
  const text = bytes.toString('utf8');
  if (isUrlencoded(type) && /%(?![0-9a-f]{2})/i.test(text)) {
    return {
      status: 400,
      title,
      detail: 'The form body contains a `%` that does not begin a percent-encoded byte.',
      code: 'body-undecodable',
    };
  }
  return { bytes, text };
}

/** JSON as servers with 64-bit integers read it, since the mock sends no number back. */
const requestJson = exact(json);

/** The reason why a generated server would refuse JSON that `JSON.parse` accepts, such as a name that an object has twice. */
function lossOf(bytes: Buffer, type: string): string | undefined {
  try {
    requestJson.decode(new Uint8Array(bytes), type);
    return undefined;
  } catch (error) {
    return `The body ${messageOf(error)}.`;
  }
}
