// The keywords of arrays, on a value that is one.
import type { Schema } from '../../model/schema/schema.ts';
import { callExpression } from './call.ts';
import { conditionOf } from './condition.ts';
import { compare, holds, not } from './expression.ts';
import { item } from './path.ts';
import { memberPlace, type Place, reportStatement } from './place.ts';
import { branch, mentions, print, type Statement } from './statement.ts';

/** `seen` gets what `contains` matched; `place.seen` the rest, for an `unevaluatedItems` further out. */
export function emitArray(schema: Schema, place: Place, seen: string | undefined): Statement[] {
  const { value } = place;
  const statements: Statement[] = [];
  const { minItems, maxItems } = schema;
  if (minItems !== undefined && minItems > 0) {
    statements.push(...branch(compare(`${value}.length`, '<', minItems), [reportStatement(place, 'minItems', String(minItems), value)]));
  }
  if (maxItems !== undefined) {
    statements.push(...branch(compare(`${value}.length`, '>', maxItems), [reportStatement(place, 'maxItems', String(maxItems), value)]));
  }
  statements.push(...emitPrefix(schema, place), ...emitItems(schema, place), ...emitContains(schema, place, seen));
  if (schema.uniqueItems === true) {
    const report = reportStatement(place, 'uniqueItems', 'true', value);
    statements.push(...branch(not(holds(`${place.frame.module.helper('hasUniqueItems')}(${value})`)), [report]));
  }
  return [...statements, ...emitMarks(schema, place)];
}

function emitPrefix(schema: Schema, place: Place): Statement[] {
  const statements: Statement[] = [];
  for (const [index, part] of (schema.prefixItems ?? []).entries()) {
    const local = place.frame.locals.add(`item${index}`);
    const here = memberPlace(place, local, item(place.path, index), `Item${index}`);
    const checks = part.boolean === false ? [reportStatement(here, 'prefixItems', 'false', local)] : place.frame.module.emit(part, here);
    if (checks.length === 0) continue;
    statements.push({
      test: compare(`${place.value}.length`, '>', index),
      yes: [`const ${local}: unknown = ${place.value}[${index}];`, ...checks],
    });
  }
  return statements;
}

/** `items`: everything after the prefix. */
function emitItems(schema: Schema, place: Place): Statement[] {
  const first = schema.prefixItems?.length ?? 0;
  if (schema.items === undefined) return [];
  if (schema.items.boolean === false) {
    const here = { ...place, path: item(place.path, first) };
    return branch(compare(`${place.value}.length`, '>', first), [reportStatement(here, 'items', 'false', `${place.value}[${first}]`)]);
  }
  return loop(place, first, (here) => place.frame.module.emit(schema.items ?? schema, here));
}

function mentioned(statements: readonly Statement[], name: string): boolean {
  const lines: string[] = [];
  print(statements, '', lines);
  return mentions(lines, name);
}

/** A loop over the items from `first` on. Nothing where nothing is checked. */
export function loop(place: Place, first: number | string, body: (here: Place, index: string) => Statement[], hint = 'Item'): Statement[] {
  const { locals } = place.frame;
  const index = locals.add('index');
  const local = locals.add('item');
  const checks = body(memberPlace(place, local, item(place.path, index), hint), index);
  locals.release(index, local);
  if (checks.length === 0) return [];
  return [
    {
      head: `for (let ${index} = ${first}; ${index} < ${place.value}.length; ${index}++)`,
      body: mentioned(checks, local) ? [`const ${local}: unknown = ${place.value}[${index}];`, ...checks] : checks,
    },
  ];
}

function emitContains(schema: Schema, place: Place, seen: string | undefined): Statement[] {
  const { contains } = schema;
  if (contains === undefined) return [];
  const { module, locals } = place.frame;
  const least = schema.minContains ?? 1;
  const most = schema.maxContains;
  const count = locals.add('matches');
  const from = locals.add('from');
  let needsFrom = false;
  const statements = loop(
    place,
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
    'Contained',
  );
  const declare = [`let ${count} = 0;`, ...(needsFrom ? [`const ${from} = issues.length;`] : [])];
  const keyword = schema.minContains === undefined ? 'contains' : 'minContains';
  return [
    ...declare,
    ...statements,
    ...(least === 0 ? [] : branch(compare(count, '<', least), [reportStatement(place, keyword, String(least), place.value)])),
    ...(most === undefined ? [] : branch(compare(count, '>', most), [reportStatement(place, 'maxContains', String(most), place.value)])),
  ];
}

function emitMarks(schema: Schema, place: Place): Statement[] {
  const { seen, value } = place;
  if (seen === undefined || schema.unevaluatedItems !== undefined) return [];
  if (schema.items === undefined && schema.prefixItems === undefined) return [];
  const count = schema.items === undefined ? String(schema.prefixItems?.length ?? 0) : `${value}.length`;
  return [`${place.frame.module.helper('addItems')}(${seen}, ${count});`];
}
