// Gives a thing of the second account a value that one of the first account has, where the document says among whose things the value is unique.

import { isTextOrNumber, placesIn, valueAt } from '../../../inference/pointers.ts';
import { accountsIn, isSharedByAccounts, names, ownersIn, quoted, sentencesIn } from '../../../inference/prose/index.ts';
import type { Resource } from '../../../inference/resources.ts';
import { valueRulesOf } from '../../../inference/stated/unique-values.ts';
import type { Service } from '../../../model/service.ts';
import type { Answered, Exchange } from '../../contract/exchange.ts';
import { changedAt, type Input } from '../../plan/index.ts';
import { resultOf, valuesOf, withValues } from '../../sequences/index.ts';
import { another, type Desk, isAnswered, isSecured, probe, succeeded, withInput } from '../desk.ts';
import { readOf } from '../looks.ts';
import { type Made, madeByOther } from '../others.ts';
import { sharingOf } from '../statements.ts';

const CHECK = 'unique-values';

type Values = Readonly<Record<string, unknown>>;
type Rule = ReturnType<typeof valueRulesOf>[number];

export async function tryUnique(desk: Desk): Promise<void> {
  const made: Made = new Map();
  const whole = wholeOf(desk.service);
  for (const resource of desk.resources)
    for (const { rule, scope } of scopedRules(desk, resource, whole)) {
      if (desk.mayGoOn()) await tryRule(desk, resource, { rule, scope, made });
    }
}

function wholeOf({ description, securitySchemes }: Service): readonly string[] {
  return [description, ...securitySchemes.map((one) => one.description)].flatMap((text) => sentencesIn(text ?? ''));
}

type Scope = 'each' | 'all';

function scopedRules(desk: Desk, resource: Resource, whole: readonly string[]): readonly { readonly rule: Rule; readonly scope: Scope }[] {
  const { create } = resource;
  if (!isSecured(create) || sharingOf(desk.service, create) === 'shared') return [];
  const owners = ownersIn(whole);
  const references = desk.edges.filter(({ consumer, producer }) => consumer === create && producer !== create).map(({ to }) => to);
  return valueRulesOf(desk.service, resource, references).flatMap((rule) => {
    const isShared = whole.some((text) => isSharedByAccounts(text, owners) && rule.members.every((name) => names(text, name)));
    const scope = accountsIn(rule.said.text, owners) ?? (isShared ? 'each' : undefined);
    return scope === undefined ? [] : [{ rule, scope }];
  });
}

/** Whether the second account does not see what the first one has made: two credentials of one account share all values. */
async function areApart(desk: Desk, resource: Resource, created: Answered): Promise<boolean> {
  const look = await readOf(desk, { resource, created, id: valueAt(resultOf(created), resource.edge.from) });
  if (look === undefined) return sharingOf(desk.service, resource.create) === 'apart';
  const other = await desk.send(probe(desk, look, CHECK, 'by the second account', 'other'), created);
  return isAnswered(other) && [403, 404, 410].includes(other.response.status);
}

interface Trial {
  readonly rule: Rule;
  readonly scope: Scope;
  readonly made: Made;
}

async function tryRule(desk: Desk, resource: Resource, { rule, scope, made }: Trial): Promise<void> {
  const { create } = resource;
  const own = await ownOf(desk, resource, rule);
  const theirs = own && (await madeByOther(desk, CHECK, create, made, []));
  if (own === undefined || theirs === undefined) return;
  const other = await sent(desk, theirs, valuesOf(create, own.case.input, rule.members), 'other');
  if (!isAnswered(other)) return;
  desk.looked(CHECK, create, [own, other]);
  const what = `${rule.members.map((name) => `\`${name}\``).join(' and ')} of a thing of the first account`;
  const why = `and the document says: ${quoted(rule.said)}`;
  const exchanges = [own, other] as const;
  if (scope === 'all' && succeeded(other) && other.response.status !== 202)
    desk.found({
      check: CHECK,
      message: `The second account has made a thing with the ${what}, ${why}`,
      expected: 'the status 409',
      exchanges,
    });
  // The same request with values of its own shows that nothing else is in its way.
  if (scope !== 'each' || other.response.status !== 409 || !succeeded(await sent(desk, theirs, {}, 'other'))) return;
  const expected = 'a status from 200 to 299: what one account has says nothing about the things of another one';
  desk.found({ check: CHECK, message: `The second account is refused with 409 for the ${what}, ${why}`, expected, exchanges });
}

/** What the first account has made, hidden from the second one, with values that it could not use twice, and that no other thing has. */
async function ownOf(desk: Desk, resource: Resource, { members }: Rule): Promise<Answered | undefined> {
  const { create } = resource;
  const first = desk.caseOf(create);
  const before = first && (await desk.fresh(another(desk, first, 'before a value of another account')));
  if (!succeeded(before)) return undefined;
  const known = valuesOf(create, before.case.input, members);
  const twice = members.every((name) => isTextOrNumber(known[name])) ? await sent(desk, before, known, 'given') : undefined;
  if (!isAnswered(twice) || twice.response.status !== 409) return undefined;
  // The second account may have the values of the example too: those that the refusal has renewed are of this thing alone.
  const own = await desk.fresh(another(desk, before.case, 'with values of its own'));
  if (!succeeded(own) || !(await areApart(desk, resource, own))) return undefined;
  const values = valuesOf(create, own.case.input, members);
  return members.some((name) => !isTextOrNumber(values[name]) || values[name] === known[name]) ? undefined : own;
}

/** A create like one that has succeeded, which names the same things, with fresh values and these ones. */
async function sent(desk: Desk, { case: before }: Answered, values: Values, credential: 'given' | 'other'): Promise<Exchange | undefined> {
  const { operation } = before;
  const ready = await desk.ready(another(desk, before, 'with other values'));
  const places = desk.edges.filter(({ consumer }) => consumer === operation).flatMap(({ to }) => placesIn(before.input, to));
  const named = places.reduce<Input>((whole, at) => changedAt(whole, at, valueAt(before.input, at)) as Input, ready.input ?? {});
  const one = await withInput(desk, ready, withValues(operation, named, values));
  return one && desk.send(desk.ownKey(probe(desk, one, CHECK, 'with a value of the first account', credential)));
}
