// Judges by its statements whether a migration only expands, so that the release before goes on with the tables that it knows.

const ADDED_COLUMN = /^alter table "(\w+)" add column "(\w+)"/;
const MADE_TABLE = /^create table (?:if not exists )?"(\w+)"/;
const INDEX = /^create (unique )?index .* on "(\w+)"/;
const CHANGED_ROWS = /^update "(\w+)" set (.*?)(?: where .*)?$/;

/** The statements that can break the release before. All others make something new, or change what only this migration has made. */
export function removalsIn(statements: readonly string[]): readonly string[] {
  const tables = new Set<string>();
  const columns = new Set<string>();
  return statements.filter((statement) => {
    const [, made] = MADE_TABLE.exec(statement) ?? [];
    if (made !== undefined) {
      tables.add(made);
      return false;
    }
    const [, table, column] = ADDED_COLUMN.exec(statement) ?? [];
    if (table !== undefined) {
      columns.add(`${table}.${column}`);
      // The release before writes rows without the column.
      return statement.includes(' not null') && !statement.includes(' default ');
    }
    const index = INDEX.exec(statement);
    // The release before may write rows that are the same there.
    if (index !== null) return index[1] !== undefined && !tables.has(index[2] ?? '');
    const [, changed, sets = ''] = CHANGED_ROWS.exec(statement) ?? [];
    if (changed !== undefined)
      return [...sets.matchAll(/"(\w+)" = /g)].some(([, name]) => !tables.has(changed) && !columns.has(`${changed}.${name}`));
    // Answers do not depend on an index. The default of a column is for those who leave it out.
    return !/^(?:select |drop index |alter table "\w+" alter column "\w+" set default )/.test(statement);
  });
}
