// `x-pagination` of an operation (docs/extensions.md) → the locations in its input and in its response with status 200 that lead from page to page,
// checked against both.

import type { Problems } from '../../../base/problem.ts';
import { pointerTokens } from '../../../load/pointer.ts';
import { child, type DocumentNode, keyOf, members, number, optional, text } from '../../document-node.ts';
import { possibleConjuncts } from '../../schema/conjuncts.ts';
import type { Schema } from '../../schema/schema.ts';
import { ARRAY, INTEGER, intendedTypes, STRING } from '../../schema/types.ts';
import type { MediaContent, Operation, Pagination, PaginationFacts, ValuePath } from '../../service.ts';
import { ExtensionFault, orFault } from '../extension-fault.ts';
import type { OperationSource } from '../operation-source.ts';

type Paged = Pick<Operation, 'parameters' | 'body' | 'responses'>;

type Style = PaginationFacts['style'];
type FieldOf<S extends Style> = Exclude<keyof Extract<PaginationFacts, { readonly style: S }>, 'style' | 'items'>;

/** The fields of each style besides `style` and `items`, and whether the document must have them. */
const STYLES: { readonly [S in Style]: Readonly<Record<FieldOf<S>, 'required' | 'optional'>> } = {
  cursor: { cursor: 'required', next: 'required', step: 'optional', previous: 'optional', end: 'optional', more: 'optional' },
  offset: { offset: 'required', first: 'optional', total: 'optional', more: 'optional' },
  page: { page: 'required', first: 'optional', total: 'optional', totalPages: 'optional', more: 'optional' },
  // Without `next`, the header `Link` is read.
  link: { next: 'optional', previous: 'optional', method: 'optional' },
};

/** `undefined` where the operation writes none, or one that cannot be followed. */
export function readPagination(source: OperationSource, operation: Paged, problems: Problems): Pagination | undefined {
  const node = child(source.node, 'x-pagination');
  if (node.value === undefined) return undefined;
  const style = text(node, 'style');
  // The loader has removed those of other tools.
  if (style === undefined || !Object.hasOwn(STYLES, style)) return undefined;
  return orFault('x-pagination', problems, () => {
    if (source.kind !== 'operation') throw new ExtensionFault(node, `A ${source.kind} has no pages to follow.`, 'Remove `x-pagination`.');
    return read(node, style as Style, operation);
  });
}

function read(node: DocumentNode, style: Style, operation: Paged): Pagination {
  const content = contentOf(node, operation);
  checkFields(node, style);
  const field = (name: string): DocumentNode => child(node, name);
  const answer = (name: string): ValuePath => wayOfAnswer(field(name), operation, content);
  const maybe = <K extends string>(name: K): { [P in K]?: ValuePath } =>
    optional(name, field(name).value === undefined ? undefined : answer(name));
  const { way: items, item } = itemsOf(field('items'), content);
  switch (style) {
    case 'cursor': {
      const cursor = wayOfInput(field('cursor'), operation).way;
      const next = wayOfLast(field('next'), item) ?? answer('next');
      const step = optional('step', stepOf(field('step'), next, item));
      const end = optional('end', endOf(field('end')));
      return { item, facts: { style: 'cursor', cursor, next, ...step, ...maybe('previous'), ...end, ...maybe('more'), items } };
    }
    case 'offset': {
      const offset = numberOfInput(field('offset'), operation);
      const first = optional('first', firstOf(node));
      return { item, facts: { style: 'offset', offset, ...first, ...maybe('total'), ...maybe('more'), items } };
    }
    case 'page': {
      const page = numberOfInput(field('page'), operation);
      const facts: PaginationFacts = {
        style: 'page',
        page,
        ...optional('first', firstOf(node)),
        ...maybe('total'),
        ...maybe('totalPages'),
        ...maybe('more'),
        items,
      };
      return { item, facts };
    }
    case 'link': {
      const next = field('next').value === undefined ? linkHeader(operation) : answer('next');
      const back = maybe('previous');
      const previous = field('previous').value === undefined && isLinkHeader(next) ? { previous: next } : back;
      return { item, facts: { style: 'link', next, ...previous, ...optional('method', methodOf(field('method'))), items } };
    }
  }
}

/** `get`: links are followed by GET, whatever the operation's own method is. */
function methodOf(node: DocumentNode): 'GET' | undefined {
  const { value } = node;
  if (value === undefined) return undefined;
  if (typeof value === 'string' && same(value, 'get')) return 'GET';
  throw new ExtensionFault(
    node,
    'A link is followed by GET, or by the method of the operation.',
    'Write `method: get`, or remove `method`.',
  );
}

/** How far the cursor is beyond the last item: where that is counted. */
function stepOf(node: DocumentNode, [where, ...tokens]: ValuePath, item: Schema | undefined): -1 | 1 | undefined {
  const { value } = node;
  if (value === undefined) return undefined;
  if (value !== -1 && value !== 1)
    throw new ExtensionFault(
      node,
      '`step` is neither -1 nor 1.',
      'Write -1 where identifiers go down from item to item, and 1 where they go up.',
    );
  if (where !== 'last')
    throw new ExtensionFault(
      node,
      '`step` needs a `next` that names a field of the last item.',
      "Write `next: 'last#/id'`, or remove `step`.",
    );
  const found = below(item, tokens) ?? [];
  if (found.every((schema) => (intendedTypes(schema) & (INTEGER | STRING)) !== 0)) return value;
  throw new ExtensionFault(node, '`step` needs a `next` that names a number of the last item.', 'Name an integer, or a text of digits.');
}

/** A number is compared as text: the service may write either. */
function endOf(node: DocumentNode): string | undefined {
  const { value } = node;
  if (value === undefined || typeof value === 'string') return value;
  if (typeof value === 'number') return String(value);
  throw new ExtensionFault(node, '`end` must be a string or a number.', "Write the cursor that leads nowhere, such as `end: '0'`.");
}

function checkFields(node: DocumentNode, style: Style): void {
  const fields = Object.entries(STYLES[style]);
  const known: readonly string[] = ['style', 'items', ...fields.map(([name]) => name)];
  for (const [name, written] of members(node)) {
    if (known.includes(name)) continue;
    const message = `\`x-pagination\` with the style ${style} has no field \`${name}\`.`;
    throw new ExtensionFault({ ...written, location: keyOf(written) }, message, `Its fields are ${known.join(', ')}.`);
  }
  for (const [name, presence] of fields) {
    if (presence === 'optional' || child(node, name).value !== undefined) continue;
    throw new ExtensionFault(
      node,
      `\`x-pagination\` with the style ${style} has no \`${name}\`.`,
      `Write \`${name}\`; see docs/extensions.md.`,
    );
  }
}

/** The number of the first page or item; `undefined` if the document does not give it. */
function firstOf(node: DocumentNode): number | undefined {
  const first = number(node, 'first');
  const written = child(node, 'first');
  if (written.value === undefined || Number.isInteger(first)) return first;
  throw new ExtensionFault(written, '`first` must be a whole number.', 'Write what is counted first, such as `first: 1`.');
}

/** The body that pages are read from: the one of status 200, in JSON or XML. */
function contentOf(node: DocumentNode, { responses }: Paged): MediaContent {
  const [content, ...others] = responses.find(({ status }) => status === '200')?.contents ?? [];
  if ((content?.kind === 'json' || content?.kind === 'xml') && others.length === 0) return content;
  throw new ExtensionFault(
    node,
    'Pages are read from the response with status 200, whose body must be JSON or XML, in one media type.',
    "Declare `responses: { '200': … }` with `application/json` as its only media type, or remove `x-pagination`.",
  );
}

/** `query.after`, `header.X-Cursor` or `body#/page/after`: the standard's runtime expressions without `$request.` */
function wayOfInput(node: DocumentNode, { parameters, body }: Paged): { readonly way: ValuePath; readonly schemas: readonly Schema[] } {
  const written = typeof node.value === 'string' ? node.value : '';
  const [, where, name] = /^(query|header)\.(.+)$/s.exec(written) ?? [];
  if (where !== undefined && name !== undefined) {
    const parameter = parameters.find((one) => one.in === where && (where === 'header' ? same(one.name, name) : one.name === name));
    if (parameter !== undefined) return { way: [where, parameter.name], schemas: [parameter.schema] };
    const names = parameters.filter((one) => one.in === where).map((one) => one.name);
    throw new ExtensionFault(
      node,
      `The operation has no ${where} parameter '${name}'.`,
      names.length === 0 ? 'Declare it.' : `Declare it, or name one of: ${names.join(', ')}.`,
    );
  }
  if (!written.startsWith('body#/')) {
    throw new ExtensionFault(
      node,
      'This is not a location in a request.',
      'Write `query.` or `header.` and the name of a parameter, or `body#/` and a JSON pointer into the body.',
    );
  }
  const tokens = pointerTokens(written.slice('body#'.length));
  const contents = body?.contents ?? [];
  const schemas = contents.map(({ kind, schema }) =>
    kind === 'json' || kind === 'form' || kind === 'multipart' ? below(schema, tokens) : undefined,
  );
  if (schemas.length === 0 || schemas.includes(undefined)) {
    throw new ExtensionFault(
      node,
      'The request body has no such field.',
      'Declare it in the schema of the body, under each media type that the body may have.',
    );
  }
  return { way: ['body', ...tokens], schemas: schemas.flatMap((found) => found ?? []) };
}

function numberOfInput(node: DocumentNode, operation: Paged): ValuePath {
  const { way, schemas } = wayOfInput(node, operation);
  if (schemas.every((schema) => (intendedTypes(schema) & INTEGER) !== 0)) return way;
  throw new ExtensionFault(node, 'This style counts, but its parameter takes no numbers.', 'Describe it with `type: integer`.');
}

/** `last#/id`: the cursor is a field of the page's last item. `undefined` for any other place. */
function wayOfLast(node: DocumentNode, item: Schema | undefined): ValuePath | undefined {
  const written = typeof node.value === 'string' ? node.value : '';
  if (!written.startsWith('last#/')) return undefined;
  const tokens = pointerTokens(written.slice('last#'.length));
  if (item !== undefined && below(item, tokens) === undefined) {
    throw new ExtensionFault(
      node,
      `An item has nothing at ${written.slice('last#'.length)}.`,
      'Name a field that the schema of the items declares.',
    );
  }
  return ['last', ...tokens];
}

/** `/meta/next` is a JSON pointer into the body, `header.X-Next` a declared header. */
function wayOfAnswer(node: DocumentNode, operation: Paged, content: MediaContent): ValuePath {
  const written = typeof node.value === 'string' ? node.value : '';
  if (written.startsWith('header.')) {
    const name = written.slice('header.'.length);
    if (same(name, 'link')) return linkHeader(operation);
    const header = headersOf(operation).find((one) => same(one.name, name));
    if (header !== undefined) return ['headers', header.name];
    throw new ExtensionFault(node, `The response with status 200 has no header '${name}'.`, 'Declare it under `headers` of that response.');
  }
  if (!written.startsWith('/')) {
    throw new ExtensionFault(
      node,
      'This is not a location in a response.',
      'Write a JSON pointer into the body, such as /meta/next, or `header.` and a name; for `next` of cursors, also `last#/` and a field of the items.',
    );
  }
  const tokens = pointerTokens(written);
  if (below(content.schema, tokens) === undefined) throw nothingThere(node, written);
  return ['body', ...tokens];
}

function nothingThere(node: DocumentNode, written: string): ExtensionFault {
  return new ExtensionFault(
    node,
    `The body of the response with status 200 has nothing at ${written}.`,
    'Write a JSON pointer through properties that its schema declares, such as /meta/next.',
  );
}

function headersOf({ responses }: Paged) {
  return responses.find(({ status }) => status === '200')?.headers ?? [];
}

/** RFC 8288 section 3. Under its declared name, or under the lower-case one that undeclared headers have in a result. */
function linkHeader(operation: Paged): ValuePath {
  return ['headers', headersOf(operation).find((one) => same(one.name, 'link'))?.name ?? 'link'];
}

function isLinkHeader([where, name = '']: ValuePath): boolean {
  return where === 'headers' && same(name, 'link');
}

function same(left: string, right: string): boolean {
  return left.toLowerCase() === right.toLowerCase();
}

/** Where the items are, and what one of them is; `undefined` where the document does not say. */
function itemsOf(node: DocumentNode, content: MediaContent): { readonly way: ValuePath; readonly item: Schema | undefined } {
  const written = node.value ?? '';
  if (typeof written !== 'string' || (written !== '' && !written.startsWith('/'))) {
    throw new ExtensionFault(
      node,
      '`items` must be a JSON pointer.',
      'Write where the list is in the body, such as /data; leave it out for the body itself.',
    );
  }
  const tokens = pointerTokens(written);
  const found = below(content.schema, tokens);
  if (found === undefined) throw nothingThere(node, written);
  const applied = possibleConjuncts(found);
  if (found.some((schema) => (intendedTypes(schema) & ARRAY) === 0) || applied.some((schema) => schema.prefixItems !== undefined)) {
    const what = written === '' ? 'The body of the response with status 200' : `What the body has at ${written}`;
    throw new ExtensionFault(
      node,
      `${what} is not a list of items.`,
      'Write in `items` a JSON pointer to a list: `type: array` with `items`.',
    );
  }
  const schemas = [...new Set(applied.flatMap((schema) => schema.items ?? []))];
  const [item, ...more] = schemas;
  if (item === undefined || more.length === 0) return { way: ['body', ...tokens], item };
  return { way: ['body', ...tokens], item: { key: `${item.key}@any`, location: item.location, anyOf: schemas } };
}

/** The schemas at a JSON pointer; an empty list where any value may be; `undefined` where nothing is declared. */
export function below(schema: Schema | undefined, tokens: readonly string[]): Schema[] | undefined {
  let here = schema === undefined ? [] : [schema];
  for (const token of tokens) {
    const applied = possibleConjuncts(here);
    // A body that the document does not describe: anything may be in it.
    if (applied.every((one) => one.boolean === true || (one.properties === undefined && one.type === undefined && isSilent(one))))
      return [];
    here = applied.flatMap((one) => one.properties?.get(token) ?? []);
    if (here.length > 0) continue;
    here = applied.flatMap((one) => (one.additionalProperties === undefined ? [] : [one.additionalProperties]));
    if (here.length === 0 || here.some((one) => one.boolean === false)) return undefined;
  }
  return here;
}

/** Whether a schema has no keyword for items, other properties or listed values. */
function isSilent({ items, prefixItems, additionalProperties, ...rest }: Schema): boolean {
  return (items ?? prefixItems ?? additionalProperties ?? rest.enum ?? rest.const) === undefined;
}
