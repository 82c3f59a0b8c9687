// Reads the file of numbered statements (`x-statements`), and builds the page that shows what answers each of them.
import path from 'node:path';
import { h, type JSX } from 'preact';
import { groupBy } from '../base/group-by.ts';
import type { Problems } from '../base/problem.ts';
import { defaultLimits, type Limits } from '../load/limits.ts';
import { isObject } from '../load/pointer.ts';
import { parse } from '../load/text/parse.ts';
import { readSource } from '../load/text/read.ts';
import type { Operation, Service } from '../model/service.ts';
import type { Frame } from './frame/frame.ts';
import { methodTag } from './operation-row.ts';
import { page } from './page.ts';
import { operationUrl } from './reference/anchor.ts';
import { foldedList } from './render.ts';

export interface Statement {
  /** Letters and a number: `H2`. Statements with the same letters are one section. */
  readonly id: string;
  readonly says: string;
  /** `spec` or `both` if a document can show it, `behaviour` if only a running service can. */
  readonly shows?: string;
}

/** Where a statement is answered. */
export interface Answer {
  readonly service: Service;
  /** Absent if the document as a whole answers. */
  readonly operation?: Operation;
}

const IDENTIFIER = /^[A-Za-z]+\d+$/;

/** Reads a list of `{ id, says, shows? }`. If it is invalid, adds problems and returns `undefined`. */
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
      message: typeof id === 'string' && seen.has(id) ? `The statement \`${id}\` is listed twice.` : 'Invalid statement.',
      fix: 'Write a list of `{ id: H2, says: A sentence. }`, each `id` once.',
      location: { source, pointer: Array.isArray(value) ? `/${index}` : '' },
    });
  }
  return problems.failed ? undefined : statements;
}

/** The answers by statement; those of a whole document come before those of its operations. */
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

/** Most answers to show at once; the others are folded. */
const SHOWN = 6;

export function statementsPage(statements: readonly Statement[], services: readonly Service[], frame: Frame): string {
  const answers = answersOf(services);
  const sections = [...groupBy(statements, ({ id }) => id.replace(/\d+$/, ''))].map(([key, group]) => {
    const about = services.filter((service) =>
      group.some(({ id }) => (answers.get(id) ?? []).some((answer) => answer.service === service)),
    );
    return h(
      'section',
      { class: 'card statements', id: key },
      h('h2', null, `${key} `, h('small', null, about.map(({ title }) => title).join(', '))),
      h(
        'dl',
        null,
        group.map((statement) => statementRow(statement, answers.get(statement.id) ?? [])),
      ),
    );
  });
  const answered = statements.filter(({ id }) => answers.has(id)).length;
  const lead = 'This page lists the statements of the specification, each with the operations that answer it.';
  return page(frame, {
    title: 'Statements',
    path: 'statements.html',
    markdown: 'statements.md',
    main: [h('h1', null, 'Statements'), h('p', null, `${lead} The documents answer ${answered} of ${statements.length}.`), sections],
  });
}

/** Why a statement has no answer. */
export function unanswered({ shows }: Statement): string {
  return shows === 'behaviour' ? 'Only a running service can show this.' : 'No operation answers it.';
}

/** `GET /notes`, or `Notes (whole document)`. */
export function placeOfAnswer({ service, operation }: Answer): string {
  return operation === undefined ? `${service.title} (whole document)` : `${operation.method} ${pathOf(operation)}`;
}

function pathOf(operation: Operation): string {
  return 'key' in operation && typeof operation.key === 'string' ? `webhook ${operation.key}` : operation.path;
}

function statementRow(statement: Statement, answers: readonly Answer[]): JSX.Element {
  const { id, says } = statement;
  return h(
    'div',
    { id },
    h('dt', null, h('a', { class: 'number', href: `#${id}` }, id)),
    h(
      'dd',
      null,
      h('p', { dir: 'auto' }, says),
      answers.length > 0 ? foldedList(answers.map(answerItem), SHOWN) : h('p', { class: 'none' }, unanswered(statement)),
    ),
  );
}

function answerItem(answer: Answer): JSX.Element {
  const { service, operation } = answer;
  if (operation === undefined)
    return h('li', null, h('a', { class: 'place', href: `${service.id}/index.html` }, h('span', null, placeOfAnswer(answer))));
  const href = operationUrl(service, operation);
  return h('li', null, h('a', { class: 'place', href }, methodTag(operation.method), ' ', h('code', null, pathOf(operation))));
}
