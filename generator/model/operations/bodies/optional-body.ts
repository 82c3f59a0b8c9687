// `x-optional-body` of a response (docs/extensions.md): whether a response with this status may also come without its body.
import type { Problems } from '../../../base/problem.ts';
import { child, type DocumentNode, keyOf } from '../../document-node.ts';
import type { MediaContent } from '../../service.ts';

const KEY = 'x-optional-body';

/** `undefined` if the response has no `x-optional-body`, has `false`, or it cannot apply. */
export function readOptionalBody(node: DocumentNode, contents: readonly MediaContent[], problems: Problems): true | undefined {
  const written = child(node, KEY);
  if (written.value !== true) return undefined;
  const refused = (message: string, fix: string): undefined => {
    problems.add({ code: 'optional-body-invalid', severity: 'error', message, fix, location: keyOf(written) });
  };
  if (contents.length === 0)
    return refused(`\`${KEY}\` is on a response that has no body.`, 'Remove it, or declare the body in `content`.');
  // A stream without items is empty already, and its codec opens it before a byte has come.
  if (!contents.some(({ stream, streamed }) => stream !== undefined || streamed === true)) return true;
  return refused(`\`${KEY}\` is on a response that is a stream.`, 'Remove it: an empty stream has no items.');
}
