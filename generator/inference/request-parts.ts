// Finds the objects of a request whose members sentences may speak of: its query, its body, and each object inside the body, also in lists.
import { itemsOf, possibleConjuncts, propertiesOf } from '../model/schema/conjuncts.ts';
import type { Schema } from '../model/schema/schema.ts';
import type { Operation } from '../model/service.ts';
import { pointerTo } from './pointers.ts';
import { factsOf, listedIn, type RequestBodyFacts } from './request-body.ts';
import { bodySchemaOf } from './shapes.ts';

export interface RequestPart extends RequestBodyFacts {
  /** JSON pointer into the input; `0` stands for each item of a list. */
  readonly at: string;
}

/** Objects deeper inside a body are not looked at. */
const MOST_DEPTH = 4;

/** The query, where it has parameters. Their own texts count before those of their schemas. */
export function queryPartOf({ parameters }: Operation): RequestPart | undefined {
  const query = parameters.filter((one) => one.in === 'query');
  const members = new Map(
    query.map(({ name, description, schema }): [string, readonly Schema[]] => [
      name,
      possibleConjuncts([description === undefined ? schema : { ...schema, description }]),
    ]),
  );
  const optional = query.filter(({ required }) => !required).map(({ name }) => name);
  return query.length === 0 ? undefined : { at: '/query', members, listed: listedIn(members), optional };
}

/** The body and the objects inside it, the outer ones first. */
export function bodyPartsOf(operation: Operation): readonly RequestPart[] {
  const schema = bodySchemaOf(operation);
  return schema === undefined ? [] : partsIn([schema], '/body', new Set());
}

function partsIn(schemas: readonly Schema[], at: string, above: ReadonlySet<Schema>): readonly RequestPart[] {
  const all = possibleConjuncts(schemas);
  if (above.size > 0 && all.some((one) => above.has(one))) return [];
  const inside = new Set([...above, ...all]);
  const facts = factsOf(schemas);
  if (facts.members.size === 0) return itemsOf(schemas).length === 0 ? [] : partsIn(itemsOf(schemas), `${at}/0`, inside);
  const isDeep = at.split('/').length > MOST_DEPTH + 1;
  const below = isDeep ? [] : [...facts.members].filter(([, own]) => propertiesOf(own).size > 0 || itemsOf(own).length > 0);
  return [{ at, ...facts }, ...below.flatMap(([name, own]) => partsIn(own, at + pointerTo(name), inside))];
}
