// `expanded-members`: a member that a request asks for as a whole thing is no identifier.
import { getOwn } from '@octavo/runtime/conformance';
import { thingsIn } from '../../inference/chosen/fields.ts';
import { EXPANDING } from '../../inference/lists/places.ts';
import { plain } from '../../inference/names.ts';
import { isObject } from '../../inference/pointers.ts';
import { possibleConjuncts } from '../../model/schema/conjuncts.ts';
import type { Schema } from '../../model/schema/schema.ts';
import type { Check } from '../contract/check.ts';
import { isSuccess } from './probe.ts';

/** Words by which a text leaves open what is expanded. */
const OPEN = /\b(?:may|might|unless|if|permission|allowed to|ignored|depending)\b/i;

/** Code in a text, such as the name of a header that begins with a word. */
const CODE = /`[^`]*`/g;

export const expandedMembers: Check = {
  id: 'expanded-members',
  summary: 'a member that `expand` asks for is the whole thing and not its identifier',
  on: true,
  judgesProbes: true,
  look({ case: { operation, input, intent }, response, reading }) {
    if (response === undefined || !isSuccess(response.status) || intent.kind === 'invalid' || !isObject(input?.query)) return undefined;
    const query = input.query;
    const asked = operation.parameters.filter(
      ({ in: where, name, description = '' }) =>
        where === 'query' && EXPANDING.has(plain(name)) && !OPEN.test(description.replaceAll(CODE, '')),
    );
    const names = asked.flatMap(({ name }) => {
      const value = getOwn(query, name);
      return (Array.isArray(value) ? value : [value]).filter((one) => typeof one === 'string').map((one) => [name, one] as const);
    });
    const things = names.length === 0 ? [] : thingsIn(operation, reading.body);
    const judged = names.flatMap(([parameter, member]) =>
      things.flatMap(({ thing, properties }) => {
        const value = isEither(properties.get(member)) ? getOwn(thing, member) : undefined;
        return value === undefined || value === null ? [] : [{ parameter, member, isWhole: typeof value === 'object' }];
      }),
    );
    if (judged.length === 0) return undefined;
    return judged
      .filter(({ isWhole }) => !isWhole)
      .map(({ parameter, member }) => ({
        message: `\`${member}\` is an identifier, although \`${parameter}\` asks for the whole thing.`,
        expected: `the whole thing in \`${member}\``,
        location: operation.location,
      }));
  },
};

/** Whether a member may be an identifier, and may be a whole thing. */
function isEither(schemas: readonly Schema[] | undefined): boolean {
  const all = possibleConjuncts(schemas ?? []);
  const isScalar = all.some(({ type = [] }) => type.includes('string') || type.includes('integer'));
  return isScalar && all.some(({ properties = [] }) => [...properties].length > 0);
}
