// Checks payloads of jobs and deliveries that are read back, which an earlier version may have written.

type Shape = Readonly<Record<string, 'string' | 'number' | 'object'>>;

type ValueOf<Type> = Type extends 'string' ? string : Type extends 'number' ? number : object;

/** Whether a value has these members: `isOf({ payment: 'string', number: 'number' })`. It may have others. */
export function isOf<const S extends Shape>(shape: S) {
  return (value: unknown): value is { readonly [Name in keyof S]: ValueOf<S[Name]> } => {
    if (typeof value !== 'object' || value === null) return false;
    const found = value as Readonly<Record<string, unknown>>;
    return Object.entries(shape).every(([name, type]) => Object.hasOwn(found, name) && typeof found[name] === type && found[name] !== null);
  };
}
