// Looks for secrets that the service has made after it has given them: they are shown once, and another one is another one.

import { memberSentences } from '../../inference/prose/index.ts';
import type { Resource } from '../../inference/resources.ts';
import { listOf, successProperties } from '../../inference/shapes.ts';
import { segmentsOf } from '../../inference/templates.ts';
import { propertiesOf } from '../../model/schema/conjuncts.ts';
import type { Operation } from '../../model/service.ts';
import type { Answered } from '../contract/exchange.ts';
import { type Given, givenTexts } from './bodies.ts';
import { another, type Desk, succeeded } from './desk.ts';
import { judgeShown, readsOf, SECRETS } from './secrets.ts';

/** Names of members that hold what a service has made. */
const NAMES = /(?:secret|token|key|password)(?:_?value)?$/i;

/** The fewest characters of a secret. */
const SHORTEST = 10;

/** Actions that give another secret in place of the one before. */
const RENEWS = /rotat|regenerat|renew|roll|reissue/i;

export async function tryGivenSecrets(desk: Desk): Promise<void> {
  if (!desk.isOn(SECRETS)) return;
  for (const resource of desk.resources) await shownLater(desk, resource);
  for (const operation of desk.service.operations) await renewed(desk, operation);
}

function secretsIn(exchange: Answered): readonly Given[] {
  return givenTexts(exchange, NAMES, SHORTEST);
}

function hasSecrets(operation: Operation): boolean {
  return successProperties(operation).some((name) => NAMES.test(name));
}

/** What a create gives as a secret, a read or list shows again only where it declares it, and never where the document says that it is shown once. */
async function shownLater(desk: Desk, resource: Resource): Promise<void> {
  const { create, list } = resource;
  const first = hasSecrets(create) && desk.mayGoOn() ? desk.caseOf(create) : undefined;
  const created = first && (await desk.fresh(another(desk, first, 'that gives a secret')));
  const given = succeeded(created) ? secretsIn(created) : [];
  if (!succeeded(created) || given.length === 0) return;
  for (const later of await readsOf(desk, resource, created)) {
    const { operation } = later.case;
    const shown = operation === list?.operation ? [...(listOf(operation)?.properties.keys() ?? [])] : successProperties(operation);
    for (const { name, value } of given) {
      if (shown.includes(name) && !isOnce(create, name)) continue;
      desk.looked(SECRETS, operation, [created, later]);
      judgeShown(desk, later, value, `The \`${name}\` that ${create.id} has given is shown again.`, [created, later]);
    }
  }
}

/** Whether the member of an answer is shown once, as its description says. */
function isOnce({ responses }: Operation, name: string): boolean {
  const schemas = responses.flatMap(({ contents }) => contents.flatMap(({ schema }) => (schema === undefined ? [] : [schema])));
  const own = [...propertiesOf(schemas)].flatMap(([member, inner]) => (member === name ? inner : (propertiesOf(inner).get(name) ?? [])));
  return memberSentences(own).some(({ text }) =>
    /\b(?:once|this one time|not (?:be )?shown again|never shown again|only (?:now|here))\b/i.test(text),
  );
}

/** Two renewals give two secrets. */
async function renewed(desk: Desk, operation: Operation): Promise<void> {
  const [last = ''] = segmentsOf(operation.path).slice(-1);
  const first = desk.caseOf(operation);
  if (first === undefined || operation.method !== 'POST' || !RENEWS.test(`${last} ${operation.id}`) || !hasSecrets(operation)) return;
  if (!desk.mayGoOn()) return;
  const one = await desk.fresh(another(desk, first, 'that renews a secret'));
  const two = succeeded(one) ? await desk.send(another(desk, one.case, 'that renews it once more'), one) : undefined;
  if (!succeeded(one) || !succeeded(two)) return;
  desk.looked(SECRETS, operation, [one, two]);
  const same = secretsIn(two).find(({ name, value }) => secretsIn(one).some((before) => before.name === name && before.value === value));
  if (same === undefined) return;
  desk.found({
    check: SECRETS,
    message: `The \`${same.name}\` is the same after it was renewed.`,
    expected: 'another secret each time',
    exchanges: [one, two],
  });
}
