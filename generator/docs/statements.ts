// The file of numbered statements that documents answer (`x-statements`), and the page that shows for each of them where it is answered.
import path from 'node:path';
import { groupBy } from '../group-by.ts';
import { defaultLimits, type Limits } from '../load/limits.ts';
import { isObject } from '../load/pointer.ts';
import { parse } from '../load/text/parse.ts';
import { readSource } from '../load/text/read.ts';
import type { Operation, Service } from '../model/service.ts';
import type { Problems } from '../problem.ts';
import { operationUrl } from './entries.ts';
import { escapeHtml } from './html.ts';
import { page } from './page.ts';

export interface Statement {
  /** A word and a number: `H2`. The word tells which statements belong together. */
  readonly id: string;
  readonly says: string;
  /** `spec` or `both` where a document can show it; `behaviour` where only a running service can. */
  readonly shows?: string;
}

/** Where a statement is answered. */
export interface Answer {
  readonly service: Service;
  /** Absent where the document as a whole answers. */
  readonly operation?: Operation;
}

const IDENTIFIER = /^[A-Za-z]+\d+$/;

/** A list of `{ id, says, shows? }`. What is wrong with it is added to the problems, and nothing returned. */
export function readStatementFile(
  file: string,
  root: string,
  limits: Partial<Limits>,
  problems: Problems,
): readonly Statement[] | undefined {
  const all = { ...defaultLimits, ...limits };
  const source = readSource(file, path.relative(root, file), all);
  if ('severity' in source) {
    problems.add(source);
    return undefined;
  }
  const value = parse(source, all, problems);
  if (value === undefined) return undefined;
  const entries: readonly unknown[] = Array.isArray(value) ? value : [undefined];
  const statements: Statement[] = [];
  const seen = new Set<string>();
  for (const [index, entry] of entries.entries()) {
    const { id, says, shows } = isObject(entry) ? entry : {};
    const known = typeof id === 'string' && IDENTIFIER.test(id) && !seen.has(id);
    if (known && typeof says === 'string' && (shows === undefined || typeof shows === 'string')) {
      seen.add(id);
      statements.push({ id, says, ...(shows === undefined ? {} : { shows }) });
      continue;
    }
    problems.add({
      code: 'statement-invalid',
      severity: 'error',
      message: typeof id === 'string' && seen.has(id) ? `There is another statement \`${id}\`.` : 'This is no statement.',
      fix: 'Write a list of `{ id: H2, says: What is stated. }`, each `id` once.',
      location: { source, pointer: Array.isArray(value) ? `/${index}` : '' },
    });
  }
  return problems.failed ? undefined : statements;
}

/** The places that answer each statement, the whole document before its operations. */
export function answersOf(services: readonly Service[]): ReadonlyMap<string, readonly Answer[]> {
  const answers = new Map<string, Answer[]>();
  const add = (id: string, answer: Answer): void => {
    const known = answers.get(id);
    if (known === undefined) answers.set(id, [answer]);
    else known.push(answer);
  };
  for (const service of services) {
    for (const id of service.statements) add(id, { service });
    for (const operation of [...service.operations, ...service.webhooks])
      for (const id of operation.statements) add(id, { service, operation });
  }
  return answers;
}

/** Of more places than these only so many are shown at once; the others unfold. */
const SHOWN = 6;

export function statementsPage(statements: readonly Statement[], services: readonly Service[], title: string): string {
  const answers = answersOf(services);
  const sections = [...groupBy(statements, ({ id }) => id.replace(/\d+$/, ''))].map(([key, group]) => {
    const about = services.filter((service) =>
      group.some(({ id }) => (answers.get(id) ?? []).some((answer) => answer.service === service)),
    );
    const names = about.map((service) => escapeHtml(service.title)).join(', ');
    const rows = group.map((statement) => statementRow(statement, answers.get(statement.id) ?? [])).join('\n');
    return `      <section id="${escapeHtml(key)}">
        <h2>${escapeHtml(key)} <small>${names}</small></h2>
        <dl>
${rows}
        </dl>
      </section>`;
  });
  const answered = statements.filter(({ id }) => answers.has(id)).length;
  return page({
    title: `Statements · ${title}`,
    heading: 'Statements',
    about: `What the specification says, sentence by sentence, and the operations that answer it: ${answered} of ${statements.length} are answered in a document.`,
    nav: '<a href="index.html">All services</a>',
    scripts: [],
    main: sections.join('\n'),
  });
}

function statementRow({ id, says, shows }: Statement, answers: readonly Answer[]): string {
  const items = answers.map(answerItem);
  const rest = items.slice(SHOWN);
  const more =
    rest.length < 2 ? rest.join('') : `<li><details><summary>and ${rest.length} more</summary><ul>${rest.join('')}</ul></details></li>`;
  const places =
    items.length > 0
      ? `<ul class="answers">${items.slice(0, SHOWN).join('')}${more}</ul>`
      : `<p class="none">${shows === 'behaviour' ? 'Only a running service can show it.' : 'No document answers it.'}</p>`;
  return `          <div id="${escapeHtml(id)}"><dt><a class="number" href="#${escapeHtml(id)}">${escapeHtml(id)}</a></dt><dd><p>${escapeHtml(says)}</p>${places}</dd></div>`;
}

function answerItem({ service, operation }: Answer): string {
  if (operation === undefined) {
    return `<li><a class="place" href="${escapeHtml(service.id)}/index.html"><span>${escapeHtml(service.title)} as a whole</span></a></li>`;
  }
  const place = 'key' in operation && typeof operation.key === 'string' ? `webhook ${operation.key}` : operation.path;
  return `<li><a class="place" href="${escapeHtml(operationUrl(service, operation))}"><b class="${escapeHtml(operation.method.toLowerCase())}">${escapeHtml(operation.method)}</b> <code>${escapeHtml(place)}</code></a></li>`;
}
