// Writes values into messages.

/** A value as JSON; `none`: what stands for a value that is not there. */
export function shown(value: unknown, none = 'none'): string {
  return JSON.stringify(value, (_, one: unknown) => (typeof one === 'bigint' ? String(one) : one)) ?? none;
}
