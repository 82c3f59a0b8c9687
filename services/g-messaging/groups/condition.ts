// Turns the rule of a group into a condition on contacts.

import { type Expression, type ExpressionBuilder, type SqlBool, sql } from 'kysely';
import type { Tables } from '../deps.ts';
import { NOT_BOUGHT } from '../orders/rules.ts';
import { find, invalid } from '../store.ts';
import type { MessagingTables } from '../tables.ts';
import { DAY } from '../times.ts';
import type { GroupRow, GroupRule } from './tables.ts';

type Builder = ExpressionBuilder<MessagingTables, 'g_contacts'>;

/** Groups that are put together from others, one below the other. */
const DEEPEST = 10;

/**
 * A rule whose groups are put together by hand: others are replaced by their rules.
 * @throws the refusal 400 where too many groups are made of each other
 */
export async function resolveRule(tables: Tables, rule: GroupRule, depth = 0): Promise<GroupRule> {
  if (depth > DEEPEST) throw invalid(`More than ${DEEPEST} groups are made of each other.`);
  if (rule.kind === 'not') return { kind: 'not', of: await resolveRule(tables, rule.of, depth) };
  if (rule.kind === 'all' || rule.kind === 'any')
    return { kind: rule.kind, of: await Promise.all(rule.of.map((one) => resolveRule(tables, one, depth))) };
  if (rule.kind !== 'in-group') return rule;
  const group = await find(tables, 'g_groups', rule.group);
  return group === undefined || group.rule === null ? rule : resolveRule(tables, group.rule, depth + 1);
}

/** @param rule as `resolveRule` gives it */
export function condition(builder: Builder, { account }: Pick<GroupRow, 'account'>, rule: GroupRule, at: number): Expression<SqlBool> {
  const one = (of: GroupRule) => condition(builder, { account }, of, at);
  switch (rule.kind) {
    case 'all':
      return builder.and(rule.of.map(one));
    case 'any':
      return builder.or(rule.of.map(one));
    case 'not':
      return builder.not(one(rule.of));
    case 'in-group':
      return builder('g_contacts.id', 'in', builder.selectFrom('g_members').select('contact').where('group', '=', rule.group));
    case 'field':
      return builder.exists(
        builder
          .selectFrom('g_field_values')
          .select(sql.lit(1).as('one'))
          .whereRef('g_field_values.contact', '=', 'g_contacts.id')
          .where('field', '=', rule.field)
          .where('value', '=', rule.value),
      );
    case 'event':
      return builder.exists(
        builder
          .selectFrom('g_events')
          .select(sql.lit(1).as('one'))
          .whereRef('g_events.contact', '=', 'g_contacts.id')
          .where('type', '=', rule.type)
          .where('at', '>=', at - rule.days * DAY),
      );
    case 'ordered':
      return builder.exists(ordersSince(builder, at - rule.days * DAY));
    case 'not-ordered':
      return builder.not(builder.exists(ordersSince(builder, at - rule.days * DAY)));
  }
}

function ordersSince(builder: Builder, since: number) {
  return builder
    .selectFrom('g_orders')
    .select(sql.lit(1).as('one'))
    .whereRef('g_orders.contact', '=', 'g_contacts.id')
    .where('at', '>=', since)
    .where('status', 'not in', NOT_BOUGHT);
}
