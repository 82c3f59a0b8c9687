// The body of a request to the mocks, and the problem with one that a server could not read: Prism never sees it.
import { isUtf8 } from 'node:buffer';
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

/** The body, `undefined` without one, or why it was not received. */
export async function bodyOf(request: IncomingMessage, limit: number): Promise<RequestBody | undefined | HttpProblem> {
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
    return { status: 400, title: 'Bad Request', detail: 'The connection closed before the end of the body.', code: 'body-broken' };
  const { bytes } = outcome;
  return bytes.length === 0 ? undefined : { bytes, text: new TextDecoder().decode(bytes) };
}

/** Why a server could not read a body of this media type; `undefined` where it can. */
export function unreadable({ bytes, text }: RequestBody, type: string): HttpProblem | undefined {
  const problem = (fault: Pick<HttpProblem, 'detail' | 'code'>): HttpProblem => ({ status: 400, title: 'Bad Request', ...fault });
  if (isJson(type)) {
    if (!isUtf8(bytes)) return problem({ detail: 'The JSON body is not valid UTF-8.', code: 'body-undecodable' });
    try {
      JSON.parse(text);
    } catch (error) {
      return problem({ detail: `The body is not valid JSON: ${messageOf(error)}`, code: 'body-malformed' });
    }
    const lost = lossOf(bytes, type);
    return lost === undefined ? undefined : problem({ detail: lost, code: 'body-malformed' });
  }
  if (isUrlencoded(type) && /%(?![0-9a-f]{2})/i.test(text))
    return problem({ detail: 'The form body contains a `%` that does not begin a percent-encoded byte.', code: 'body-undecodable' });
  return undefined;
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
