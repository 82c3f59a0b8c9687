// Compares which members of one thing a credential with fewer rights is shown by its read and by its list: what one withholds, the other withholds
// too.
import { holderOf, isTextOrNumber, pointerTo, tokensOf, valueAt } from '../../inference/pointers.ts';
import { hasWord, memberSentences, sentencesIn } from '../../inference/prose/index.ts';
import type { Resource } from '../../inference/resources.ts';
import { successSchemaOf } from '../../inference/shapes.ts';
import { possibleConjuncts, propertiesOf } from '../../model/schema/conjuncts.ts';
import type { Schema } from '../../model/schema/schema.ts';
import type { Service } from '../../model/service.ts';
import type { Answered } from '../contract/exchange.ts';
import { resultOf } from '../sequences/index.ts';
import { another, type Desk, isSecured, probe, succeeded } from './desk.ts';
import { itemWith, listBeside, readOf } from './looks.ts';
import { RIGHTS } from './rights.ts';

/** Words by which a sentence keeps a member from some callers. */
const WITHHOLDS =
  /\b(?:(?:do(?:es)? not|don['’]t|doesn['’]t|never|cannot|can['’]t|may not|must not) (?:see|get|read|receive)|sees? no|(?:left out|omitted|hidden|missing|absent|withheld|removed|null)\b[^.;]*\b(?:for|of|from|to|in what)|(?:seen|shown|visible|returned|readable|given|included) (?:only )?(?:to|for|by)|only\b[^.;]*\b(?:sees?|gets?|reads?)|(?:is|are) not (?:shown|visible|returned|given|included|seen))\b/i;

/** Words by which it depends on the thing whether somebody sees the member. */
const DEPENDS = /\b(?:unless|except|if|when|while|until|once|own|their|others?|usually|some|private)\b/i;

/** So deep are members of members looked at. */
const DEEPEST = 2;

interface Withheld {
  /** JSON pointer into the thing. */
  readonly at: string;
  readonly quote: string;
}

export async function tryWithheld(desk: Desk): Promise<void> {
  if (!desk.isOn(RIGHTS)) return;
  for (const resource of desk.resources) {
    const withheld = withheldIn(desk.service, resource);
    if (withheld.length > 0 && desk.mayGoOn()) await compare(desk, resource, withheld);
  }
}

/** The members of what is read that a sentence keeps from some callers. */
function withheldIn({ description = '' }: Service, { create, read, list }: Resource): readonly Withheld[] {
  if (read?.id === undefined || list === undefined || !isSecured(read.operation) || !isSecured(list.operation)) return [];
  const schema = successSchemaOf(read.operation);
  const texts = [create, read.operation, list.operation].flatMap((one) => [one.summary, one.description, description]);
  const around = [...new Set(texts.flatMap((text) => sentencesIn(text ?? '')))].filter(isWithholding);
  const visit = (schemas: readonly Schema[], at: string, depth: number): readonly Withheld[] =>
    depth > DEEPEST
      ? []
      : [...propertiesOf(schemas)].flatMap(([name, own]) => {
          const place = at + pointerTo(name);
          const said = memberSentences(possibleConjuncts(own)).map(({ text }) => text);
          const quote = said.find(isWithholding) ?? around.find((text) => hasWord(text, name));
          return quote === undefined ? visit(own, place, depth + 1) : [{ at: place, quote }];
        });
  const [, ...holder] = tokensOf(holderOf(read.id));
  const members = holder.reduce<readonly Schema[]>((own, name) => propertiesOf(own).get(name) ?? [], schema === undefined ? [] : [schema]);
  return visit(members, '', 0);
}

function isWithholding(text: string): boolean {
  return WITHHOLDS.test(text) && !DEPENDS.test(text);
}

/** What both credentials are shown of one thing, by its list and by its read. */
interface Views {
  readonly listed: Answered;
  readonly read: Answered;
  /** The thing in each of the answers: to all rights and to fewer ones. */
  readonly all: readonly [listed: unknown, read: unknown];
  readonly few: readonly [listed: unknown, read: unknown];
}

async function compare(desk: Desk, resource: Resource, withheld: readonly Withheld[]): Promise<void> {
  const views = await viewsOf(desk, resource);
  if (views === undefined) return;
  const { listed, read, all, few } = views;
  desk.looked(RIGHTS, read.case.operation, [listed, read]);
  for (const { at, quote } of withheld) {
    if (!all.every((thing) => isShown(thing, at))) continue;
    const [inList, inRead] = few.map((thing) => isShown(thing, at));
    if (inList === inRead) continue;
    const [shows, hides] = inList === true ? [listed, read] : [read, listed];
    const name = tokensOf(at).join('.');
    desk.found({
      check: RIGHTS,
      message: `With fewer rights, ${shows.case.operation.id} shows \`${name}\` of a thing, and ${hides.case.operation.id} does not. The document says: “${quote}”`,
      expected: `an answer without \`${name}\``,
      exchanges: [hides, shows],
    });
  }
}

async function viewsOf(desk: Desk, resource: Resource): Promise<Views | undefined> {
  const { create, edge, list, read } = resource;
  const first = desk.caseOf(create);
  const created = first && (await desk.fresh(another(desk, first, 'for somebody with fewer rights')));
  const id = succeeded(created) ? valueAt(resultOf(created), edge.from) : undefined;
  if (list === undefined || read?.id === undefined || !succeeded(created) || !isTextOrNumber(id)) return undefined;
  const [page, look] = [await listBeside(desk, list.operation, created), await readOf(desk, { resource, created, id })];
  if (page === undefined || look === undefined) return undefined;
  const answers = [
    await desk.send(another(desk, page, 'by the first account'), created),
    await desk.send(another(desk, look, 'by the first account'), created),
    await desk.send(probe(desk, page, RIGHTS, 'the list with fewer rights', 'limited'), created),
    await desk.send(probe(desk, look, RIGHTS, 'the read with fewer rights', 'limited'), created),
  ];
  if (!answers.every(succeeded)) return undefined;
  const things = answers.map((one, index) => (index % 2 === 0 ? itemWith(list, one, id) : valueAt(resultOf(one), holderOf(read.id ?? ''))));
  const [, , listed, shown] = answers;
  if (things.includes(undefined) || listed === undefined || shown === undefined) return undefined;
  return { listed, read: shown, all: [things[0], things[1]], few: [things[2], things[3]] };
}

function isShown(thing: unknown, at: string): boolean {
  return (valueAt(thing, at) ?? null) !== null;
}
