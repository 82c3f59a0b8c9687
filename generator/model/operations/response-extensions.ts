// Reads our extensions of responses (docs/extensions.md).
import type { Problems } from '../../base/problem.ts';
import { child, type DocumentNode, keyOf, optional, refuseExtension } from '../document-node.ts';
import type { MediaContent, Response } from '../service.ts';
import { readRefusals } from './refusals.ts';

export function readResponseExtensions(
  node: DocumentNode,
  response: Pick<Response, 'status' | 'contents'>,
  problems: Problems,
): Pick<Response, 'optionalBody' | 'refusals'> {
  return {
    ...optional('optionalBody', readOptionalBody(node, response.contents, problems)),
    ...optional('refusals', readRefusals(node, response, problems)),
  };
}

/** Whether the response may also come without its body. */
function readOptionalBody(node: DocumentNode, contents: readonly MediaContent[], problems: Problems): true | undefined {
  const written = child(node, 'x-optional-body');
  if (written.value !== true) return undefined;
  const refused = refuseExtension('x-optional-body', problems);
  const at = { location: keyOf(written) };
  if (contents.length === 0)
    return refused(at, '`x-optional-body` is on a response that has no body.', 'Remove it, or declare the body in `content`.');
  // A stream without items is empty already, and its codec opens it before a byte has come.
  if (!contents.some(({ stream, streamed }) => stream !== undefined || streamed === true)) return true;
  return refused(at, '`x-optional-body` is on a response that is a stream.', 'Remove it: an empty stream has no items.');
}
