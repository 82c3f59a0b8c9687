// Brings a thing into the states of which texts say what becomes of other things then: `Whenever an order is cancelled, its open parcels turn into
// returned`. By which operation it comes there makes no difference.
import { type Event, eventsIn } from '../../../inference/prose/index.ts';
import { shownBy } from '../../../inference/resources.ts';
import type { Operation } from '../../../model/service.ts';
import { nounsOf } from '../machines/machine.ts';
import { listedState } from '../machines/members.ts';
import { isBrought, routesOf } from '../machines/routes.ts';
import { type Setting, unlessStopped } from '../script.ts';
import { around, judge, meantBy, type Owned, otherKinds, ownersOf } from './around.ts';

/** The most states in which the others are tried to be made. */
const MOST_STATES = 4;

export async function* eventsElsewhere(setting: Setting): AsyncGenerator<Operation> {
  for (const event of eventsFor(setting))
    for (const state of event.states) if (await isTried(setting, event, state)) yield setting.resource.create;
}

/** What all texts of the document say that are not about one operation alone, and those of its tags. */
function eventsFor(setting: Setting): readonly Event[] {
  const { context, resource, things } = setting;
  const read = shownBy(resource);
  const states = (read && listedState(read))?.states ?? [];
  if (states.length === 0) return [];
  const words = { nouns: nounsOf(resource), states, kinds: otherKinds(setting) };
  const { tags, description } = context.service;
  const about = (tag: string): string | undefined => things.all().find(({ create }) => create.tags.includes(tag))?.name;
  const texts = [...tags.map((tag) => ({ text: tag.description, about: about(tag.name) })), { text: description, about: undefined }];
  const found = texts.flatMap(({ text = '', about: name }) => eventsIn(text, { ...words, ...(name === undefined ? {} : { about: name }) }));
  return [...new Map(found.map((one) => [`${one.quote} ${one.name} ${one.to}`, one])).values()];
}

/** Whether a thing has come into the state while another one was there of which the text speaks. */
async function isTried(setting: Setting, event: Event, state: string): Promise<boolean> {
  for await (const { lab, thing, neighbours } of owned(setting, event)) {
    const meant = await meantBy([event], neighbours);
    if (meant.length === 0 || !(await isBrought(setting, lab, thing, state))) continue;
    for (const one of meant) await judge(lab, `what it belongs to in ${setting.resource.name} has become \`${state}\``, event, one);
    return true;
  }
  return false;
}

/** Things with others beside them: new ones, such as are made for these, and such as were brought into another state before. */
async function* owned(setting: Setting, event: Event): AsyncGenerator<Owned> {
  const { things, resource } = setting;
  const newly = async (from?: string): Promise<Owned | undefined> => {
    const lab = things.lab();
    things.forgetSources(resource);
    const thing = await unlessStopped(things.make(lab, resource, 0));
    if (thing === undefined || (from !== undefined && !(await isBrought(setting, lab, thing, from)))) return undefined;
    return { lab, thing, neighbours: await around(setting, lab, thing, [event]) };
  };
  const first = await newly();
  if (first !== undefined) yield first;
  yield* ownersOf(setting, [event]);
  const others = [...(await routesOf(setting, resource)).keys()].filter((one) => !event.states.includes(one));
  for (const from of others.slice(0, MOST_STATES)) {
    const one = await newly(from);
    if (one !== undefined) yield one;
  }
}
