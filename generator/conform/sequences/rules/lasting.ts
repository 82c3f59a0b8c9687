// Compares the time at which a new thing ends with how long it lasts, as a sentence about its create says.

import { memberSchemasOf } from '../../../inference/bodies.ts';
import { plain } from '../../../inference/names.ts';
import { type Lasting, lastingIn, sentencesIn } from '../../../inference/prose/index.ts';
import type { Reader } from '../../../inference/resources.ts';
import { possibleConjuncts, propertiesOf } from '../../../model/schema/conjuncts.ts';
import type { Operation } from '../../../model/service.ts';
import { resourceIn } from '../fields.ts';
import type { Script, Setting } from '../script.ts';
import { declaredMembers } from './seen.ts';
import { createdMember } from './times.ts';

const CHECK = 'stated-times';

export const lasting: readonly Script[] = [{ check: CHECK, run: lasts }];

const ENDS = /expir|valid(?:until|to|till)|(?:held|hold|reserved|kept)(?:until|till|to)|lapse/;

/** The one member that says when a thing ends, which the service alone sets. */
function endOf(read: Reader, create: Operation): string | undefined {
  const sent = propertiesOf(memberSchemasOf(create));
  const [name, another] = [...declaredMembers(read)].flatMap(([one, schemas]) => {
    const parts = possibleConjuncts(schemas);
    const isOfService = !sent.has(one) || parts.some(({ readOnly }) => readOnly === true);
    return ENDS.test(plain(one)) && parts.some(({ format }) => format === 'date-time') && isOfService ? [one] : [];
  });
  return another === undefined ? name : undefined;
}

function ruleOf({ summary = '', description = '' }: Operation): (Lasting & { readonly quote: string }) | undefined {
  const [found, another] = [summary, description].flatMap(sentencesIn).flatMap((quote) => {
    const one = lastingIn(quote);
    return one === undefined ? [] : [{ ...one, quote }];
  });
  return another === undefined ? found : undefined;
}

async function* lasts({ things, resource }: Setting): AsyncGenerator<Operation> {
  const { create, read, edge } = resource;
  const end = read && endOf(read, create);
  const rule = ruleOf(create);
  if (read === undefined || end === undefined || rule === undefined) return;
  const lab = things.lab();
  const { created } = await things.make(lab, resource, 1);
  const shown = resourceIn(created, edge.from);
  const start = shown?.[createdMember(read) ?? ''] ?? created.response.headers.get('date');
  const is = Date.parse(String(shown?.[end])) - Date.parse(String(start));
  if (Number.isNaN(is)) return;
  yield create;
  if (Math.abs(is - rule.milliseconds) <= rule.unit) return;
  const message = `\`${end}\` is ${Math.round(is / 1000)} seconds after the creation.`;
  lab.fault(CHECK, message, `${rule.milliseconds / 1000} seconds, as the document says: “${rule.quote}”`, created);
}
