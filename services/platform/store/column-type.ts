// Names what columns hold, in declarations and in SQL.

/**
 * What a column holds: a text, a whole number of at most ±(2^53−1), a double (`Store` says what else is held in these), or bytes. With `?`, it may be
 * null.
 */
export type ColumnType = 'text' | 'whole' | 'double' | 'bytes' | 'text?' | 'whole?' | 'double?' | 'bytes?';

// SQLite keeps bytes as they are in a column of any type, so the name is that of PostgreSQL.
const SQL_TYPES = { text: 'text', whole: 'bigint', double: 'double precision', bytes: 'bytea' } as const;

type SqlType = (typeof SQL_TYPES)[keyof typeof SQL_TYPES];

/** The type in SQL, and whether the column may be null. */
export function sqlTypeOf(stored: ColumnType): { readonly type: SqlType; readonly isNullable: boolean } {
  return { type: SQL_TYPES[stored.replace('?', '') as keyof typeof SQL_TYPES], isNullable: stored.endsWith('?') };
}
