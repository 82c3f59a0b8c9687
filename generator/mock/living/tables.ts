// Shows the things of a living mock as tables: a kind is a table, a thing a row, and its members are the columns.
import { isSecretName, REDACTED, redactedBody } from '@octavo/runtime/conformance';
import { jsonText } from '../../base/exact.ts';
import type { Rows, RowsCommand, Table } from './commands.ts';
import { pathOf } from './plan/kinds.ts';
import type { Setting } from './setting.ts';

/** Signs of a value that are shown. */
const MOST_SIGNS = 2000;

export function tablesOf({ plan, world }: Setting): readonly Table[] {
  const counts = new Map(plan.kinds.map((kind) => [kind, 0]));
  for (const { kind } of world.all()) counts.set(kind, (counts.get(kind) ?? 0) + 1);
  return [...counts].map(([kind, rows]) => ({ name: pathOf(kind.collection), rows }));
}

export function rowsOf({ plan, world }: Setting, { table, offset, limit }: RowsCommand): Rows | undefined {
  const kind = plan.kinds.find(({ collection }) => pathOf(collection) === table);
  if (kind === undefined) return undefined;
  const things = [...world.all()].filter((thing) => thing.kind === kind);
  const members = [...kind.members.keys()];
  const rows = things
    .slice(offset, offset + limit)
    .map(({ collection, id, value }) => [`${collection}/${id}`, ...members.map((member) => cellOf(member, value[member]))]);
  return { columns: ['path', ...members], rows, total: things.length };
}

function cellOf(member: string, value: unknown): string | number | null {
  if (value === undefined || value === null) return null;
  if (isSecretName(member)) return REDACTED;
  if (typeof value === 'number') return value;
  return redactedBody((typeof value === 'string' ? value : jsonText(value)).slice(0, MOST_SIGNS), undefined, []);
}
