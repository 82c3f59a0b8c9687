// Reads our extensions of responses (docs/extensions.md).
import type { Problems } from '../../base/problem.ts';
import { type DocumentNode, optional } from '../document-node.ts';
import type { Response } from '../service.ts';
import { readOptionalBody } from './bodies/optional-body.ts';
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
