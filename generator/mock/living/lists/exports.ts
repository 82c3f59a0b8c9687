// Answers with the things of a kind as comma-separated values (RFC 4180), where the text of an operation names the columns.
import { essenceOf, getOwn } from '@octavo/runtime/conformance';
import { jsonText } from '../../../base/exact.ts';
import type { ListFacts } from '../../../inference/lists/facts.ts';
import { placesOf, rolesOf } from '../../../inference/lists/places.ts';
import { plain } from '../../../inference/names.ts';
import { singular } from '../../../inference/prose/index.ts';
import { successOf } from '../../../inference/shapes.ts';
import { parameterIn, segmentsOf } from '../../../inference/templates.ts';
import type { Operation } from '../../../model/service.ts';
import { collectionOf } from '../places.ts';
import type { Kind, Role } from '../plan/kinds.ts';
import type { Call, Living, Setting } from '../setting.ts';
import { choose } from './lists.ts';

const CSV = 'text/csv';

/** `undefined` where an operation answers with something else, or the columns are those of no kind of thing. */
export function exportOf(operation: Operation, kinds: readonly Kind[]): (Role & { readonly does: 'export' }) | undefined {
  const types = (successOf(operation)?.contents ?? []).map(({ contentType }) => essenceOf(contentType));
  const columns = operation.method === 'GET' && types.includes(CSV) ? columnsIn(operation) : undefined;
  if (columns === undefined) return undefined;
  const words = segmentsOf(operation.path).map((segment) => plain(singular(segment)));
  const shared = ({ members }: Kind): number => columns.filter((column) => members.has(column)).length;
  const fitting = kinds.filter((kind) => kind.resource.isSingle !== true && shared(kind) * 2 > columns.length);
  const isNamed = ({ name }: Kind): boolean => words.includes(plain(singular(name)));
  const [kind] = fitting.toSorted((one, other) => Number(isNamed(other)) - Number(isNamed(one)) || shared(other) - shared(one));
  return kind && { does: 'export', kind, columns, facts: factsOf(operation, kind) };
}

/** A line of names in the marks of code: `plate,model,kind`. */
const LINE = /`([a-z_][\w.-]*(?:, ?[a-z_][\w.-]*)+)`/i;
/** `The columns are number, subject and status`. */
const COLUMNS = /\bcolumns\b[^.:]*?(?:\bare\b|:)\s*((?:`?[\w.-]+`?(?:, | and |, and ))+`?[\w-]+`?)/i;

function columnsIn({ summary = '', description = '', responses }: Operation): readonly string[] | undefined {
  const text = [summary, description, ...responses.filter(({ status }) => /^2/.test(status)).map((one) => one.description ?? '')].join(
    '\n',
  );
  const [, line] = LINE.exec(text) ?? COLUMNS.exec(text) ?? [];
  return line?.split(/,? and |, ?/).map((name) => name.replaceAll('`', ''));
}

/** What the query asks of the things. */
function factsOf(operation: Operation, { members }: Kind): ListFacts {
  const places = placesOf(operation);
  return {
    ...{ operation, items: '', id: undefined, isKey: false, within: undefined, members, places, general: [], searches: [] },
    ...{ roles: rolesOf(places, new Set([...members.keys()].map(plain))), byCodePoints: false, lastDays: new Set<string>() },
  };
}

export function exported(
  { tools, world }: Setting,
  operation: Operation,
  { kind, columns, facts }: Role & { readonly does: 'export' },
  call: Call,
): Living | undefined {
  const accepted = call.headers.accept ?? '*/*';
  if (!/\*\/\*|text\/\*|text\/csv/i.test(accepted)) return undefined;
  const isBelow = kind.collection.some((segment) => parameterIn(segment) !== undefined && !operation.path.includes(segment));
  const things = isBelow ? [...world.ofKind(kind)] : world.in(collectionOf(operation, kind, call.input));
  const chosen = choose(things, facts, call.input);
  if (chosen === undefined) return undefined;
  const rows = chosen.items.map(({ value }) => columns.map((column) => getOwn(value, column)));
  const body = [columns, ...rows].map((row) => `${row.map(field).join()}\r\n`).join('');
  const result = { ...tools.example(operation, undefined), contentType: CSV, body };
  return tools.judge(operation, result).length === 0 ? { result } : undefined;
}

/** RFC 4180 section 2: what has a comma, a quote or a line end stands in quotes. */
function field(value: unknown): string {
  if (value === undefined || value === null) return '';
  const text = typeof value === 'object' ? jsonText(value) : String(value);
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
