// Declares the actions of services: what a developer orders through control, and no operation of the document can do.

/** A member of an action's input. `strings` is a list of texts. */
interface ActionField {
  readonly type: 'string' | 'integer' | 'boolean' | 'strings';
  /** Default: it must be there. */
  readonly optional?: true;
  readonly description: string;
}

type Fields = Readonly<Record<string, ActionField>>;

interface ValueTypes {
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

/** Types the input of `run` by the fields, and its platform by what `run` declares: `Platform<EmailTables>`. */
export function defineAction<const F extends Fields, P>(
  action: { readonly name: string; readonly summary: string; readonly fields: F },
  run: (input: InputOf<F>, platform: P) => Promise<ActionOutput>,
): Action {
  return { ...action, run: (input, platform) => run(input as InputOf<F>, platform as P) };
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
