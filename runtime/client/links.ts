// Follows OpenAPI links: an answer, with the request before it, becomes the input of the operation that it leads to.

import { OctavoError } from '../contract/errors.ts';
import { getOwn, setOwn } from '../contract/own.ts';
import { forStatus } from '../contract/responses.ts';
import type { AnyResult } from '../contract/result.ts';
import { type Exchange, fillTemplate, type Template } from '../wire/expression.ts';

type LinkValue = { readonly constant: unknown } | { readonly template: Template };

/** One Link Object, as generated code has it. */
export interface LinkFacts {
  readonly parameters?: readonly {
    readonly in: 'path' | 'query' | 'header' | 'cookie' | 'querystring';
    readonly name: string;
    readonly value: LinkValue;
  }[];
  readonly body?: LinkValue;
}

/** Those of a result's forms that have the status. */
export type ResultWith<Result, Status extends number> = Result extends { status: infer Own }
  ? Status extends Own
    ? Result
    : never
  : never;

/** What a caller may add to the input that a link gives, or say otherwise. */
export type LinkRest<Input> = {
  readonly [Part in keyof Input]?: Part extends 'path' | 'query' | 'header' | 'cookie' ? Partial<Input[Part]> : Input[Part];
};

/**
 * The input of the link's target. `rows` are the link's facts by status (`201`, `4XX`, `default`). What the link does not give and `more` does
 * not add is missing, which the call of the target will say.
 * @throws {ExpressionError} where the answer lacks a part that the link needs.
 */
export function followLink<Input>(
  name: string,
  rows: Readonly<Record<string, LinkFacts>>,
  exchange: Exchange<unknown, AnyResult>,
  more: object = {},
): Input {
  const { status } = exchange.result ?? {};
  const row = status === undefined ? undefined : forStatus(rows, status);
  if (row === undefined) throw new OctavoError(`The link ${name} does not start from the status ${status}.`);
  const filled = (value: LinkValue): unknown => ('constant' in value ? value.constant : fillTemplate(value.template, exchange, name));
  const input: Record<string, unknown> = {};
  for (const { in: part, name: parameter, value } of row.parameters ?? []) {
    if (part === 'querystring') input.querystring = filled(value);
    else {
      input[part] ??= {};
      setOwn(input[part] as object, parameter, filled(value));
    }
  }
  if (row.body !== undefined) input.body = filled(row.body);
  for (const part of Object.keys(more)) {
    const added = getOwn(more, part);
    const isPart = part === 'path' || part === 'query' || part === 'header' || part === 'cookie';
    input[part] = isPart ? { ...(input[part] as object | undefined), ...(added as object | undefined) } : added;
  }
  return input as Input;
}
