// How services that do not read their documents understand a request: its path and its query.

/** An operation that a request leads to, with the values in its path. */
export interface Found<Name> {
  readonly name: Name;
  readonly path: Readonly<Record<string, string>>;
}

interface Route<Name> {
  readonly method: string;
  readonly parts: readonly string[];
  readonly name: Name;
}

/** A part of a path as it is meant. One that is encoded badly stays as it is. */
function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

/** The values of a path that fits a template, or undefined. */
function valuesOf(template: readonly string[], parts: readonly string[]): Record<string, string> | undefined {
  if (template.length !== parts.length) return undefined;
  const values: Record<string, string> = {};
  for (const [index, wanted] of template.entries()) {
    const part = decoded(parts[index] ?? '');
    if (part === '') return undefined;
    if (wanted.startsWith('{')) values[wanted.slice(1, -1)] = part;
    else if (part !== wanted) return undefined;
  }
  return values;
}

/** The operation of a request. A path that has no such method gives the methods that it has, and a path that nothing has gives none. */
export function routerOf<Name extends string>(
  table: Readonly<Record<Name, string>>,
): (method: string, pathname: string) => Found<Name> | readonly string[] {
  const routes = Object.entries<string>(table).map(([name, line]): Route<Name> => {
    const [method = '', path = ''] = line.split(' ');
    return { method, parts: path.split('/').slice(1), name: name as Name };
  });
  return (method, pathname) => {
    const parts = pathname.split('/').slice(1);
    const allowed: string[] = [];
    for (const route of routes) {
      const path = valuesOf(route.parts, parts);
      if (path !== undefined && route.method === method) return { name: route.name, path };
      if (path !== undefined) allowed.push(route.method);
    }
    return allowed;
  };
}

/** The value of a parameter of the query from its texts, or a sentence in `wrong`. */
export type Reader<Value> = (texts: readonly string[]) => { readonly value: Value } | { readonly wrong: string };

type Values<Readers> = { readonly [Name in keyof Readers]: Readers[Name] extends Reader<infer Value> ? Value : never };

/** A parameter that stands at most once, and has this value where it is left out. */
const once =
  <Value, Other>(other: Other, read: (text: string) => { value: Value } | { wrong: string }): Reader<Value | Other> =>
  ([first, ...more]) => {
    if (more.length > 0) return { wrong: 'must not be repeated' };
    return first === undefined ? { value: other } : read(first);
  };

export const number = <Other>(min: number, max: number, other: Other): Reader<number | Other> =>
  once(other, (text) => {
    const value = Number(text);
    return /^-?\d{1,15}$/.test(text) && value >= min && value <= max ? { value } : { wrong: `must be an integer from ${min} to ${max}` };
  });

export const choice = <Value extends string, Other>(values: readonly Value[], other: Other): Reader<Value | Other> =>
  once(other, (text) => {
    const value = values.find((one) => one === text);
    return value === undefined ? { wrong: `must be one of ${values.join(', ')}` } : { value };
  });

/** Values with commas between them. */
export const choices = <Value extends string>(values: readonly Value[]): Reader<readonly Value[] | undefined> =>
  once(undefined, (text) => {
    const parts = text.split(',');
    const found = values.filter((one) => parts.includes(one));
    return parts.every((part) => found.some((one) => one === part)) ? { value: found } : { wrong: `must be of ${values.join(', ')}` };
  });

export const words = (min: number, max: number): Reader<string | undefined> =>
  once(undefined, (value) => {
    const { length } = [...value];
    return length < min || length > max ? { wrong: `must have ${min} to ${max} characters` } : { value };
  });

/** Reads the parameters of a query. Each problem is told with the name of its parameter. */
export function queryOf<Readers extends Readonly<Record<string, Reader<unknown>>>>(
  search: URLSearchParams,
  readers: Readers,
  refuse: (name: string, wrong: string) => Error,
): Values<Readers> {
  const values = Object.entries(readers).map(([name, read]) => {
    const result = read(search.getAll(name));
    if ('wrong' in result) throw refuse(name, result.wrong);
    return [name, result.value];
  });
  return Object.fromEntries(values) as Values<Readers>;
}
