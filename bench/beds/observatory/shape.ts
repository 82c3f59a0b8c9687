// Checks of the shape of a body. A check writes down what is wrong, and where.

export interface Detail {
  readonly at: string;
  readonly why: string;
}

export type Check = (value: unknown, at: string, found: Detail[]) => void;

export const lengthOf = (text: string): number => [...text].length;

interface TextLimits {
  readonly min?: number;
  readonly max?: number;
  readonly pattern?: RegExp;
  readonly format?: (text: string) => boolean;
  readonly length?: (text: string) => number;
}

export function text({ min = 0, max = Number.POSITIVE_INFINITY, pattern, format, length = lengthOf }: TextLimits = {}): Check {
  return (value, at, found) => {
    if (typeof value !== 'string') found.push({ at, why: 'It must be a text.' });
    else if (length(value) < min) found.push({ at, why: `It must have at least ${min} characters.` });
    else if (length(value) > max) found.push({ at, why: `It must have at most ${max} characters.` });
    else if (pattern?.test(value) === false) found.push({ at, why: `It must match ${pattern.source}.` });
    else if (format?.(value) === false) found.push({ at, why: 'It does not have the right format.' });
  };
}

export function oneOf(values: readonly string[]): Check {
  return (value, at, found) => {
    if (!values.some((one) => one === value)) found.push({ at, why: `It must be one of ${values.join(', ')}.` });
  };
}

interface NumberLimits {
  readonly min?: number;
  readonly max?: number;
  readonly above?: number;
  readonly below?: number;
  readonly step?: number;
}

export function numeric({ min, max, above, below, step }: NumberLimits): Check {
  return (value, at, found) => {
    if (typeof value !== 'number') found.push({ at, why: 'It must be a number.' });
    else if (min !== undefined && value < min) found.push({ at, why: `It must be at least ${min}.` });
    else if (max !== undefined && value > max) found.push({ at, why: `It must be at most ${max}.` });
    else if (above !== undefined && value <= above) found.push({ at, why: `It must be more than ${above}.` });
    else if (below !== undefined && value >= below) found.push({ at, why: `It must be less than ${below}.` });
    else if (step !== undefined && !Number.isInteger(value / step)) found.push({ at, why: `It must be a multiple of ${step}.` });
  };
}

export function integer(limits: NumberLimits): Check {
  const check = numeric(limits);
  return (value, at, found) => {
    if (Number.isInteger(value)) check(value, at, found);
    else found.push({ at, why: 'It must be a whole number.' });
  };
}

export const bool: Check = (value, at, found) => {
  if (typeof value !== 'boolean') found.push({ at, why: 'It must be true or false.' });
};

export function nullable(check: Check): Check {
  return (value, at, found) => {
    if (value !== null) check(value, at, found);
  };
}

interface ListLimits {
  readonly min?: number;
  readonly max?: number;
  readonly unique?: boolean;
}

export function list(item: Check, { min = 0, max = Number.POSITIVE_INFINITY, unique = false }: ListLimits): Check {
  return (value, at, found) => {
    if (!Array.isArray(value)) {
      found.push({ at, why: 'It must be a list.' });
      return;
    }
    if (value.length < min) found.push({ at, why: `It must have at least ${min} items.` });
    if (value.length > max) found.push({ at, why: `It must have at most ${max} items.` });
    if (unique && new Set(value).size < value.length) found.push({ at, why: 'Its items must differ.' });
    for (const [index, one] of value.entries()) item(one, `${at}/${index}`, found);
  };
}

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const pointer = (name: string): string => name.replaceAll('~', '~0').replaceAll('/', '~1');

/** A closed object. The names of members that must be there come first. */
export function closed(required: Readonly<Record<string, Check>>, optional: Readonly<Record<string, Check>> = {}): Check {
  const known = new Map([...Object.entries(required), ...Object.entries(optional)]);
  return (value, at, found) => {
    if (!isObject(value)) {
      found.push({ at, why: 'It must be an object.' });
      return;
    }
    for (const name of Object.keys(required)) if (!Object.hasOwn(value, name)) found.push({ at: `${at}/${name}`, why: 'It is missing.' });
    for (const [name, member] of Object.entries(value)) {
      const check = known.get(name);
      if (check === undefined) found.push({ at: `${at}/${pointer(name)}`, why: 'There is no such member.' });
      else check(member, `${at}/${name}`, found);
    }
  };
}

/** An object with members of any name that fits. */
export function map(name: RegExp, member: Check, max: number): Check {
  return (value, at, found) => {
    if (!isObject(value)) {
      found.push({ at, why: 'It must be an object.' });
      return;
    }
    if (Object.keys(value).length > max) found.push({ at, why: `It must have at most ${max} members.` });
    for (const [key, one] of Object.entries(value)) {
      if (!name.test(key)) found.push({ at: `${at}/${pointer(key)}`, why: `Its name must match ${name.source}.` });
      member(one, `${at}/${pointer(key)}`, found);
    }
  };
}

/** An object that has at least one member. */
export function filled(check: Check): Check {
  return (value, at, found) => {
    check(value, at, found);
    if (isObject(value) && Object.keys(value).length === 0) found.push({ at, why: 'It must have at least one member.' });
  };
}
