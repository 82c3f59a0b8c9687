// Checks payloads of jobs and deliveries that are read back, which an earlier version may have written.

/** What members of a payload can be. */
interface Types {
  readonly string: string;
  readonly number: number;
  readonly boolean: boolean;
  readonly object: object;
  /** A list of texts. */
  readonly strings: readonly string[];
}

type Shape = Readonly<Record<string, keyof Types>>;

/** Whether a value has these members: `isOf({ payment: 'string', number: 'number' })`. It may have others. */
export function isOf<const S extends Shape>(shape: S) {
  return (value: unknown): value is { readonly [Name in keyof S]: Types[S[Name]] } => {
    if (typeof value !== 'object' || value === null) return false;
    const found = value as Readonly<Record<string, unknown>>;
    return Object.entries(shape).every(([name, type]) => Object.hasOwn(found, name) && isA(type, found[name]));
  };
}

function isA(type: keyof Types, value: unknown): boolean {
  if (type === 'strings') return Array.isArray(value) && value.every((item) => typeof item === 'string');
  return typeof value === type && value !== null;
}
