// Finds the parameters that the inputs of several operations of one file have alike, such as the owner and the name of a repository in each path
// below it. The file declares the object of such parameters once, for itself, and inputs refer to it by name.
import { jsonText } from '../../base/exact.ts';
import { groupBy } from '../../base/group-by.ts';
import { pascalCase } from '../../model/names/names.ts';
import type { Schema } from '../../model/schema/schema.ts';
import type { Operation, Parameter, ParameterIn } from '../../model/service.ts';
import { localTypes } from '../text/names.ts';
import { createTypeIds, LEAST_LINES, memberLinesOf } from '../types/shared-types.ts';

/** The places whose parameters are the members of an object. The parameter that is the whole query string is a part itself. */
export const PLACES = ['path', 'query', 'header', 'cookie'] as const satisfies readonly ParameterIn[];
type Place = (typeof PLACES)[number];

/** How the name of a type ends. That of the headers of a response ends with `Headers`. */
const ENDINGS: Readonly<Record<Place, string>> = { path: 'Path', query: 'Query', header: 'RequestHeaders', cookie: 'Cookies' };

export interface SharedPart {
  readonly name: string;
  readonly parameters: readonly Parameter[];
}

export interface SharedParts {
  readonly declared: readonly SharedPart[];
  /** The name for the parameters of a place; `undefined` where they are written out. */
  nameOf(operation: Operation, place: Place): string | undefined;
}

export const NO_SHARED_PARTS: SharedParts = { declared: [], nameOf: () => undefined };

/** The parameters of a place, in the order of the document. */
export function parametersIn(operation: Operation, place: Place): readonly Parameter[] {
  return operation.parameters.filter((parameter) => parameter.in === place);
}

/**
 * @param taken names that no shared part may have
 * @param noteWords called with each schema whose description decides which parts are alike
 */
export function createSharedParts(
  operations: readonly Operation[],
  taken: ReadonlySet<string>,
  noteWords?: (schema: Schema) => void,
): SharedParts {
  const keys = new Map(PLACES.map((place): [Place, Map<Operation, string>] => [place, new Map()]));
  const found = new Map<string, Found>();
  const idOf = createTypeIds(noteWords);
  for (const operation of operations) {
    for (const place of PLACES) {
      const parameters = parametersIn(operation, place);
      if (linesOf(parameters) < LEAST_LINES) continue;
      const key = jsonText([place, ...parameters.map(({ schema, ...rest }) => [...shownOf(rest), idOf(schema)])]);
      const known = found.get(key) ?? { place, parameters, first: operation, count: 0 };
      known.count++;
      found.set(key, known);
      keys.get(place)?.set(operation, key);
    }
  }
  const choose = localTypes(taken);
  const named = new Map<string, SharedPart>();
  const repeated = [...found].filter(([, { count }]) => count > 1);
  const byName = groupBy(
    repeated.flatMap(([, part]) => namesFor(part)),
    (name) => name,
  );
  for (const [key, part] of repeated) {
    const names = namesFor(part);
    // Parts that differ in their comments alone have the same words.
    const own = names.filter((name) => byName.get(name)?.length === 1);
    const name = choose(...own, `${part.first.typeName}${ENDINGS[part.place]}`, ...names);
    named.set(key, { name, parameters: part.parameters });
  }
  return { declared: [...named.values()], nameOf: (operation, place) => named.get(keys.get(place)?.get(operation) ?? '')?.name };
}

interface Found {
  readonly place: Place;
  readonly parameters: readonly Parameter[];
  /** The first operation that has it. */
  readonly first: Operation;
  count: number;
}

/** What the type and its comments show of a parameter beside its schema. */
function shownOf({ name, codeName, required, description, deprecated }: Omit<Parameter, 'schema'>): readonly unknown[] {
  return [name, codeName, required, description ?? '', deprecated];
}

function linesOf(parameters: readonly Parameter[]): number {
  return memberLinesOf(parameters.map(({ schema, description }) => ({ schema, hasComment: description !== undefined })));
}

/** Most parameters that stand in a name. */
const MOST = 2;

/** By their names: `OwnerAndRepoPath`; where that is too long, `OwnerAndRepoAndMorePath`. */
function namesFor({ parameters, place }: Found): readonly string[] {
  const ending = ENDINGS[place];
  const words = parameters.map(({ name }) => pascalCase(name));
  return [`${words.join('And')}${ending}`, `${words.slice(0, MOST).join('And')}AndMore${ending}`, ending];
}
