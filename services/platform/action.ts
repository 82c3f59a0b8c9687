// Declares the actions of services: what a developer orders through control, and no operation of the document can do.

import { refuse } from '@octavo/runtime';

/** A member of an action's input. `strings` is a list of texts. */
export interface ActionField {
  readonly type: 'string' | 'integer' | 'boolean' | 'strings';
  /** Default: it must be there. */
  readonly optional?: true;
  readonly description: string;
}

type Fields = Readonly<Record<string, ActionField>>;

export interface ValueTypes {
  readonly string: string;
  readonly integer: number;
  readonly boolean: boolean;
  readonly strings: readonly string[];
}

type OptionalName<F extends Fields> = { [Name in keyof F]: F[Name] extends { readonly optional: true } ? Name : never }[keyof F];

/** The input of an action, by its fields. */
type InputOf<F extends Fields> = { readonly [Name in Exclude<keyof F, OptionalName<F>>]: ValueTypes[F[Name]['type']] } & {
  readonly [Name in OptionalName<F>]?: ValueTypes[F[Name]['type']];
};

type Json = string | number | boolean | null | readonly Json[] | { readonly [name: string]: Json };

/** The output of an action: JSON that control sends on. */
export type ActionOutput = Readonly<Record<string, Json>>;

/** An action, without the types of its input and of its service's tables. */
export interface Action {
  /** In kebab case: `mint-token`. */
  readonly name: string;
  /** The purpose of the action, in a sentence. */
  readonly summary: string;
  readonly fields: Fields;
  /**
   * @param input checked against the fields
   * @throws a refusal (`refuse(404, …)`), which control answers
   */
  run(input: unknown, platform: unknown): Promise<ActionOutput>;
}

const fieldOf =
  <const Type extends keyof ValueTypes>(type: Type) =>
  (description: string) =>
    ({ type, description }) as const;

/** Makes a field: `string('Name of the shop.')`. */
export const string = fieldOf('string');
export const integer = fieldOf('integer');
export const boolean = fieldOf('boolean');
/** A list of texts. */
export const strings = fieldOf('strings');

export function optional<Field extends ActionField>(field: Field) {
  return { ...field, optional: true } as const;
}

/**
 * Makes the actions of a service: `const action = actionsOf<Platform<EmailTables>>()`. The input of `run` has the types of the fields. What gives
 * nothing has the output `{}`.
 */
export function actionsOf<P>() {
  return <const F extends Fields>(
    name: string,
    summary: string,
    fields: F,
    run: (input: InputOf<F>, platform: P) => Promise<ActionOutput> | Promise<void>,
  ): Action => ({ name, summary, fields, run: async (input, platform) => (await run(input as InputOf<F>, platform as P)) ?? {} });
}

/** One of some texts. @throws the refusal 400 for another one @param field which has it */
export function oneOf<Name extends string>(names: readonly Name[], field: string, given: string): Name {
  const found = names.find((name) => name === given);
  if (found === undefined) throw refuse(400, { detail: `/${field} must be one of ${names.join(', ')}.` });
  return found;
}

/** @throws the refusal 400 for a number that is below the first or above the last @param field which has it */
export function requireRange(field: string, given: number, first: number, last: number): void {
  if (given < first || given > last) throw refuse(400, { detail: `/${field} must be from ${first} to ${last}.` });
}

/**
 * The faults of an input, in sentences; none if it has the fields of the action and no others.
 */
export function faultsOfInput(fields: Fields, input: Readonly<Record<string, unknown>>): string[] {
  const unknown = Object.keys(input).filter((name) => !Object.hasOwn(fields, name));
  const wrong = Object.entries(fields).flatMap(([name, { type, optional }]) => {
    if (!Object.hasOwn(input, name)) return optional === true ? [] : [`/${name} is missing.`];
    return isOfType(type, input[name]) ? [] : [`/${name} must be ${TYPES[type]}.`];
  });
  return [...wrong, ...unknown.map((name) => `/${name} is not a field of this action.`)];
}

const TYPES = { string: 'a string', integer: 'an integer', boolean: 'a boolean', strings: 'a list of strings' } as const;

function isOfType(type: ActionField['type'], value: unknown): boolean {
  if (type === 'integer') return Number.isSafeInteger(value);
  if (type === 'strings') return Array.isArray(value) && value.every((item) => typeof item === 'string');
  return typeof value === type;
}
