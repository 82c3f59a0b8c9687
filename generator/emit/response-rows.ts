// The answers of operations to rows of `operations.ts`: one constant for each list of headers, and one for each row that several answers have.
import { lowerFirst, pascalCase } from '../model/names.ts';
import type { MediaContent, Operation, Response } from '../model/service.ts';
import { codecOfBody, headerRow } from './codecs.ts';
import { propertyKey, safeIdentifier } from './escape.ts';
import type { OperationScope } from './operation-types.ts';

export interface ResponseRows {
  /** The row of an answer, or the name of its constant: `problemJsonResponse`. */
  of(response: Response): string;
  /** All constants; `''` without any. */
  readonly declarations: string;
}

type RowScope = Pick<OperationScope, 'imports' | 'runtime' | 'held'>;

export function createResponseRows(operations: readonly Operation[], scope: RowScope): ResponseRows {
  const { imports, runtime } = scope;
  const lists = new Map<string, string>();
  const rows = new Map<string, { readonly first: Response; count: number }>();
  const texts = new Map<Response, string>();
  for (const { responses } of operations) {
    for (const response of responses) {
      const text = rowOf(response, scope, lists);
      texts.set(response, text);
      const same = rows.get(text);
      if (same === undefined) rows.set(text, { first: response, count: 1 });
      else same.count++;
    }
  }
  const names = new Map<string, string>();
  for (const [text, { first, count }] of rows) {
    if (count > 1 && text !== '{}') names.set(text, imports.declare(safeIdentifier(rowName(first, scope))));
  }
  const type = (name: string): string => imports.type(runtime, name);
  return {
    of(response) {
      const text = texts.get(response) ?? '';
      return names.get(text) ?? text;
    },
    declarations: [
      ...[...lists].map(([text, name]) => `const ${name}: readonly ${type('ResponseHeader')}[] = [\n${text}];\n`),
      ...(names.size === 0 ? [] : [[...names].map(([text, name]) => `const ${name}: ${type('OperationResponse')} = ${text};\n`).join('')]),
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
function rowName({ contents, headersName }: Response, { held }: RowScope): string {
  const media = contents.map((content) => {
    const [, called = ''] = /([a-z]\w*)\(/i.exec(codecOfBody(content, (name) => name, held, 'response')) ?? [];
    return pascalCase(`${called} ${content.contentType.replace(/;.*/s, '').replace(/^application\//i, '')}`);
  });
  const headers = headersName === undefined ? '' : `With${headersName.replace(/Headers(?=_\d+$|$)/, '')}`;
  return lowerFirst(`${media.length === 0 ? 'Empty' : media.join('Or')}Response${headers}`);
}
