// The formats of integers (OpenAPI format registry).

/** The least and the greatest integer of each. `float` and `double` set no bounds. */
export const INTEGER_RANGES: ReadonlyMap<string, readonly [least: bigint, most: bigint]> = new Map(
  [8n, 16n, 32n, 64n].flatMap((bits) => [
    [`int${bits}`, [-(2n ** (bits - 1n)), 2n ** (bits - 1n) - 1n]] as const,
    [`uint${bits}`, [0n, 2n ** bits - 1n]] as const,
  ]),
);
