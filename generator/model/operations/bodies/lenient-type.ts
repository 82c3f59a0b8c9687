// `x-lenient-type` of an operation (docs/extensions.md): whether a server reads a JSON body that is sent without its media type.
import type { Problems } from '../../../base/problem.ts';
import { child, type DocumentNode, keyOf } from '../../document-node.ts';
import type { Operation } from '../../service.ts';

const KEY = 'x-lenient-type';

/** `undefined` if the operation has no `x-lenient-type`, has `false`, or it cannot apply. */
export function readLenientType(node: DocumentNode, { body }: Partial<Pick<Operation, 'body'>>, problems: Problems): true | undefined {
  const written = child(node, KEY);
  if (written.value !== true) return undefined;
  const refused = (message: string, fix: string): undefined => {
    problems.add({ code: 'lenient-type-invalid', severity: 'error', message, fix, location: keyOf(written) });
  };
  if (body?.contents.some(({ kind }) => kind === 'json') === true) return true;
  return refused(`\`${KEY}\` is on an operation that has no JSON body.`, 'Remove it, or declare `application/json` in the request body.');
}
