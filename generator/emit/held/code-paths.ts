// Turns paths of names on the wire into the same paths in code: of pages (`x-pagination`), of links and of the addresses of callbacks.
import { changedNames, itemOf, memberOf, type Value, valueNames } from '../../model/schema/values.ts';
import type { Operation, PaginationFacts, Parameter, Response, Template } from '../../model/service.ts';
import type { HeldSchemas } from './held.ts';

type Path = readonly string[];

function codePath([token, ...rest]: Path, value: Value | undefined): Path {
  if (token === undefined) return [];
  if (value === undefined) return [token, ...rest];
  // A number may be the name of a member, too.
  const isIndex = /^\d+$/.test(token) && !valueNames(value).has(token);
  const inside = memberOf(value, token) ?? (isIndex ? itemOf(value, Number(token)) : undefined);
  return [changedNames(value).get(token) ?? token, ...codePath(rest, inside)];
}

/** Paths that begin at the input, as `['query', 'cursor']`. */
function inputPath(path: Path, operation: Operation, held: HeldSchemas): Path {
  return codePath(path, held.named([operation.input]));
}

/** Paths that begin at the result, as `['body', 'meta', 'next_cursor']`. */
function resultPath([part = '', ...path]: Path, responses: readonly Response[], held: HeldSchemas): Path {
  if (part !== 'body') return [part, ...path];
  const schemas = responses.flatMap(({ contents }) => contents.flatMap(({ schema }) => schema ?? []));
  return [part, ...codePath(path, held.named(schemas))];
}

/** How the pages follow each other, by the names that users read and write. */
export function heldPagination(operation: Operation, held: HeldSchemas): PaginationFacts | undefined {
  const { pagination, responses } = operation;
  if (pagination === undefined) return undefined;
  const pages = ['200', '2XX', 'default'].flatMap((status) => responses.find((response) => response.status === status) ?? []).slice(0, 1);
  const input = (path: Path): Path => inputPath(path, operation, held);
  const result = (path: Path): Path => {
    const [start = '', ...inside] = path;
    if (start !== 'last') return resultPath(path, pages, held);
    return [start, ...codePath(inside, pagination.item === undefined ? undefined : held.named([pagination.item]))];
  };
  const entries = Object.entries(pagination.facts).map(([key, fact]) => {
    if (!isPath(fact)) return [key, fact];
    return [key, key === 'cursor' || key === 'offset' || key === 'page' ? input(fact) : result(fact)];
  });
  return Object.fromEntries(entries) as PaginationFacts;
}

/** The name in code of a parameter. Names of headers have no case. */
export function codeParameter({ parameters }: Operation, place: Parameter['in'], name: string): string {
  const keyOf = (written: string): string => (place === 'header' ? written.toLowerCase() : written);
  return parameters.find((parameter) => parameter.in === place && keyOf(parameter.name) === keyOf(name))?.codeName ?? name;
}

function isPath(fact: unknown): fact is Path {
  return Array.isArray(fact);
}

/** A template whose expressions read what users hold. `status`: that of the response; absent: any. */
export function heldTemplate(template: Template, operation: Operation, held: HeldSchemas, status?: string): Template {
  const responses = operation.responses.filter((response) => status === undefined || response.status === status);
  return template.map((piece) => {
    if (typeof piece === 'string' || !('part' in piece)) return piece;
    if (piece.part !== 'body')
      return piece.from === 'request' ? { ...piece, name: codeParameter(operation, piece.part, piece.name) } : piece;
    const path = ['body', ...piece.pointer];
    const [, ...pointer] = piece.from === 'request' ? inputPath(path, operation, held) : resultPath(path, responses, held);
    return { ...piece, pointer };
  });
}
