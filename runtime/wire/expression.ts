// Runtime expressions (OpenAPI 3.1 section 4.8.20.4): callback URLs and parameters of links are taken from a request and its response.
import { OctavoError } from '../contract/errors.ts';
import { getOwn } from '../contract/own.ts';

/** One expression, as generated code writes it. */
export type Expression =
  | { readonly from: 'url' | 'method' | 'status' }
  | { readonly from: 'request' | 'response'; readonly part: 'header' | 'query' | 'path'; readonly name: string }
  /** The tokens of a JSON pointer; none for the whole body. */
  | { readonly from: 'request' | 'response'; readonly part: 'body'; readonly pointer: readonly string[] };

/** Text, and the expressions that are filled in between. */
export type Template = readonly (string | Expression)[];

/** A request and its response, as callers pass and handlers return them. */
export interface Exchange<Input = unknown, Result = unknown> {
  readonly input: Input;
  readonly result?: Result;
  /** The full URL of the request, as callers know it; needed where the document says `$url`. */
  readonly url?: string;
}

/** An exchange whose response is known. */
export interface AnsweredExchange<Input = unknown, Result = unknown> extends Exchange<Input, Result> {
  readonly result: Result;
}

/** An expression without a value in an exchange. The message names the expression, and quotes nothing of the exchange. */
export class ExpressionError extends OctavoError {
  override readonly name = 'ExpressionError';

  constructor(expression: Expression, operation: string, reason = 'has no value') {
    super(`${operation}: ${wordOf(expression)} ${reason}.`, operation);
  }
}

function wordOf(expression: Expression): string {
  if (!('part' in expression)) return expression.from === 'status' ? '$statusCode' : `$${expression.from}`;
  const { from, part } = expression;
  return `$${from}.${part}${expression.part === 'body' ? `#${expression.pointer.map((token) => `/${token}`).join('')}` : `.${expression.name}`}`;
}

/** The value of the expression where a template is a single one, otherwise text. */
export function fillTemplate(template: Template, exchange: Exchange, operation: string, encode = (text: string): string => text): unknown {
  const [first] = template;
  if (template.length === 1 && typeof first === 'object') return valueIn(first, exchange, operation);
  return template
    .map((piece, index) => {
      if (typeof piece === 'string') return piece;
      const text = textOf(valueIn(piece, exchange, operation));
      if (text === undefined) throw new ExpressionError(piece, operation, 'is not text, a number or a boolean');
      return index === 0 ? text : encode(text);
    })
    .join('');
}

/** @throws {ExpressionError} where the expression has no value. */
function valueIn(expression: Expression, exchange: Exchange, operation: string): unknown {
  const value = lookUp(expression, exchange);
  if (value === undefined || value === null) throw new ExpressionError(expression, operation);
  return value;
}

function lookUp(expression: Expression, { input, result, url }: Exchange): unknown {
  if (!('part' in expression)) return expression.from === 'url' ? url : expression.from === 'status' ? getOwn(result, 'status') : undefined;
  if (expression.part === 'body') {
    let value = getOwn(expression.from === 'request' ? input : result, 'body');
    for (const token of expression.pointer) value = getOwn(value, token);
    return value;
  }
  const { from, part, name } = expression;
  const values = from === 'request' ? getOwn(input, part) : getOwn(result, 'headers');
  if (part !== 'header') return getOwn(values, name);
  // Declared headers have the document's case, others are in lower case.
  const key =
    typeof values === 'object' && values !== null ? Object.keys(values).find((own) => own.toLowerCase() === name.toLowerCase()) : undefined;
  return key === undefined ? undefined : getOwn(values, key);
}

/** A value as text of a URL; `undefined` for values that have none. */
export function textOf(value: unknown): string | undefined {
  if (typeof value === 'string') return value;
  if (typeof value === 'number' || typeof value === 'bigint' || typeof value === 'boolean') return String(value);
  return value instanceof Date ? value.toISOString() : undefined;
}
