// Finds what the document gives as examples of the parameters in paths, so that a request with them finds something.
import { getOwn } from '@octavo/runtime/conformance';
import type { Held } from '../../../inference/held.ts';
import { plain } from '../../../inference/names.ts';
import { valueAt } from '../../../inference/pointers.ts';
import { shapesOf } from '../../../inference/shapes.ts';
import { beginsWith, isNameAt, parameterIn, type Segments, segmentsOf } from '../../../inference/templates.ts';
import { conjuncts } from '../../../model/schema/conjuncts.ts';
import type { Schema } from '../../../model/schema/schema.ts';
import type { Operation, Parameter, Service } from '../../../model/service.ts';
import { bodiesOf } from '../showing.ts';

/** The parameters of the path of one thing, by their plain names, each with its first example as a text. */
export function exampledIn({ operations }: Service, collection: Segments): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  for (const operation of operations) {
    const path = segmentsOf(operation.path);
    if (path.length <= collection.length || !beginsWith(path, collection)) continue;
    for (const segment of path.slice(0, collection.length + 1)) {
      const name = parameterIn(segment);
      const example = name === undefined ? undefined : exampleOf(operation, name);
      if (name !== undefined && example !== undefined && !found.has(plain(name))) found.set(plain(name), example);
    }
  }
  return found;
}

/** The examples of what names one thing of a collection, each once: paths may call it differently, and show different things. */
export function identifiersExampled(service: Service, collection: Segments): readonly string[] {
  return [...new Set(namesOf(service, collection).flatMap(({ operation, name }) => exampleOf(operation, name) ?? []))];
}

/** An identifier as the author has written one: in a body, in a schema of a thing or of the member, or in a path. */
export function exampleIdIn({ id = '', read, create, list }: Held, paths: readonly string[]): unknown {
  const shown = [read?.operation, create].flatMap((operation) =>
    operation === undefined ? [] : shapesOf(operation).map((shape) => ({ operation, shape })),
  );
  const holding = shown.filter(({ shape }) => shape.properties.has(id));
  const items = list === undefined ? [] : bodiesOf(list.operation).map((body) => valueAt({ body }, `${list.items}/0`));
  const things = [
    ...holding.flatMap(({ operation, shape }) => bodiesOf(operation).map((body) => valueAt({ body }, shape.at))),
    ...items,
    ...holding.flatMap(({ shape }) => conjuncts([shape.schema]).flatMap(({ examples = [] }) => examples)),
  ];
  const own = holding.flatMap(({ shape }) => conjuncts(shape.properties.get(id) ?? []).flatMap(({ examples = [] }) => examples));
  return [...things.map((thing) => getOwn(thing, id)), ...own, ...paths].find((one) => typeof one === 'string' || typeof one === 'number');
}

/** The schemas of what names one thing of a collection in the paths of all operations. */
export function schemasOfNames(service: Service, collection: Segments): readonly Schema[] {
  const found = namesOf(service, collection).flatMap(
    ({ operation, name }) => operation.parameters.find((one) => one.in === 'path' && one.name === name)?.schema ?? [],
  );
  return [...new Set(found)];
}

/** The parameter that names one thing of a collection, in each operation that has one. */
function namesOf({ operations }: Service, collection: Segments): readonly { readonly operation: Operation; readonly name: string }[] {
  return operations.flatMap((operation) => {
    const path = segmentsOf(operation.path);
    const name = beginsWith(path, collection) && isNameAt(path, collection.length) ? parameterIn(path[collection.length]) : undefined;
    return name === undefined ? [] : [{ operation, name }];
  });
}

/** The first example of a parameter of the path, as a text. */
export function exampleOf({ parameters }: Operation, name: string): string | undefined {
  const parameter = parameters.find((one) => one.in === 'path' && one.name === name);
  const value = parameter && [...valuesOf(parameter)].find((one) => typeof one === 'string' || typeof one === 'number');
  return value === undefined || value === '' ? undefined : String(value);
}

function* valuesOf({ examples = [], schema }: Parameter): Generator<unknown> {
  for (const { value } of examples) yield value;
  for (const { examples: own = [] } of conjuncts([schema])) yield* own;
}

/** The path of a collection with the examples in the place of its parameters; `undefined` where one has none. */
export function exampledPath(template: Segments, exampled: ReadonlyMap<string, string>): string | undefined {
  const segments = template.map((segment) => {
    const name = parameterIn(segment);
    const example = name === undefined ? undefined : exampled.get(plain(name));
    return name === undefined ? segment : example && encodeURIComponent(example);
  });
  return segments.includes(undefined) ? undefined : `/${segments.join('/')}`;
}
