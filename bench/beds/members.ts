// The members of objects.

/** An object without some of its members. */
export const without = <T extends object>(object: T, ...names: readonly string[]): T =>
  Object.fromEntries(Object.entries(object).filter(([name]) => !names.includes(name))) as T;
