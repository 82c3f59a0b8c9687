// Compares what a credential with fewer rights is shown of one thing by its read and by its list: what one hides, the other hides too.

import { isTextOrNumber, valueAt } from '../../inference/pointers.ts';
import { memberSentences, sentencesIn, singular } from '../../inference/prose/index.ts';
import type { Resource } from '../../inference/resources.ts';
import { segmentsOf } from '../../inference/templates.ts';
import type { Service } from '../../model/service.ts';
import type { Case } from '../contract/case.ts';
import type { Answered } from '../contract/exchange.ts';
import { isAbsent, resultOf } from '../sequences/index.ts';
import { bodyMembers, listedValues, withMembers } from './bodies.ts';
import { another, type Desk, isAnswered, isSecured, probe, succeeded } from './desk.ts';
import { itemWith, listBeside, readOf } from './looks.ts';
import { RIGHTS } from './rights.ts';

/** The most values of one member, and the most members of one create, by which things may be hidden. */
const MOST_VALUES = 4;
const MOST_MEMBERS = 4;

/** A sentence that hides something from some callers. */
const HIDES =
  /\b(?:sees? (?:no|only|neither)|(?:not|never|cannot|can't) (?:be )?(?:seen?|shown?|see|show|visible|returned|listed)|hidden (?:from|to)|invisible|visible (?:only )?to|only (?:shown|visible|for)|missing in)\b/i;

export async function tryHidden(desk: Desk): Promise<void> {
  if (!desk.isOn(RIGHTS)) return;
  for (const resource of desk.resources) {
    const sentence = hidingSentence(desk.service, resource);
    if (sentence === undefined || !desk.mayGoOn()) continue;
    for (const one of await variantsOf(desk, resource)) if (await compare(desk, resource, one, sentence)) break;
  }
}

/** A sentence that hides things of a resource, by their name. */
function hidingSentence(service: Service, { create, read, list }: Resource): string | undefined {
  const noun = singular((segmentsOf(create.path).at(-1) ?? '').replace(/[-_]/g, ' ')).toLowerCase();
  const own = [create, read?.operation, list?.operation].map((one) => one?.description);
  const members = bodyMembers(create).flatMap(({ schemas }) => memberSentences(schemas).map(({ text }) => text));
  return (
    [...own.flatMap((text) => sentencesIn(text ?? '')), ...members].find((sentence) => HIDES.test(sentence)) ??
    sentencesIn(service.description ?? '').find((sentence) => HIDES.test(sentence) && sentence.toLowerCase().includes(noun))
  );
}

/** Creates with each value of the members that have few. */
async function variantsOf(desk: Desk, { create, list, read }: Resource): Promise<readonly Case[]> {
  const first = desk.caseOf(create);
  if (first === undefined || list === undefined || read === undefined || !isSecured(read.operation)) return [];
  const found: Case[] = [];
  const members = bodyMembers(create).flatMap((member) => {
    const { values, isList } = listedValues(member);
    const isFlag = member.schemas.some(({ type }) => type?.includes('boolean') === true);
    const all = isFlag ? [true, false] : values;
    return isList || all.length < 2 ? [] : [{ name: member.name, all: all.slice(0, MOST_VALUES) }];
  });
  for (const { name, all } of members.slice(0, MOST_MEMBERS))
    for (const value of all) {
      const one = await withMembers(desk, first, { [name]: value });
      if (one !== undefined) found.push(one);
    }
  return found;
}

/** Whether there was a fault. */
async function compare(desk: Desk, resource: Resource, variant: Case, sentence: string): Promise<boolean> {
  const { list } = resource;
  const created = desk.mayGoOn() ? await desk.fresh(another(desk, variant, 'for somebody with fewer rights')) : undefined;
  const id = succeeded(created) ? valueAt(resultOf(created), resource.edge.from) : undefined;
  if (list === undefined || !succeeded(created) || !isTextOrNumber(id)) return false;
  const page = await listBeside(desk, list.operation, created);
  const look = await readOf(desk, { resource, created, id });
  if (page === undefined || look === undefined) return false;
  const all = await desk.send(another(desk, page, 'by the first account'), created);
  const own = await desk.send(another(desk, look, 'by the first account'), created);
  if (!succeeded(all) || !succeeded(own) || itemWith(list, all, id) === undefined) return false;
  const listed = await desk.send(probe(desk, page, RIGHTS, 'the list with fewer rights', 'limited'), created);
  const read = await desk.send(probe(desk, look, RIGHTS, 'the read with fewer rights', 'limited'), created);
  if (!succeeded(listed) || !isAnswered(read)) return false;
  desk.looked(RIGHTS, look.operation, [listed, read]);
  const isListed = itemWith(list, listed, id) !== undefined;
  if (isListed === !isAbsent(read) || (!isAbsent(read) && !succeeded(read))) return false;
  const exchanges: readonly [Answered, Answered, Answered] = isListed ? [created, read, listed] : [created, listed, read];
  desk.found({
    check: RIGHTS,
    message: `With fewer rights, ${isListed ? `the list has what ${look.operation.id} hides with ${read.response.status}` : `a thing is read that ${list.operation.id} hides`}. The document says: “${sentence}”`,
    expected: isListed ? 'a list without it' : 'the status 404',
    exchanges,
  });
  return true;
}
