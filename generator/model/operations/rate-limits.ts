// Reads `x-limits` of operations and documents (docs/extensions.md): how many requests a caller may make in how long.

import type { Problems } from '../../base/problem.ts';
import { closest } from '../../base/suggest.ts';
import { isObject } from '../../load/pointer.ts';
import { child, type DocumentNode, members, number, optional, refuseExtension, text } from '../document-node.ts';
import { COUNTED, type RateLimit } from '../rate-limits.ts';

const FIELDS = ['per', 'limit', 'seconds', 'level', 'shared'];

/** The limits that `x-limits` lists; none where it is absent or has an error. */
export function readRateLimits(node: DocumentNode, problems: Problems): readonly RateLimit[] {
  const written = child(node, 'x-limits');
  if (written.value === undefined) return [];
  const refuse = refuseExtension('x-limits', problems);
  if (!Array.isArray(written.value)) {
    refuse(written, '`x-limits` is no list.', 'Write `- { per: user, limit: 900, seconds: 900 }`.');
    return [];
  }
  return members(written).flatMap(([, row]) => {
    if (!isObject(row.value)) {
      refuse(row, 'A row of `x-limits` is no object.', 'Write `{ per: user, limit: 900, seconds: 900 }`.');
      return [];
    }
    const unknown = members(row).find(([name]) => !FIELDS.includes(name));
    if (unknown !== undefined) {
      const [name, place] = unknown;
      const near = closest(name, FIELDS);
      const fix = near === undefined ? `The fields are ${FIELDS.join(', ')}.` : `Write \`${near}\`.`;
      refuse(place, `A row of \`x-limits\` has no field \`${name}\`.`, fix);
      return [];
    }
    const per = COUNTED.find((word) => word === text(row, 'per'));
    if (per === undefined) {
      refuse(
        child(row, 'per').value === undefined ? row : child(row, 'per'),
        '`per` says whose requests are counted.',
        `Write one of ${COUNTED.join(', ')}.`,
      );
      return [];
    }
    const [limit, seconds] = (['limit', 'seconds'] as const).map((name) => {
      const value = number(row, name);
      if (value !== undefined && Number.isSafeInteger(value) && value > 0) return value;
      refuse(
        child(row, name).value === undefined ? row : child(row, name),
        `\`${name}\` must be a whole number above 0.`,
        `Write \`${name}: 900\`.`,
      );
      return undefined;
    });
    if (limit === undefined || seconds === undefined) return [];
    return [{ per, limit, seconds, ...optional('level', text(row, 'level')), ...optional('shared', text(row, 'shared')) }];
  });
}
