// Fills in the defaults of parameters that a request leaves out, for handlers.
import { setOwn } from '../contract/own.ts';

/** The defaults of an operation's optional parameters, in the form on the wire. */
export interface ParameterDefaults {
  readonly query?: Readonly<Record<string, unknown>>;
  readonly header?: Readonly<Record<string, unknown>>;
  readonly cookie?: Readonly<Record<string, unknown>>;
}

/** An operation's input as its handler gets it: the parameters of these names are always there, since they have defaults. */
export type WithDefaults<Input, Names> = Input extends unknown
  ? Omit<Input, keyof Names & keyof Input> & {
      [Place in keyof Names & keyof Input]-?: NonNullable<Input[Place]> & {
        [Name in Names[Place] & keyof NonNullable<Input[Place]>]-?: Exclude<NonNullable<Input[Place]>[Name], undefined>;
      };
    }
  : never;

const PLACES = ['query', 'header', 'cookie'] as const;

/** Adds the defaults to a valid input. A list is copied, since the handler may change it. */
export function fillDefaults(input: Record<string, unknown>, defaults: ParameterDefaults): void {
  for (const place of PLACES) {
    const values = defaults[place];
    if (values === undefined) continue;
    const part = (input[place] ?? {}) as object;
    for (const [name, value] of Object.entries(values)) {
      if (!Object.hasOwn(part, name)) setOwn(part, name, typeof value === 'object' ? structuredClone(value) : value);
    }
    input[place] = part;
  }
}
