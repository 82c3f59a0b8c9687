// Runtime expressions (OpenAPI 3.1 section 4.8.20.4): text → what part of a request or a response it names, and whether an operation has that part.
import { pointerTokens } from '../../../load/pointer.ts';
import type { Expression, Response, Template } from '../../service.ts';
import type { SettledOperation } from '../operations.ts';

/** RFC 9110 section 5.6.2. */
const TOKEN = /^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/;
const SOURCE = /^\$(request|response)\.(header|query|path)\.(.+)$/s;
const BODY = /^\$(request|response)\.body(?:#((?:\/.*)?))?$/s;

/** Reads one expression: `$request.body#/url`. `undefined` where the text is not an expression. */
function parseExpression(text: string): Expression | undefined {
  if (text === '$url') return { from: 'url' };
  if (text === '$method') return { from: 'method' };
  if (text === '$statusCode') return { from: 'status' };
  const [, owner, part, name = ''] = SOURCE.exec(text) ?? [];
  if (owner === 'request' || owner === 'response') {
    if (part === 'header') return TOKEN.test(name) ? { from: owner, part: 'header', name } : undefined;
    // Only a request has these; the grammar would allow a response to have them too.
    return owner === 'request' && (part === 'query' || part === 'path') ? { from: owner, part, name } : undefined;
  }
  const [, holder, pointer = ''] = BODY.exec(text) ?? [];
  return holder === 'request' || holder === 'response' ? { from: holder, part: 'body', pointer: pointerTokens(pointer) } : undefined;
}

/** Text with expressions in braces; a single expression needs no braces. An invalid expression is returned as `wrong`. */
export function parseTemplate(text: string): Template | { readonly wrong: string } {
  if (text.startsWith('$')) {
    const expression = parseExpression(text);
    return expression === undefined ? { wrong: text } : [expression];
  }
  const pieces: (string | Expression)[] = [];
  let rest = text;
  for (let start = rest.indexOf('{$'); start !== -1; start = rest.indexOf('{$')) {
    const end = rest.indexOf('}', start);
    const written = rest.slice(start + 1, end === -1 ? undefined : end);
    const expression = end === -1 ? undefined : parseExpression(written);
    if (expression === undefined) return { wrong: written };
    if (start > 0) pieces.push(rest.slice(0, start));
    pieces.push(expression);
    rest = rest.slice(end + 1);
  }
  return rest === '' ? pieces : [...pieces, rest];
}

/** An expression as it is written. */
function wordOf(expression: Extract<Expression, { part: unknown }>): string {
  return `$${expression.from}.${expression.part}${expression.part === 'body' ? '' : `.${expression.name}`}`;
}

/**
 * Why an operation cannot answer a template: what it names must be declared, since only that reaches handlers and callers. `undefined` when
 * all is there. `responses` are those that the service may send.
 */
export function missingIn(template: Template, operation: SettledOperation, responses: readonly Response[]): string | undefined {
  for (const piece of template) {
    if (typeof piece === 'string' || !('part' in piece)) continue;
    if (piece.part === 'body') {
      const there = piece.from === 'request' ? operation.body !== undefined : responses.some(({ contents }) => contents.length > 0);
      if (!there) return `\`${wordOf(piece)}\` has no value, since no body is declared there`;
    } else if (piece.from === 'request') {
      const { part, name } = piece;
      const same = (other: string): boolean => (part === 'header' ? other.toLowerCase() === name.toLowerCase() : other === name);
      if (!operation.parameters.some((parameter) => parameter.in === part && same(parameter.name)))
        return `\`${wordOf(piece)}\` has no value, since the operation declares no such parameter`;
    }
  }
  return undefined;
}
