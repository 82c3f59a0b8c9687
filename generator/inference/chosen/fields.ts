// Finds the parameter by which a request chooses the members of an answer, such as `fields`, and the things of an answer that it is about.
import { conjuncts } from '../../model/schema/conjuncts.ts';
import type { Schema } from '../../model/schema/schema.ts';
import type { Operation, Parameter } from '../../model/service.ts';
import { plain } from '../names.ts';
import { isObject, valueAt } from '../pointers.ts';
import { sentencesIn } from '../prose/index.ts';
import { type ListShape, listOf, type Shape, shapesOf } from '../shapes.ts';

/** Plain names of such parameters. */
const NAMES: ReadonlySet<string> = new Set(['fields', 'field', 'select', 'only', 'fieldset', 'attributes', 'properties']);

const ONLY =
  /\bonly\b|\bnothing else\b|\bno others?\b|\ball others are left out\b|\bsubset\b|\b(?:limits?|restricts?) (?:the|what|which)\b/i;

/** Words by which a text leaves open what is shown, or by which a name means something else. */
const OPEN = /\b(?:may|might|unless|if|except|depending|search(?:es|ed)?|ignored|also|besides?)\b/i;

/** The parameter that says that an answer has only the members which it names. */
export function choosingOf({ parameters }: Operation): Parameter | undefined {
  return parameters.find(
    ({ in: where, name, description = '' }) =>
      where === 'query' && NAMES.has(plain(name)) && sentencesIn(description).some((text) => ONLY.test(text) && !OPEN.test(text)),
  );
}

/** Members that tell which thing it is and where, rather than something of it. */
const TELLING = /^(?:id|uid|uuid|type|kind|object|href|url|self|links?|etag|meta)$/;

export function isTelling(name: string): boolean {
  return TELLING.test(plain(name));
}

interface Declared {
  readonly properties: ReadonlyMap<string, readonly Schema[]>;
  /** The members that each of them must have, whatever a request asks for. */
  readonly required: ReadonlySet<string>;
}

interface Shown extends Declared {
  /** JSON pointer into the result. */
  readonly at: string;
  readonly thing: object;
}

/** What the things of an answer are declared to have: the items of its list, or what it is about itself, in its envelope or not. */
export function thingsOf(operation: Operation): readonly Declared[] {
  const list = listOf(operation);
  return list === undefined ? shapesOf(operation).map(declared) : [declared(list)];
}

/** The things in an answer: the items of its list, or what it is about itself. */
export function thingsIn(operation: Operation, body: unknown): readonly Shown[] {
  const list = listOf(operation);
  const items = list && valueAt({ body }, list.at);
  if (list !== undefined && Array.isArray(items)) {
    const own = declared(list);
    return items.flatMap((thing: unknown, index) => (isObject(thing) ? [{ at: `${list.at}/${index}`, thing, ...own }] : []));
  }
  return shapesOf(operation).flatMap((shape) => {
    const thing = valueAt({ body }, shape.at);
    return isObject(thing) ? [{ at: shape.at, thing, ...declared(shape) }] : [];
  });
}

function declared(one: ListShape | Shape): Declared {
  const schemas = 'items' in one ? one.items : [one.schema];
  return { properties: one.properties, required: new Set(conjuncts(schemas).flatMap(({ required = [] }) => required)) };
}
