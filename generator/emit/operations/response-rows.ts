// The answers of operations to rows of `operations.ts`: one constant for each list of headers, for each row that several answers have, and for each
// set of rows that several operations have.
import { lowerFirst, pascalCase } from '../../model/names/names.ts';
import type { MediaContent, Operation, Response } from '../../model/service.ts';
import { propertyKey, safeIdentifier } from '../text/escape.ts';
import { block, namesOfRepeated } from '../text/row-layout.ts';
import { codecOfBody, headerRow } from './codecs.ts';
import type { OperationScope } from './operation-types.ts';

export interface ResponseRows {
  /** By status the row of each answer or the name of its constant, `problemJsonResponse`; or the constant of all: `json200_400_401`. */
  of(operation: Operation): string;
  /** All constants; `''` without any. */
  readonly declarations: string;
}

type RowScope = Pick<OperationScope, 'imports' | 'runtime' | 'held'>;

export function createResponseRows(operations: readonly Operation[], scope: RowScope): ResponseRows {
  const { imports, runtime } = scope;
  const lists = new Map<string, string>();
  const rows = new Map(
    operations.map((operation) => [operation, operation.responses.map((response) => [rowOf(response, scope, lists), response] as const)]),
  );
  const worthNaming = [...rows.values()].flat().filter(([text]) => text !== '{}');
  const names = namesOfRepeated(worthNaming, (first) => imports.declare(safeIdentifier(rowName(first, scope))));
  const sets = new Map(
    [...rows].map(([operation, own]) => [operation, block(own.map(([text, { status }]) => [status, names.get(text) ?? text]))]),
  );
  // What stands on one line is best read where it is.
  const long = [...sets].flatMap(([operation, text]) => (text.includes('\n') ? [[text, operation] as const] : []));
  const setNames = namesOfRepeated(long, (first) => imports.declare(safeIdentifier(setName(first, scope))));
  const type = (name: string): string => imports.type(runtime, name);
  return {
    of(operation) {
      const text = sets.get(operation) ?? '{}';
      return setNames.get(text) ?? text;
    },
    declarations: [
      ...[...lists].map(([text, name]) => `const ${name}: readonly ${type('ResponseHeader')}[] = [\n${text}];\n`),
      ...(names.size === 0 ? [] : [[...names].map(([text, name]) => `const ${name}: ${type('OperationResponse')} = ${text};\n`).join('')]),
      ...[...setNames].map(([text, name]) => `const ${name}: ${type('Operation')}['responses'] = ${text.replaceAll('\n  ', '\n')};\n`),
    ].join('\n'),
  };
}

/** `lists`: the constants of headers that were asked for so far, by what they hold. */
function rowOf(response: Response, scope: RowScope, lists: Map<string, string>): string {
  const { imports, runtime, held } = scope;
  const value = (name: string): string => imports.value(runtime, name);
  const fields: string[] = [];
  if (response.headers.length > 0) {
    const text = response.headers.map((header) => `  ${headerRow(header, value, held)},\n`).join('');
    const name = lists.get(text) ?? imports.declare(safeIdentifier(lowerFirst(response.headersName ?? 'headers')));
    lists.set(text, name);
    fields.push(`headers: ${name}`, `read: ${value('readHeaders')}`);
  }
  if (response.contents.length > 0) fields.push(`contents: ${contentsRow(response.contents, scope, 'response')}`);
  return fields.length === 0 ? '{}' : `{ ${fields.join(', ')} }`;
}

/** `{ 'application/json': json }`. */
export function contentsRow(
  contents: readonly MediaContent[],
  { imports, runtime, held }: RowScope,
  message: 'request' | 'response',
): string {
  const members = contents.map((content) => {
    return `${propertyKey(content.contentType)}: ${codecOfBody(content, (name) => imports.value(runtime, name), held, message)}`;
  });
  return `{ ${members.join(', ')} }`;
}

/** `jsonResponse`, `problemJsonResponseWithRateLimit`: what holds it, and its headers. */
function rowName(response: Response, scope: RowScope): string {
  const { headersName } = response;
  const headers = headersName === undefined ? '' : `With${headersName.replace(/Headers(?=_\d+$|$)/, '')}`;
  return `${holderName(response, scope)}Response${headers}`;
}

/** `json200_400_401`: what holds the first answer, and the statuses of all. */
function setName({ responses }: Operation, scope: RowScope): string {
  const statuses = responses.map(({ status }) => status).join('_');
  return `${responses
    .slice(0, 1)
    .map((first) => holderName(first, scope))
    .join('')}${statuses}`;
}

/** `json`, `problemJson`, `empty`. */
function holderName({ contents }: Response, { held }: RowScope): string {
  const media = contents.map((content) => {
    const [, called = ''] = /([a-z]\w*)\(/i.exec(codecOfBody(content, (name) => name, held, 'response')) ?? [];
    return pascalCase(`${called} ${content.contentType.replace(/;.*/s, '').replace(/^application\//i, '')}`);
  });
  return media.length === 0 ? 'empty' : lowerFirst(media.join('Or'));
}
