// Follows OpenAPI links: makes the input of a link's target from a response and its request.

import { OctavoError } from '../contract/errors.ts';
import { getOwn, setOwn } from '../contract/own.ts';
import { forStatus } from '../contract/responses.ts';
import type { AnyResult } from '../contract/result.ts';
import { type Exchange, fillTemplate, type Template } from '../wire/expression.ts';

type LinkValue = { readonly constant: unknown } | { readonly template: Template };

/** One Link Object, as it stands in generated code. */
export interface LinkFacts {
  readonly parameters?: readonly {
    readonly in: 'path' | 'query' | 'header' | 'cookie' | 'querystring';
    readonly name: string;
    readonly value: LinkValue;
  }[];
  readonly body?: LinkValue;
}

/** The members of a result's union that have the status. */
export type ResultWith<Result, Status extends number> = Result extends { status: infer Own }
  ? Status extends Own
    ? Result
    : never
  : never;

/** The parts of an input that a caller may add to the input from a link, or replace. */
export type LinkRest<Input> = {
  readonly [Key in keyof Input]?: Key extends 'path' | 'query' | 'header' | 'cookie' ? Partial<Input[Key]> : Input[Key];
};

/**
 * The input of a link's target. `rows` are the link's facts by status (`201`, `4XX`, `default`). The call of the target will report what neither
 * the link nor `more` gives.
 * @throws {OctavoError} where the document does not declare the link for the status.
 * @throws {ExpressionError} where the response lacks a value that the link needs.
 */
export function followLink<Input>(
  name: string,
  rows: Readonly<Record<string, LinkFacts>>,
  exchange: Exchange<unknown, AnyResult>,
  more: object = {},
): Input {
  const { status } = exchange.result ?? {};
  const row = status === undefined ? undefined : forStatus(rows, status);
  if (row === undefined) throw new OctavoError(`The link ${name} is not declared for the status ${status}.`);
  const filled = (value: LinkValue): unknown => ('constant' in value ? value.constant : fillTemplate(value.template, exchange, name));
  const input: Record<string, unknown> = {};
  for (const { in: where, name: parameter, value } of row.parameters ?? []) {
    if (where === 'querystring') input.querystring = filled(value);
    else {
      input[where] ??= {};
      setOwn(input[where] as object, parameter, filled(value));
    }
  }
  if (row.body !== undefined) input.body = filled(row.body);
  for (const key of Object.keys(more)) {
    const added = getOwn(more, key);
    const hasParameters = key === 'path' || key === 'query' || key === 'header' || key === 'cookie';
    input[key] = hasParameters ? { ...(input[key] as object | undefined), ...(added as object | undefined) } : added;
  }
  return input as Input;
}
