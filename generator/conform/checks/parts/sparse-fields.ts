// `sparse-fields`: an answer has only the members that a request asks for by `fields`, where the document says so.
import { choosingOf, isTelling, thingsIn, thingsOf } from '../../../inference/chosen/fields.ts';
import { isObject } from '../../../inference/pointers.ts';
import { sentencesIn } from '../../../inference/prose/index.ts';
import { conjuncts, itemsOf } from '../../../model/schema/conjuncts.ts';
import type { Operation, Parameter } from '../../../model/service.ts';
import type { Check, Fault } from '../../contract/check.ts';
import { isProbeOf, isSuccess, probeOf } from '../probe.ts';

const ID = 'sparse-fields';

/** A sentence by which the identifier is always there. */
const ALWAYS = /\b(?:id|identifier)\b.*\balways\b|\balways\b.*\b(?:id|identifier)\b/i;

export const sparseFields: Check = {
  id: ID,
  summary: 'an answer has only the members that `fields` asks for, where the document says so',
  on: true,
  probes(base) {
    const { operation, request } = base;
    const [parameter, name] = askedIn(operation);
    if (operation.method !== 'GET' || parameter === undefined || name === undefined) return [];
    const [path = '', query = ''] = request.target.split('?');
    const kept = new URLSearchParams(query);
    for (const key of [...kept.keys()]) if (key.replace(/\[.*$/, '') === parameter.name) kept.delete(key);
    kept.set(parameter.name, name);
    const says = `with \`${parameter.name}=${name}\``;
    return [probeOf(base, { check: ID, name, says, request: { target: `${path}?${kept}` }, location: parameter.location })];
  },
  look(exchange) {
    const { case: one, response, reading } = exchange;
    if (response === undefined || !isProbeOf(ID, exchange) || !isSuccess(response.status)) return undefined;
    const [parameter, name = ''] = askedIn(one.operation);
    const things = thingsIn(one.operation, reading.body).filter(({ properties }) => properties.has(name));
    if (parameter === undefined || things.length === 0) return undefined;
    const expected = `only \`${name}\`, as the document says of \`${parameter.name}\``;
    const faults = things.flatMap(({ thing, properties, required }): readonly Fault[] => {
      // What each answer must have is no choice of a request.
      const isOther = (key: string): boolean => key !== name && properties.has(key) && !required.has(key) && !isTelling(key);
      const others = Object.keys(thing).filter(isOther);
      if (others.length > 0) return [{ message: `\`${parameter.name}=${name}\` is answered with ${listed(others)} too.`, expected }];
      const isWithoutId = alwaysHasId(parameter) && properties.has('id') && isObject(thing) && !Object.hasOwn(thing, 'id');
      return isWithoutId
        ? [{ message: `\`${parameter.name}=${name}\` is answered without \`id\`.`, expected: '`id`, as the document says' }]
        : [];
    });
    return faults.slice(0, 1);
  },
};

/** The parameter by which members are chosen, and a member that says nothing of which thing it is. */
function askedIn(operation: Operation): readonly [parameter?: Parameter | undefined, name?: string | undefined] {
  const parameter = choosingOf(operation);
  if (parameter === undefined) return [];
  const schemas = conjuncts([parameter.schema]);
  const listedNames = [...schemas, ...itemsOf(schemas)].flatMap(({ enum: values = [] }) => values).map(String);
  // An envelope has fewer members than what is in it.
  const names = thingsOf(operation)
    .toSorted((one, other) => other.properties.size - one.properties.size)
    .flatMap(({ properties }) => [...properties.keys()]);
  const isLeftOut = (name: string): boolean => isTelling(name) || (listedNames.length > 0 && !listedNames.includes(name));
  return [parameter, names.find((name) => !isLeftOut(name))];
}

function alwaysHasId({ description = '' }: Parameter): boolean {
  return sentencesIn(description).some((text) => ALWAYS.test(text));
}

/** The first of some names. */
function listed(names: readonly string[]): string {
  return names
    .toSorted()
    .slice(0, 3)
    .map((name) => `\`${name}\``)
    .join(', ');
}
