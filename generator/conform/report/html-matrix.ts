// The table of operations × checks, and for each of its cells without a finding the list of cases that were judged there.

import { escapeHtml as html } from '../../base/escape-html.ts';
import { count } from '../../base/words.ts';
import type { ReportView, ShownCase, ShownCell, ShownOperation } from './view.ts';

/** How many cases all lists together have room for: with more cells, each list has fewer cases, and at least one. */
const ROOM = 5000;

/** The most cases of one list. */
const MOST_CASES = 5;

/** The most requests of a sequence that are listed. */
const MOST_REQUESTS = 12;

/** The most characters of all lists together. Cells whose lists have no room lead to the coverage of their operation. */
const MOST_CHARACTERS = 2_000_000;

export function matrix(view: ReportView): string {
  const { checks, operations, findings } = view;
  const articles = new Map([...findings.entries()].reverse().map(([index, { operation, check }]) => [keyOf(operation, check), index]));
  const lists = listsOf(view, (operation, check) => articles.has(keyOf(operation, check)));
  const heads = checks.map(({ id, summary }) => `<th scope="col" title="${html(summary)}"><span>${html(id)}</span></th>`);
  const rows = operations.map((operation, row) => {
    const cells = checks.map(({ id }, column) => {
      const article = articles.get(keyOf(operation.id, id));
      const list = listId(row, column);
      return cellOf(operation, id, article === undefined ? (lists.has(list) ? list : operationId(row)) : `finding-${article}`);
    });
    return `<tr><th scope="row"><a href="#${operationId(row)}">${html(operation.id)}</a></th>${cells.join('')}</tr>`;
  });
  return `<h2 id="checks">Operations and checks</h2>
<p class="mild">A number counts the cases with a fault and leads to the first of them; ✓ has cases without one and leads to some of them; a number in parentheses counts waived ones; – has no case.</p>
<div class="wide"><table class="matrix"><thead><tr><th scope="col">operation</th>${heads.join('')}</tr></thead><tbody>
${rows.join('\n')}
</tbody></table></div>
${[...lists.values()].join('\n')}`;
}

/** The id of the row that has the coverage of an operation. */
export function operationId(index: number): string {
  return `operation-${index}`;
}

function listId(row: number, column: number): string {
  return `cases-${row}-${column}`;
}

function keyOf(operation: string, check: string): string {
  return `${check} ${operation}`;
}

function cellOf({ cells, skipped }: ShownOperation, check: string, target: string): string {
  const { looked, failed, waived } = cells[check] ?? { looked: 0, failed: 0, waived: 0 };
  const link = (text: string, title: string): string => `<a href="#${target}" title="${html(`${check}: ${title}`)}">${text}</a>`;
  if (failed > 0) return `<td class="cell bad">${link(String(failed), `${failed} of ${count(looked, 'case')} with a fault`)}</td>`;
  if (waived > 0) return `<td class="cell mild">${link(`(${waived})`, `${waived} of ${count(looked, 'case')} waived`)}</td>`;
  if (looked > 0 && skipped === undefined) return `<td class="cell good">${link('✓', count(looked, 'case'))}</td>`;
  return '<td class="cell mild">–</td>';
}

/** By id, as many as have room. `hasArticle`: the cell leads to a finding. */
function listsOf(
  { checks, operations }: ReportView,
  hasArticle: (operation: string, check: string) => boolean,
): ReadonlyMap<string, string> {
  const listed = operations.flatMap((operation, row) =>
    checks.flatMap(({ id: check }, column) => {
      const cell = operation.cells[check];
      if (cell === undefined || cell.cases.length === 0 || hasArticle(operation.id, check)) return [];
      return [{ id: listId(row, column), operation, check, cell }];
    }),
  );
  const most = Math.max(1, Math.min(MOST_CASES, Math.floor(ROOM / listed.length)));
  const lists = new Map<string, string>();
  let characters = 0;
  for (const { id, operation, check, cell } of listed) {
    const text = listOf(id, operation, check, cell, most);
    characters += text.length;
    if (characters > MOST_CHARACTERS) break;
    lists.set(id, text);
  }
  return lists;
}

function listOf(id: string, operation: ShownOperation, check: string, { looked, cases }: ShownCell, most: number): string {
  const shown = cases.slice(0, most).flatMap((index) => operation.cases[index] ?? []);
  return `<section class="cases" id="${id}"><h3>${html(`${check}: ${operation.id}`)}</h3>
<p>${count(looked, 'case')} without a fault${shown.length < looked ? `, of which ${shown.length} ${shown.length === 1 ? 'is' : 'are'} listed` : ''}. <a href="#checks">Back to the table</a></p>
<div class="wide"><table><thead><tr><th scope="col">case</th><th scope="col">request</th><th scope="col">status</th><th scope="col">ms</th></tr></thead>
${shown.map((one) => rowsOf(one, operation.id)).join('\n')}
</table></div></section>`;
}

/** A row for each request. Names of cases begin with that of the operation. */
function rowsOf({ name, says, requests }: ShownCase, operation: string): string {
  const listed = requests.slice(0, MOST_REQUESTS);
  const rest = requests.length - listed.length;
  const about = `${html(name.startsWith(`${operation} `) ? name.slice(operation.length + 1) : name)}${says === undefined ? '' : `<br><span class="mild">${html(says)}</span>`}${
    rest === 0 ? '' : `<br><span class="mild">and ${count(rest, 'more request')}</span>`
  }`;
  const rows = listed.map(
    ({ method, target, status, milliseconds }, index) =>
      `<tr>${index === 0 ? `<td rowspan="${listed.length}">${about}</td>` : ''}<td><code>${html(`${method} ${target}`)}</code></td><td>${status ?? 'none'}</td><td class="number">${milliseconds}</td></tr>`,
  );
  return `<tbody>${rows.join('')}</tbody>`;
}
