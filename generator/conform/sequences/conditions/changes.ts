// `etag-after-change`: each change of a thing changes its ETag.

import { isDeepStrictEqual } from 'node:util';
import { membersIn } from '../../../inference/bodies.ts';
import type { Operation } from '../../../model/service.ts';
import type { Input } from '../../plan/index.ts';
import { withMembers } from '../bodies.ts';
import type { Inputs } from '../inputs.ts';
import type { Lab } from '../lab.ts';
import type { Setting } from '../script.ts';
import { isSuccess } from '../thing.ts';
import { readTag } from './tags.ts';

/** The most members of a body that are changed one by one. */
const MOST_MEMBERS = 12;

/** Changes each member alone: an ETag may be made of some members only. */
export async function* etagAfterChange({ things, resource, inputs }: Setting): AsyncGenerator<Operation> {
  const { read, changes } = resource;
  if (read === undefined) return;
  for (const operation of changes) {
    const lab = things.lab();
    const thing = await things.make(lab, resource, 2);
    let before = await readTag(lab, things, read, thing);
    if (before?.resource === undefined) return;
    for (const [name, input] of singleChanges(lab, operation, inputs)) {
      const exchange = await things.call(lab, operation, thing, { says: `change \`${name}\``, input });
      if (!isSuccess(exchange)) continue;
      const after = await readTag(lab, things, read, thing);
      if (after?.resource === undefined) return;
      yield operation;
      const isChanged = isDeepStrictEqual(after.resource[name], membersIn(operation, input)?.[name]);
      if (isChanged && !isDeepStrictEqual(before.resource?.[name], after.resource[name]) && before.tag === after.tag)
        lab.fault(
          'etag-after-change',
          `The ETag is still ${after.tag} after \`${name}\` has changed.`,
          'another ETag after each change (RFC 9110 section 8.8.1)',
          after.exchange,
        );
      const answered = exchange.response.headers.get('etag');
      if (isChanged && answered === before.tag && after.tag !== before.tag)
        lab.fault(
          'etag-after-change',
          `The answer has the ETag ${answered} from before the change, and the next read has ${after.tag}.`,
          'the ETag that the thing has after the change (RFC 9110 section 8.8.3)',
          exchange,
        );
      before = after;
    }
  }
}

/** Inputs of which each changes one member: PATCH names it alone, and PUT has all others as before. */
function* singleChanges(lab: Lab, operation: Operation, inputs: Inputs): Generator<readonly [string, Input]> {
  const variants = [4, 6, 8, 10].map((variant) => inputs.of(operation, variant)).filter((one) => one !== undefined);
  const [first] = variants;
  const given = membersIn(operation, first);
  if (first === undefined || given === undefined) return;
  let whole: Readonly<Record<string, unknown>> = operation.method === 'PUT' ? given : {};
  if (operation.method === 'PUT') yield [Object.keys(whole)[0] ?? '', first];
  for (const name of Object.keys(given).slice(0, MOST_MEMBERS)) {
    const bodies = variants.flatMap((one) => membersIn(operation, one)?.[name] ?? []);
    for (const value of bodies.filter((one) => one !== null && !isDeepStrictEqual(one, whole[name]))) {
      const input = withMembers(operation, first, { ...whole, [name]: value });
      if (lab.equipment.judge.input(operation, input).length > 0) continue;
      if (operation.method === 'PUT') whole = { ...whole, [name]: value };
      yield [name, input];
      break;
    }
  }
}
