// What becomes of the things that a create names, or that it is made below, as its texts say: `The copy is lent then`, `The reservation must be
// booked. Its status becomes seated`.
import { asOfFirst, type Elsewhere, elsewhereIn, sentencesIn, withOwners } from '../../../inference/prose/index.ts';
import { type Resource, shownBy } from '../../../inference/resources.ts';
import { doingTextsOf } from '../../../inference/stated/effects.ts';
import type { Lab } from '../lab.ts';
import { arrive, nounsOf } from '../machines/machine.ts';
import { listedState } from '../machines/members.ts';
import { routesOf } from '../machines/routes.ts';
import { taking } from '../making/taking.ts';
import type { Setting } from '../script.ts';
import { isSuccess } from '../thing.ts';
import { type Neighbour, neighbourOf } from './world.ts';

/** The most states of a thing in which something is made of it. */
const MOST_STATES = 4;

/** A thing as something was made of it, and the state that it had before. */
export interface MadeOf {
  readonly lab: Lab;
  readonly effects: readonly Elsewhere[];
  readonly neighbour: Neighbour;
  readonly state: string;
}

/** What creates do to the things that they take, one kind after the other. */
export async function* madeOf(setting: Setting): AsyncGenerator<MadeOf> {
  const { things, resource } = setting;
  for (const source of things.takenBy(resource).filter((one) => one !== resource)) {
    const effects = effectsOn(resource, source);
    const found = effects.length === 0 ? undefined : await madeOfOne(setting, source, effects);
    if (found !== undefined) yield found;
  }
}

function effectsOn(resource: Resource, source: Resource): readonly Elsewhere[] {
  const kind = { name: source.name, states: statesOf(source) };
  const own = statesOf(resource);
  return doingTextsOf(resource.create).flatMap((text) => {
    const sentences = sentencesIn(text);
    const meant = withOwners(sentences, nounsOf(source)).map((one) => asOfFirst(one, nounsOf(resource)));
    return elsewhereIn(meant.join(' '), [kind]).flatMap((one): readonly Elsewhere[] => {
      const quote = sentences[meant.indexOf(one.quote)] ?? one.quote;
      // A state that both have may be that of the new thing.
      return quote === one.quote || !own.includes(one.to) ? [{ ...one, quote }] : [];
    });
  });
}

function statesOf(resource: Resource): readonly string[] {
  const read = shownBy(resource);
  return (read && listedState(read)?.states) ?? [];
}

/** The first state in which something can be made of a thing, other than the one that it comes into. */
async function madeOfOne(setting: Setting, source: Resource, effects: readonly Elsewhere[]): Promise<MadeOf | undefined> {
  const { things, resource } = setting;
  const read = shownBy(source);
  const member = read && listedState(read);
  if (read === undefined || member === undefined) return undefined;
  const routes = [...(await routesOf(setting, source))].filter(([state]) => effects.some(({ isMeant }) => isMeant(state)));
  for (const [state, route] of routes.slice(0, MOST_STATES)) {
    things.forgetSources(resource, true);
    const arrived = await arrive({ things, resource: source, read, member }, route, 'bound');
    if (arrived?.seen.state !== state) continue;
    const { lab, thing } = arrived;
    const taken = await taking(setting, lab, thing, resource);
    things.forgetSources(resource, true);
    const created = taken?.thing.created;
    // What was done to it so that the create succeeds may have changed its state, too.
    if (created === undefined || taken?.isBrought === true || !isSuccess(created) || created.response.status === 202) continue;
    const neighbour = neighbourOf(setting, lab, thing);
    return neighbour && { lab, effects, neighbour, state };
  }
  return undefined;
}
