// The properties and items that a value's schemas have evaluated, for `unevaluatedProperties` and `unevaluatedItems` where they depend on the value.

/** JSON Schema Core section 11: names of properties, the number of leading items, and single items beyond them that `contains` matched. */
export interface Evaluated {
  readonly properties: Set<string>;
  items: number;
  readonly contained: Set<number>;
}

export function evaluated(): Evaluated {
  return { properties: new Set(), items: 0, contained: new Set() };
}

export function addProperties(seen: Evaluated, ...names: readonly string[]): void {
  for (const name of names) seen.properties.add(name);
}

export function addItems(seen: Evaluated, items: number): void {
  if (items > seen.items) seen.items = items;
}

/** Adds what a branch evaluated, once it is known to match. */
export function addEvaluated(seen: Evaluated, branch: Evaluated): void {
  for (const name of branch.properties) seen.properties.add(name);
  for (const index of branch.contained) seen.contained.add(index);
  addItems(seen, branch.items);
}
