// Runtime expressions (OpenAPI 3.1 section 4.8.20.4): which part of a request or its answer an address or a linked parameter comes from.
import { OctavoError } from '../contract/errors.ts';
import { getOwn } from '../contract/own.ts';

/** One expression, as generated code has it. */
export type Expression =
  | { readonly from: 'url' | 'method' | 'status' }
  | { readonly from: 'request' | 'response'; readonly part: 'header' | 'query' | 'path'; readonly name: string }
  /** The tokens of a JSON pointer; none for the whole body. */
  | { readonly from: 'request' | 'response'; readonly part: 'body'; readonly pointer: readonly string[] };

/** Text, and what is filled in between. */
export type Template = readonly (string | Expression)[];

/** A request and its answer, as callers pass and handlers return them. */
export interface Exchange<Input = unknown, Result = unknown> {
  readonly input: Input;
  readonly result?: Result;
  /** The whole URL of the request, as the public knows it; needed where the document says `$url`. */
  readonly url?: string;
}

/** An exchange whose answer is known. */
export interface AnsweredExchange<Input = unknown, Result = unknown> extends Exchange<Input, Result> {
  readonly result: Result;
}

/** An expression that has no value in an exchange. The message names the expression, and holds nothing of the exchange. */
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

/** What a template comes to: the value itself of one that is a single expression, else text. */
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

/** @throws {ExpressionError} where there is nothing. */
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
  // Headers go by any case: declared ones by the document's, others in lower case.
  const key =
    typeof values === 'object' && values !== null ? Object.keys(values).find((own) => own.toLowerCase() === name.toLowerCase()) : undefined;
  return key === undefined ? undefined : getOwn(values, key);
}

/** A value as text in a URL. */
export function textOf(value: unknown): string | undefined {
  if (typeof value === 'string') return value;
  if (typeof value === 'number' || typeof value === 'bigint' || typeof value === 'boolean') return String(value);
  return value instanceof Date ? value.toISOString() : undefined;
}
