// A table of facts: `<section>: { <group>: { <row>: [fact, …, designed, fact, …] } }`; reads one, and prints one line of it.
import type { Json } from '../../generator/load/description.ts';
import { isObject, joinPointer } from '../../generator/load/pointer.ts';
import { lineOf, type Yaml } from './source.ts';

/** Facts of one line. */
export interface Line {
  /** What the public record of the interface says. */
  readonly recorded: readonly string[];
  /** What the record leaves open, so that the document decides it. In the table these facts stand behind the word `designed`. */
  readonly designed: readonly string[];
}

export interface TableRow extends Line {
  readonly pointer: string;
}

/** Rows of a group by their key. */
export type TableGroup = ReadonlyMap<string, TableRow>;
/** Groups by `<section>/<name>`. */
export type Table = ReadonlyMap<string, TableGroup>;

const BORDER = 'designed';

export function tableOf(yaml: Yaml): Table {
  const table = new Map<string, TableGroup>();
  for (const [section, groups] of entries(yaml, yaml.value, ''))
    for (const [name, rows] of entries(yaml, groups, joinPointer('', section))) {
      const pointer = joinPointer('', section, name);
      table.set(
        groupId(section, name),
        new Map(entries(yaml, rows, pointer).map(([key, facts]) => [key, rowOf(yaml, facts, joinPointer(pointer, key))])),
      );
    }
  return table;
}

export function groupId(section: string, name: string): string {
  return `${section}/${name}`;
}

function entries(yaml: Yaml, value: Json | undefined, pointer: string): [string, Json | undefined][] {
  if (!isObject(value)) throw new Error(`${lineOf(yaml.source, { pointer, part: 'key' })}: expected lines below this key`);
  return Object.entries(value);
}

function rowOf(yaml: Yaml, value: Json | undefined, pointer: string): TableRow {
  if (!Array.isArray(value) || value.some((fact: Json) => !['string', 'number', 'bigint'].includes(typeof fact)))
    throw new Error(`${lineOf(yaml.source, { pointer, part: 'key' })}: expected a list of texts, such as [integer, min 1]`);
  const facts = value.map(String);
  const border = facts.indexOf(BORDER);
  if (border < 0) return { recorded: facts, designed: [], pointer };
  return { recorded: facts.slice(0, border), designed: facts.slice(border + 1), pointer };
}

const WIDTH = 150;
const INDENT = '        ';

/** The line of a row, as the table has it. One that is longer than a page goes on in the next line. */
export function printLine(key: string, { recorded, designed }: Line): string {
  const facts = [...recorded.map(factText), ...(designed.length > 0 ? [BORDER, ...designed.map(factText)] : [])];
  const lines: string[] = [];
  let line = `    ${scalar(key)}: [`;
  for (const [index, fact] of facts.entries()) {
    const text = index < facts.length - 1 ? `${fact},` : `${fact}]`;
    if (line.endsWith('[')) line += text;
    else if (line.length + text.length < WIDTH) line += ` ${text}`;
    else {
      lines.push(line);
      line = `${INDENT}${text}`;
    }
  }
  lines.push(facts.length === 0 ? `${line}]` : line);
  return lines.flatMap(folded).join('\n');
}

/** A long text breaks at a space; YAML reads the break as that space. */
function folded(line: string): string[] {
  const at = line.length <= WIDTH ? -1 : line.lastIndexOf(' ', WIDTH);
  return at <= INDENT.length ? [line] : [line.slice(0, at), ...folded(`${INDENT}${line.slice(at + 1)}`)];
}

/** A whole number needs no quotes. */
function factText(text: string): string {
  return /^(?:0|-?[1-9]\d*)$/.test(text) ? text : scalar(text);
}

/** A text as YAML that reads as the same text inside a list. */
function scalar(text: string): string {
  const plain =
    /^[A-Za-z/(_$][\w ./|()$+*<>=^@~-]*$/.test(text) && !/^(?:true|false|null|yes|no|on|off|y|n)$/i.test(text) && !/\s$| {2}/.test(text);
  return plain ? text : /[\n\t]| {2}/.test(text) ? JSON.stringify(text) : `'${text.replaceAll("'", "''")}'`;
}
