// `x-refusals` of a response (docs/extensions.md): with which codes it may refuse a request that the document allows.

import type { Problems } from '../../base/problem.ts';
import { isObject } from '../../load/pointer.ts';
import { child, type DocumentNode, keyOf, members } from '../document-node.ts';
import type { MediaContent, Refusals, Response } from '../service.ts';
import { ExtensionFault, orFault } from './extension-fault.ts';

const KEY = 'x-refusals';
const FIELDS: readonly string[] = ['at', 'codes'];
const SHAPE = 'Write where the code stands and which there are, such as `{ at: /code, codes: { sold_out: No seat is left. } }`.';

/** `undefined` if the response has no `x-refusals`, has `false`, or it cannot be applied. */
export function readRefusals(
  node: DocumentNode,
  response: Pick<Response, 'status' | 'contents'>,
  problems: Problems,
): Refusals | undefined {
  const written = child(node, KEY);
  if (written.value === undefined || written.value === false) return undefined;
  return orFault(KEY, problems, () => {
    if (!/^(?:4|default$)/.test(response.status))
      throw new ExtensionFault(
        { value: written.value, location: keyOf(written) },
        `\`${KEY}\` is on a response with the status ${response.status}, which refuses nothing.`,
        'Move it to a response with a status from 400 to 499.',
      );
    return written.value === true ? {} : readCodes(written, response.contents);
  });
}

function readCodes(node: DocumentNode, contents: readonly MediaContent[]): Refusals {
  if (!isObject(node.value)) throw new ExtensionFault(node, `\`${KEY}\` is not an object.`, SHAPE);
  const strange = members(node).find(([name]) => !FIELDS.includes(name));
  if (strange !== undefined)
    throw new ExtensionFault(strange[1], `\`${KEY}\` has no field \`${strange[0]}\`.`, `Write \`${FIELDS.join('` and `')}\`.`);
  if (contents.length === 0) throw new ExtensionFault(node, `\`${KEY}\` is on a response that has no body.`, `Write \`${KEY}: true\`.`);
  const [at, codes] = [child(node, 'at'), child(node, 'codes')];
  if (typeof at.value !== 'string' || !/^(?:\/(?:[^~]|~[01])*)?$/.test(at.value))
    throw new ExtensionFault(at.value === undefined ? node : at, `\`${KEY}\` does not say where the code stands.`, SHAPE);
  const reasons = isObject(codes.value) ? Object.entries(codes.value) : [];
  if (reasons.length === 0 || reasons.some(([, reason]) => typeof reason !== 'string'))
    throw new ExtensionFault(codes.value === undefined ? node : codes, `\`${KEY}\` does not give a reason for each code.`, SHAPE);
  return { codes: { at: at.value, reasons: new Map(reasons.map(([code, reason]) => [code, String(reason)])) } };
}
