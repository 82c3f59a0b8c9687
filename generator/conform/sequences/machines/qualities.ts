// Makes something of a thing with each value of a boolean that a sentence asks for: `The subject must be graded`, `Retired lockers cannot be lent`.
// Where both succeed, the service looks at none of them, whichever way the sentence means it.
import { names, namesIn, quoted, type Said, saidOf } from '../../../inference/prose/index.ts';
import { type Resource, shownBy } from '../../../inference/resources.ts';
import type { Operation } from '../../../model/service.ts';
import type { Answered } from '../../contract/exchange.ts';
import type { Lab } from '../lab.ts';
import { takes, taking } from '../making/taking.ts';
import { type Setting, unlessStopped } from '../script.ts';
import { isSuccess } from '../thing.ts';
import { arrive, look, type Machine, nounsOf, refusalOf } from './machine.ts';
import { flagsOf } from './members.ts';
import { birthMoves, type Move, settingMoves } from './moves.ts';

const CHECK = 'state-rules';

/** What asks for a quality, or refuses one. */
const WANTED =
  /\bmust\b|\bonly\b|\bcannot\b|\bcan['’]t\b|\b(?:may|can|is|are) not\b|\bneeds?\b|\b(?:has|have) to\b|\brefus|\breject|\b4\d\d\b|\bnever\b/i;
/** Words by which more than the quality decides, or by which it decides about something else. */
const OTHERWISE =
  /\b(?:unless|except|until|without|more|less|fewer|than|if it|both|either|also|days?|hours?|months?|shown|listed|counts?)\b/i;
/** Words by which it is so for some callers: `Archived boards take no cards from guests`, or a 403. */
const OF_CALLERS =
  /\b(?:by|from|for|to) (?:an? |the |other |all |your )?(?:guests?|visitors?|readers?|members?|users?|callers?|clients?|managers?|admin\w*|moderators?|staff|owners?|others|anyone|everyone)\b|\b403\b/i;

export async function* qualified(setting: Setting): AsyncGenerator<Operation> {
  const { things, resource } = setting;
  const read = shownBy(resource);
  const takers = read === undefined ? [] : things.all().filter((one) => takes(setting, one, resource));
  for (const member of read === undefined || takers.length === 0 ? [] : flagsOf(read))
    for (const taker of takers) {
      const said = saidAbout(setting, taker, member.states);
      if (read !== undefined && said !== undefined) yield* inBoth(setting, { things, resource, read, member }, taker, said);
    }
}

function saidAbout({ context, resource }: Setting, taker: Resource, states: readonly string[]): Said | undefined {
  const nouns = nounsOf(resource);
  return saidOf(context.service, taker.create).find(({ text, refusal }) => {
    const part = text.split(/[,;:]\s+/).find((one) => namesIn(one, states).length > 0);
    const isNamed = nouns.some((noun) => names(text, noun));
    return refusal !== undefined && part !== undefined && isNamed && WANTED.test(part) && !OTHERWISE.test(part) && !OF_CALLERS.test(text);
  });
}

async function* inBoth(setting: Setting, machine: Machine, taker: Resource, said: Said): AsyncGenerator<Operation> {
  const done: { readonly lab: Lab; readonly state: string; readonly exchange: Answered }[] = [];
  for (const state of machine.member.states) {
    const found = await madeOf(setting, machine, taker, state);
    if (found === undefined) return;
    yield taker.create;
    if (found === 'refused') return;
    done.push({ ...found, state });
  }
  const [first, second] = done;
  if (first === undefined || second === undefined) return;
  const { member, resource } = machine;
  const message = `${taker.create.id} succeeds both where ${member.shown(first.state)} in ${resource.name} and where ${member.shown(second.state)}, and the document says: ${quoted(said)}`;
  second.lab.fault(CHECK, message, refusalOf(taker.create, [said.text]), second.exchange, [first.exchange, ...second.lab.steps]);
}

/** What was made of a thing in a state; `undefined` where there is no thing in this state. */
async function madeOf(
  setting: Setting,
  machine: Machine,
  taker: Resource,
  state: string,
): Promise<{ readonly lab: Lab; readonly exchange: Answered } | 'refused' | undefined> {
  for (const route of routesTo(machine, state)) {
    const arrived = await arrive(machine, route);
    if (arrived?.seen.state !== state) continue;
    const { lab, thing } = arrived;
    const made = await taking(setting, lab, thing, taker);
    const after = made && (await unlessStopped(look(machine, lab, thing)));
    if (made === undefined || after?.state !== state) return 'refused';
    const exchange = made.thing.created;
    return isSuccess(exchange) && exchange.response.status !== 202 ? { lab, exchange } : 'refused';
  }
  return undefined;
}

/** A thing that is made in the state, or comes into it by a change; or any new one. */
function routesTo(machine: Machine, state: string): readonly (readonly Move[])[] {
  const value = machine.member.valueOf(state);
  const births = value === undefined ? [] : birthMoves(machine).filter((_, index) => machine.member.states[index] === state);
  const changes = settingMoves(machine).filter(({ to }) => to === state);
  return [...births.map((one) => [one]), ...changes.map((one) => [one]), []];
}
