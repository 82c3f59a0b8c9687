// Reads, as the first account, what lists of the second account show: the things that this one had before the run, too.
import { memberSchemasOf, membersIn } from '../../../inference/bodies.ts';
import { isNamedByCaller } from '../../../inference/makers.ts';
import { holderOf, isObject, isTextOrNumber, lastNameOf, valueAt } from '../../../inference/pointers.ts';
import { factsOf } from '../../../inference/request-body.ts';
import type { Resource } from '../../../inference/resources.ts';
import { isTimeText } from '../../../inference/steps.ts';
import { pathPlacesOf } from '../../../inference/templates.ts';
import type { Case } from '../../contract/case.ts';
import type { Answered } from '../../contract/exchange.ts';
import { changedAt, type Input } from '../../plan/index.ts';
import { asTaken, isAbsent, resultOf } from '../../sequences/index.ts';
import { type Desk, type Gained, isAnswered, isSecured, placedCase, probe, succeeded, withInput } from '../desk.ts';
import { leastCase } from '../looks.ts';
import { isSameAnswer } from '../same.ts';
import { sharingOf } from '../statements.ts';

/** The most things of one kind that are looked for, and how deep lists stand below things of others. */
const MOST_THINGS = 2;
const MOST_DEPTH = 3;

/** A thing that a list of the second account shows. */
interface Theirs {
  readonly listed: Answered;
  readonly id: string | number | bigint;
}

/**
 * What the first account reads of the second one. An account that may see everything reads all, so there is none unless another of these things is
 * refused to it, or the document keeps both apart.
 */
export async function triedTheirs(desk: Desk, check: string): Promise<readonly Gained[]> {
  const gained: Gained[] = [];
  const known = new Map<Resource, readonly Theirs[]>();
  let isRefused = false;
  // What its own list leaves out, where the document keeps accounts apart, is not for the first account either.
  const kept = (): readonly Gained[] =>
    isRefused ? gained : gained.filter((one) => one.isContrast && sharingOf(desk.service, one.operation) === 'apart');
  for (const resource of desk.resources) {
    if (resource.read === undefined || !isSecured(resource.read.operation)) continue;
    for (const one of await theirsOf(desk, check, resource, known, MOST_DEPTH)) {
      if (!desk.mayGoOn()) return kept();
      const found = await readOne(desk, check, resource, one);
      isRefused ||= found === 'refused';
      if (found !== undefined && found !== 'refused') gained.push(found);
    }
  }
  return kept();
}

async function theirsOf(
  desk: Desk,
  check: string,
  resource: Resource,
  known: Map<Resource, readonly Theirs[]>,
  depth: number,
): Promise<readonly Theirs[]> {
  const before = known.get(resource);
  if (before !== undefined || depth === 0) return before ?? [];
  known.set(resource, []);
  const { list } = resource;
  const least = list && (await leastCase(desk, list.operation));
  if (list === undefined || least === undefined) return [];
  const found: Theirs[] = [];
  for (const one of await placedBelow(desk, check, least, known, depth)) {
    const listed = await desk.send(probe(desk, one, check, 'the list of the second account', 'other'));
    const items = succeeded(listed) ? valueAt(resultOf(listed), list.items) : undefined;
    if (!succeeded(listed) || !Array.isArray(items)) continue;
    found.push(...items.map((item) => valueAt(item, list.id)).flatMap((id) => (isTextOrNumber(id) ? [{ listed, id }] : [])));
    if (found.length >= MOST_THINGS) break;
  }
  known.set(resource, found.slice(0, MOST_THINGS));
  return known.get(resource) ?? [];
}

/** The list as it is, or below each thing of the second account that its path may name. */
async function placedBelow(
  desk: Desk,
  check: string,
  least: Case,
  known: Map<Resource, readonly Theirs[]>,
  depth: number,
): Promise<readonly Case[]> {
  const { operation } = least;
  let cases: readonly Case[] = [least];
  for (const place of pathPlacesOf(operation.path)) {
    const edge = desk.edges.find(({ consumer, to }) => consumer === operation && to === place);
    const above = edge && desk.resources.find(({ create }) => create === edge.producer);
    const things = above === undefined ? [] : await theirsOf(desk, check, above, known, depth - 1);
    const next: Case[] = [];
    for (const one of cases) for (const { id } of things) next.push(...((await withId(desk, one, place, id)) ?? []));
    cases = next;
  }
  return cases;
}

async function withId(desk: Desk, one: Case, place: string, id: Theirs['id']): Promise<readonly Case[]> {
  const placed = await withInput(desk, one, changedAt(one.input, place, asTaken(one.operation, place, id)) as Input);
  return placed === undefined ? [] : [placed];
}

/**
 * Whether two accounts may each have a thing like this one, as each school has a year of the same name: callers choose its identifier, and the answer
 * has no text that the service has made, such as another identifier. Times may be those of the day on which both were set up.
 */
function mayBeOfBoth(desk: Desk, { create, edge, read }: Resource, { reading: { body } }: Answered): boolean {
  const { members } = factsOf(memberSchemasOf(create));
  const sent = membersIn(create, desk.caseOf(create)?.input) ?? {};
  const isChosen = isNamedByCaller(create) || Object.hasOwn(sent, lastNameOf(edge.from));
  const shown = read?.id === undefined ? body : valueAt({ body }, holderOf(read.id));
  if (!isChosen || !isObject(shown)) return false;
  const own = lastNameOf(read?.id ?? edge.from);
  const isMade = (value: unknown): boolean => typeof value === 'string' && value.length > 7 && !isTimeText(value);
  return !Object.entries(shown).some(([name, value]) => name !== own && !members.has(name) && isMade(value));
}

async function readOne(desk: Desk, check: string, resource: Resource, { listed, id }: Theirs): Promise<Gained | 'refused' | undefined> {
  const { read } = resource;
  const place = read && pathPlacesOf(read.operation.path).at(-1);
  const around = read && (await placedCase(desk, read.operation, listed.case));
  const [look] = around === undefined || place === undefined ? [] : await withId(desk, around, place, id);
  const own = look && (await desk.send(probe(desk, look, check, 'by the second account', 'other'), listed));
  const foreign = succeeded(own) ? await desk.send(probe(desk, own.case, check, 'the same by the first account', 'given'), own) : undefined;
  if (!succeeded(own) || !isAnswered(foreign)) return undefined;
  desk.looked(check, own.case.operation, [own, foreign]);
  if (isAbsent(foreign)) return 'refused';
  const again = await desk.send(probe(desk, own.case, check, 'once more', 'other'), own);
  if (!succeeded(foreign) || !succeeded(again) || !isSameAnswer(own, again, foreign) || mayBeOfBoth(desk, resource, own)) return undefined;
  const list = await desk.send(probe(desk, listed.case, check, 'the same list by the first account', 'given'));
  return {
    operation: own.case.operation,
    message: `The first account reads what the second one has, with ${foreign.response.status}.`,
    expected: 'the status 403 or 404',
    exchanges: [listed, own, foreign],
    about: own.case,
    isContrast:
      isAnswered(list) && (isAbsent(list) || (succeeded(list) && !new TextDecoder().decode(list.response.body).includes(String(id)))),
  };
}
