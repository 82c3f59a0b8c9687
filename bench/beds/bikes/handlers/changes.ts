// Changes of the members of things.

/** A thing with the members of a change. A null takes a member away. */
export function patched<T extends object>(thing: T, patch: object): T {
  const members = Object.entries({ ...thing, ...patch }).filter(([, value]) => value !== null);
  return Object.fromEntries(members) as T;
}

/** Cents of an amount, and back. */
export const centsOf = (amount: string): number => Number(amount.replace('.', ''));
export const moneyOf = (cents: number): string => `${Math.floor(cents / 100)}.${String(cents % 100).padStart(2, '0')}`;
