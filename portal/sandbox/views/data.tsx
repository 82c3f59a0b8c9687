// The rows of a service, as its store has them.
import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { Button } from '../../shared/components.tsx';
import { bodyOf } from '../control.ts';
import { Choice, Empty, Shown, timeText, ViewHead } from '../parts.tsx';
import { useLoaded } from '../use-loaded.ts';
import type { ViewProps } from '../view-props.ts';

const PAGE = 50;

export function RowsView({ control, names }: ViewProps): JSX.Element {
  const [service, setService] = useState(names[0] ?? '');
  const [chosen, setTable] = useState('');
  const [offset, setOffset] = useState(0);
  const loaded = useLoaded(async () => bodyOf(await control.listTables({ path: { service } }), 200).tables, [service], 5_000);
  // The tables of the service before stay until the new ones are there.
  const tables = loaded.isCurrent ? (loaded.value ?? []) : [];
  const table = tables.some(({ name }) => name === chosen) ? chosen : tables[0]?.name;
  const rows = useLoaded(
    table === undefined
      ? undefined
      : async () => ({
          ...bodyOf(await control.listRows({ path: { service, table }, query: { offset, limit: PAGE } }), 200),
          table,
          offset,
        }),
    [service, table, offset],
    5_000,
  );
  const choose = (set: (value: string) => void) => (value: string) => {
    set(value);
    setOffset(0);
  };
  return (
    <>
      <ViewHead title="Data" about="These are the rows of a service as its store has them. Secrets are left out, and times are in UTC.">
        <Button onClick={rows.reload}>Reload</Button>
      </ViewHead>
      <div class="filters">
        <Choice label="Service" value={service} onChange={choose(setService)} options={names.map((name) => [name, name])} />
        <Choice
          label="Table"
          value={table ?? ''}
          onChange={choose(setTable)}
          options={tables.map(({ name, rows: count }) => [name, `${name} (${count})`])}
        />
      </div>
      {loaded.error !== undefined && rows.error === undefined && (
        <p class="notice bad" role="alert">
          {loaded.error}
        </p>
      )}
      <Shown of={rows}>
        {(found) =>
          found.total === 0 ? (
            <Empty>The table has no rows.</Empty>
          ) : (
            <>
              {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a table that scrolls must be reached by keyboard. */}
              <section class="scroll rows" tabIndex={0} aria-label={`Rows of ${found.table}`}>
                <table class="table">
                  <thead>
                    <tr>
                      {found.columns.map((column) => (
                        <th key={column} scope="col">
                          {column}
                        </th>
                      ))}
                    </tr>
                  </thead>
                  <tbody>
                    {found.rows.map((row, index) => (
                      <tr key={index}>
                        {row.map((cell, at) => (
                          <td key={found.columns[at]}>{cellOf(cell)}</td>
                        ))}
                      </tr>
                    ))}
                  </tbody>
                </table>
              </section>
              <div class="row">
                <Button onClick={() => setOffset(Math.max(0, found.offset - PAGE))} disabled={found.offset === 0}>
                  Previous
                </Button>
                <span class="soft">
                  {found.rows.length === 0
                    ? `No more rows: there are ${found.total}.`
                    : `${found.offset + 1} to ${found.offset + found.rows.length} of ${found.total}`}
                </span>
                <Button onClick={() => setOffset(found.offset + PAGE)} disabled={found.offset + PAGE >= found.total}>
                  Next
                </Button>
              </div>
            </>
          )
        }
      </Shown>
    </>
  );
}

/** A moment is stored as milliseconds since 1970: a whole number between 2001 and 2096, which nothing else in the stores is. */
function cellOf(cell: string | number | null): JSX.Element | string {
  if (cell === null) return <span class="soft">null</span>;
  const isMoment = typeof cell === 'number' && Number.isInteger(cell) && cell > 1e12 && cell < 4e12;
  return isMoment ? <time title={String(cell)}>{timeText(new Date(cell).toISOString())}</time> : String(cell);
}
