// Compares path templates segment by segment: `/teams/{team}/members` and `/teams/{teamId}/members` are the same place.
import { pointerTo } from './pointers.ts';
import { remembered } from './prose/index.ts';

export type Segments = readonly string[];

/**
 * The segments of a template, without query, fragment and a final slash. What stands behind a parameter is one of its own: `{order}:refund` is
 * `{order}` and `:refund`.
 */
export const segmentsOf = remembered(
  (template: string): Segments =>
    template
      .replace(/[?#].*$/, '')
      .replace(/(\{[^{}/]+\})(?=:\w+(?:\/|$))/g, '$1/')
      .split('/')
      .filter((segment) => segment !== ''),
);

/** The name of the parameter that a segment is as a whole. */
export function parameterIn(segment: string | undefined): string | undefined {
  return /^\{([^{}]+)\}$/.exec(segment ?? '')?.[1];
}

/** Whether a template begins with another one; the names of parameters do not matter. */
export function beginsWith(template: Segments, start: Segments): boolean {
  return template.length >= start.length && start.every((segment, index) => isSame(segment, template[index]));
}

export function isSameTemplate(one: Segments, other: Segments): boolean {
  return one.length === other.length && beginsWith(one, other);
}

function isSame(one: string, other: string | undefined): boolean {
  return one === other || (parameterIn(one) !== undefined && parameterIn(other) !== undefined);
}

/** Whether the parameter at a place names a thing alone: `{hash}` of `/actions/{hash}/{index}` does not. */
export function isNameAt(template: Segments, at: number): boolean {
  return parameterIn(template[at]) !== undefined && parameterIn(template[at + 1]) === undefined;
}

/** The values of the parameters of a template in a path; `undefined` where the path is of another form. */
export function valuesIn(template: Segments, path: Segments): ReadonlyMap<string, string> | undefined {
  if (template.length !== path.length) return undefined;
  const values = new Map<string, string>();
  for (const [index, segment] of template.entries()) {
    const name = parameterIn(segment);
    const text = path[index] ?? '';
    if (name === undefined ? segment !== text : text === '') return undefined;
    if (name !== undefined) values.set(name, decoded(text));
  }
  return values;
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** The places of the parameters of a path in an input, in its order: `/path/shelf`, `/path/id`. */
export function pathPlacesOf(path: string): readonly string[] {
  return segmentsOf(path).flatMap((segment) => {
    const name = parameterIn(segment);
    return name === undefined ? [] : [pointerTo('path', name)];
  });
}

/** The place of the parameter that a path ends with, which names the thing itself; `undefined` where it ends otherwise. */
export function lastPlaceOf(path: string): string | undefined {
  return parameterIn(segmentsOf(path).at(-1)) === undefined ? undefined : pathPlacesOf(path).at(-1);
}

/** The last name in the path of an operation that is no parameter: `books` of `/shelves/{shelf}/books/{book}`. */
export function collectionIn({ path }: { readonly path: string }): string {
  return segmentsOf(path).findLast((segment) => parameterIn(segment) === undefined) ?? '';
}
