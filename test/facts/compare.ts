// Compares a table with a document: every line must say what the document says, and the document nothing else.
import type { Fact, Group, Place, Row } from './facts.ts';
import { lineOf, type Yaml } from './source.ts';
import { groupId, type Line, printLine, type Table, type TableGroup, type TableRow } from './table.ts';

/** A line that is wrong, one too many, or missing. */
export interface Difference {
  /** `<section>/<group>`. */
  readonly group: string;
  readonly key: string;
  /** The table's row; undefined when it has none. */
  readonly row?: TableRow;
  /** What the document says; undefined when it says nothing of the kind. */
  readonly found?: Row;
  /** Where the group begins in the document, if it is there. */
  readonly place?: Place;
}

/** Groups that were compared with the same group of a table before are not compared again. */
export function compare(table: Table, groups: readonly Group[]): Difference[] {
  const differences: Difference[] = [];
  const seen = new Set<string>();
  for (const group of groups) {
    const id = groupId(group.section, group.name);
    seen.add(id);
    for (const difference of compareGroup(id, table.get(id), group)) differences.push(difference);
  }
  for (const [id, rows] of table) if (!seen.has(id)) for (const [key, row] of rows) differences.push({ group: id, key, row });
  return differences;
}

const memory = new WeakMap<Group, { readonly rows: TableGroup | undefined; readonly differences: readonly Difference[] }>();

function compareGroup(id: string, rows: TableGroup | undefined, group: Group): readonly Difference[] {
  const known = memory.get(group);
  if (known !== undefined && known.rows === rows) return known.differences;
  const differences: Difference[] = [];
  const found = rowsByKey(group);
  const place = group.place;
  for (const [key, row] of rows ?? []) if (!found.has(key)) differences.push({ group: id, key, row, place });
  for (const [key, of] of found) {
    const row = rows?.get(key);
    if (row === undefined || !same([...row.recorded, ...row.designed], of.facts))
      differences.push({ group: id, key, place, found: of, ...(row === undefined ? {} : { row }) });
  }
  memory.set(group, { rows, differences });
  return differences;
}

/** A second row of the same key, such as a parameter that is declared twice, gets a number. */
function rowsByKey(group: Group): Map<string, Row> {
  const rows = new Map<string, Row>();
  for (const row of group.rows) rows.set(rows.has(row.key) ? `${row.key} (${rows.size})` : row.key, row);
  return rows;
}

/** The order of facts says nothing. */
function same(texts: readonly string[], facts: readonly Fact[]): boolean {
  if (texts.length !== facts.length) return false;
  const sorted = facts.map(({ text }) => text).sort();
  return [...texts].sort().every((text, index) => text === sorted[index]);
}

/** The message of a difference: what the table and the document say, where, and the line to write if the document is right. */
export function explain({ group, key, row, found, place }: Difference, table: Yaml, document: Yaml): string {
  const name = `${group} / ${key}`;
  const at = (spot: Place | undefined): string => (spot === undefined ? document.source.display : lineOf(document.source, spot));
  if (row === undefined)
    return `${at(found?.place)}: the table has no line for ${name}\nIf the document is right, add:\n${printLine(key, suggested(row, found))}`;
  const line = lineOf(table.source, { pointer: row.pointer, part: 'key' });
  if (found === undefined) return `${line}: the document has no ${name} (${at(place)})\nIf the document is right, remove the line.`;
  const texts = [...row.recorded, ...row.designed];
  const lacks = texts.filter(beyond(found.facts.map(({ text }) => text)));
  const isNew = beyond(texts);
  const has = found.facts.filter(({ text }) => isNew(text));
  return [
    `${line}: ${name}`,
    `  the table says     ${lacks.length > 0 ? lacks.join(', ') : 'nothing of the kind'}`,
    ...has.map((fact) => `  the document says  ${fact.text} (${at(fact)})`),
    ...(has.length === 0 ? [`  the document says  nothing of the kind (${at(found.place)})`] : []),
    'If the document is right, write:',
    printLine(key, suggested(row, found)),
  ].join('\n');
}

/** Tells of each text whether it comes more often than in the list. */
function beyond(list: readonly string[]): (text: string) => boolean {
  const left = [...list];
  return (text) => {
    const index = left.indexOf(text);
    if (index >= 0) left.splice(index, 1);
    return index < 0;
  };
}

/** What the document says, each fact on the side of `designed` where the table has it; new facts are designed until the record is read. */
function suggested(row: TableRow | undefined, found: Row | undefined): Line {
  const texts = found?.facts.map(({ text }) => text) ?? [];
  return {
    recorded: texts.filter((text) => row?.recorded.includes(text)),
    designed: texts.filter((text) => row?.recorded.includes(text) !== true),
  };
}
