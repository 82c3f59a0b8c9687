// Emits the checks of the keywords of arrays, for a value that is an array.
import type { Schema } from '../../../model/schema/schema.ts';
import { calls, compare, holds, not } from '../print/expression.ts';
import { isFixed, item } from '../print/path.ts';
import { branch, type Statement } from '../print/statement.ts';
import { callExpression, plainCallee } from './call.ts';
import { conditionOf } from './condition.ts';
import { memberSubject, pathText, reportStatement, type Subject } from './subject.ts';

/** `seen` collects the items that `contains` matched; `subject.seen` collects the others that are evaluated, for an outer `unevaluatedItems`. */
export function emitArray(schema: Schema, subject: Subject, seen: string | undefined): Statement[] {
  const { value } = subject;
  const statements: Statement[] = [];
  const { minItems, maxItems } = schema;
  if (minItems !== undefined && minItems > 0) {
    statements.push(...branch(compare(`${value}.length`, '<', minItems), [reportStatement(subject, 'minItems', String(minItems), value)]));
  }
  if (maxItems !== undefined) {
    statements.push(...branch(compare(`${value}.length`, '>', maxItems), [reportStatement(subject, 'maxItems', String(maxItems), value)]));
  }
  statements.push(...emitPrefix(schema, subject), ...emitItems(schema, subject), ...emitContains(schema, subject, seen));
  if (schema.uniqueItems === true) {
    const report = reportStatement(subject, 'uniqueItems', 'true', value);
    statements.push(...branch(not(calls('hasUniqueItems', value)), [report]));
  }
  return [...statements, ...emitMarks(schema, subject)];
}

function emitPrefix(schema: Schema, subject: Subject): Statement[] {
  const statements: Statement[] = [];
  for (const [index, part] of (schema.prefixItems ?? []).entries()) {
    const local = subject.frame.locals.add(`item${index}`);
    const here = memberSubject(subject, local, item(subject.path, index), `Item${index}`);
    const checks = part.boolean === false ? [reportStatement(here, 'prefixItems', 'false', local)] : subject.frame.module.emit(part, here);
    if (checks.length === 0) continue;
    statements.push({
      test: compare(`${subject.value}.length`, '>', index),
      yes: [{ declare: `const ${local}: unknown = ${subject.value}[${index}];` }, ...checks],
    });
  }
  return statements;
}

/** `items`: everything after the prefix. */
function emitItems(schema: Schema, subject: Subject): Statement[] {
  const first = schema.prefixItems?.length ?? 0;
  if (schema.items === undefined) return [];
  if (schema.items.boolean === false) {
    const here = { ...subject, path: item(subject.path, first) };
    return branch(compare(`${subject.value}.length`, '>', first), [reportStatement(here, 'items', 'false', `${subject.value}[${first}]`)]);
  }
  const callee =
    first === 0 && isFixed(subject.path) ? plainCallee(schema.items, memberSubject(subject, '', subject.path, 'Item')) : undefined;
  if (callee !== undefined) {
    return [{ call: `${subject.frame.module.helper('eachItem')}(issues, ${pathText(subject)}, ${callee}, ${subject.value})` }];
  }
  return loop(subject, first, (here) => subject.frame.module.emit(schema.items ?? schema, here));
}

/** A loop over the items from `first` on; no statement where `body` checks nothing. `readsItem`: whether `body` uses the item's value. */
export function loop(
  subject: Subject,
  first: number | string,
  body: (here: Subject, index: string) => Statement[],
  { hint = 'Item', readsItem = true } = {},
): Statement[] {
  const { locals } = subject.frame;
  const index = locals.add('index');
  const local = locals.add('item');
  const checks = body(memberSubject(subject, local, item(subject.path, index), hint), index);
  locals.release(index, local);
  if (checks.length === 0) return [];
  return [
    {
      head: `for (let ${index} = ${first}; ${index} < ${subject.value}.length; ${index}++)`,
      body: readsItem ? [{ declare: `const ${local}: unknown = ${subject.value}[${index}];` }, ...checks] : checks,
    },
  ];
}

function emitContains(schema: Schema, subject: Subject, seen: string | undefined): Statement[] {
  const { contains } = schema;
  if (contains === undefined) return [];
  const { module, locals } = subject.frame;
  const least = schema.minContains ?? 1;
  const most = schema.maxContains;
  const count = locals.add('matches');
  const from = locals.add('from');
  let needsFrom = false;
  // Every item matches `true`, and none matches `false`, so neither reads the item.
  const readsItem = conditionOf(contains, '', module)?.kind !== 'constant';
  const statements = loop(
    subject,
    0,
    (here, index) => {
      const matched = seen === undefined ? [`${count}++;`] : [`${count}++;`, `${seen}.contained.add(${index});`];
      const condition = conditionOf(contains, here.value, module);
      if (condition !== undefined) return branch(condition, matched);
      needsFrom = true;
      return [
        {
          test: holds(callExpression(contains, here, 'Contains')),
          yes: matched,
          otherwise: [`${module.helper('takeBack')}(issues, ${from});`],
        },
      ];
    },
    { hint: 'Contained', readsItem },
  );
  const declare = [{ declare: `let ${count} = 0;` }, ...(needsFrom ? [{ declare: `const ${from} = issues.length;` }] : [])];
  const keyword = schema.minContains === undefined ? 'contains' : 'minContains';
  return [
    ...declare,
    ...statements,
    ...(least === 0 ? [] : branch(compare(count, '<', least), [reportStatement(subject, keyword, String(least), subject.value)])),
    ...(most === undefined
      ? []
      : branch(compare(count, '>', most), [reportStatement(subject, 'maxContains', String(most), subject.value)])),
  ];
}

function emitMarks(schema: Schema, subject: Subject): Statement[] {
  const { seen, value } = subject;
  if (seen === undefined || schema.unevaluatedItems !== undefined) return [];
  if (schema.items === undefined && schema.prefixItems === undefined) return [];
  const count = schema.items === undefined ? String(schema.prefixItems?.length ?? 0) : `${value}.length`;
  return [`${subject.frame.module.helper('addItems')}(${seen}, ${count});`];
}
