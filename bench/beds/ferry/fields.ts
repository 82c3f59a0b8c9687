// Checks of values. Each one collects what does not fit.

export interface Issue {
  readonly pointer: string;
  readonly message: string;
}

export type Check = (value: unknown, pointer: string, issues: Issue[]) => void;

const escaped = (name: string): string => name.replaceAll('~', '~0').replaceAll('/', '~1');

const characters = (text: string): number => [...text].length;

interface Text {
  readonly min?: number;
  readonly max?: number;
  readonly pattern?: RegExp;
  readonly format?: (text: string) => boolean;
  /** How the length is counted. */
  readonly length?: (text: string) => number;
}

export const text =
  ({ min = 0, max = Number.POSITIVE_INFINITY, pattern, format, length = characters }: Text = {}): Check =>
  (value, pointer, issues) => {
    if (typeof value !== 'string') {
      issues.push({ pointer, message: 'must be a text' });
      return;
    }
    if (length(value) < min || length(value) > max) issues.push({ pointer, message: `must have ${min} to ${max} characters` });
    if (pattern !== undefined && !pattern.test(value)) issues.push({ pointer, message: `must match ${pattern.source}` });
    if (format !== undefined && !format(value)) issues.push({ pointer, message: 'has not the right format' });
  };

interface Numbers {
  readonly min?: number;
  readonly above?: number;
  readonly max?: number;
  readonly step?: number;
}

export const number =
  ({ min, above, max, step }: Numbers): Check =>
  (value, pointer, issues) => {
    if (typeof value !== 'number') issues.push({ pointer, message: 'must be a number' });
    else if (min !== undefined && value < min) issues.push({ pointer, message: `must be at least ${min}` });
    else if (above !== undefined && value <= above) issues.push({ pointer, message: `must be more than ${above}` });
    else if (max !== undefined && value > max) issues.push({ pointer, message: `must be at most ${max}` });
    else if (step !== undefined && value % step !== 0) issues.push({ pointer, message: `must be a multiple of ${step}` });
  };

export const integer = (min: number, max: number, step = 1): Check => number({ min, max, step });

export const bool: Check = (value, pointer, issues) => {
  if (typeof value !== 'boolean') issues.push({ pointer, message: 'must be true or false' });
};

export const choice =
  (...values: readonly string[]): Check =>
  (value, pointer, issues) => {
    if (!values.includes(value as string)) issues.push({ pointer, message: `must be one of ${values.join(', ')}` });
  };

export const orNull =
  (check: Check): Check =>
  (value, pointer, issues) => {
    if (value !== null) check(value, pointer, issues);
  };

interface Lengths {
  readonly min?: number;
  readonly max?: number;
  /** Whether the items, which are texts, must differ. */
  readonly unique?: boolean;
}

export const list =
  (item: Check, { min = 0, max = Number.POSITIVE_INFINITY, unique = false }: Lengths = {}): Check =>
  (value, pointer, issues) => {
    if (!Array.isArray(value)) {
      issues.push({ pointer, message: 'must be a list' });
      return;
    }
    if (value.length < min || value.length > max) issues.push({ pointer, message: `must have ${min} to ${max} items` });
    if (unique && new Set(value).size < value.length) issues.push({ pointer, message: 'must not have an item twice' });
    for (const [index, one] of value.entries()) item(one, `${pointer}/${index}`, issues);
  };

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** An object without other members than these. */
export const object =
  (required: Readonly<Record<string, Check>>, optional: Readonly<Record<string, Check>> = {}, least = 0): Check =>
  (value, pointer, issues) => {
    if (!isObject(value)) {
      issues.push({ pointer, message: 'must be an object' });
      return;
    }
    if (Object.keys(value).length < least) issues.push({ pointer, message: `must have ${least} members at least` });
    for (const name of Object.keys(required))
      if (!Object.hasOwn(value, name)) issues.push({ pointer: `${pointer}/${name}`, message: 'is missing' });
    for (const [name, one] of Object.entries(value)) {
      const at = `${pointer}/${escaped(name)}`;
      const check = Object.hasOwn(required, name) ? required[name] : Object.hasOwn(optional, name) ? optional[name] : undefined;
      if (check === undefined) issues.push({ pointer: at, message: 'is not known' });
      else check(one, at, issues);
    }
  };

/** An object with names of this form. */
export const map =
  (names: RegExp, item: Check, max = Number.POSITIVE_INFINITY): Check =>
  (value, pointer, issues) => {
    if (!isObject(value)) {
      issues.push({ pointer, message: 'must be an object' });
      return;
    }
    if (Object.keys(value).length > max) issues.push({ pointer, message: `must have up to ${max} entries` });
    for (const [name, one] of Object.entries(value)) {
      const at = `${pointer}/${escaped(name)}`;
      if (!names.test(name)) issues.push({ pointer: at, message: `must have a name like ${names.source}` });
      item(one, at, issues);
    }
  };

/** What does not fit. */
export function issuesOf(check: Check, value: unknown, pointer = ''): readonly Issue[] {
  const issues: Issue[] = [];
  check(value, pointer, issues);
  return issues;
}
