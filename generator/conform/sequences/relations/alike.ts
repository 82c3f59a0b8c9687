// Makes something of two things that do not go together: where a sentence refuses a thing of another kind than that of the other one, their members
// with the same listed values have to be equal.

import { memberPlace, memberSchemasOf } from '../../../inference/bodies.ts';
import { expectedOf, names, quoted, type Said, saidOf, singular, wordsOf } from '../../../inference/prose/index.ts';
import type { Resource } from '../../../inference/resources.ts';
import { possibleConjuncts, propertiesOf } from '../../../model/schema/conjuncts.ts';
import type { Schema } from '../../../model/schema/schema.ts';
import type { Operation } from '../../../model/service.ts';
import { changedAt, type Input } from '../../plan/index.ts';
import type { Lab } from '../lab.ts';
import { declaredMembers, readThing } from '../rules/seen.ts';
import { type Script, type Setting, unlessStopped } from '../script.ts';
import { isSuccess, sourcesOf, type Thing } from '../thing.ts';

const CHECK = 'stated-rules';

export const alike: readonly Script[] = [{ check: CHECK, run: goTogether }];

/** Two kinds of things that a create names, and their members with the same listed values. */
interface Pair {
  readonly one: Resource;
  readonly member: string;
  readonly other: Resource;
  readonly otherMember: string;
  readonly values: readonly string[];
  readonly said: Said;
}

const UNLIKE =
  /\b(?:other|another|different|differs?|mismatch\w*|not (?:the same|match\w*|fit\w*))\b|\bmust (?:match|be the same|fit|be equal)\b|\bthe same\b/i;
/** Words of a further condition. */
const OTHERWISE = /\b(?:unless|except|may|can be|usually|days?|later)\b/i;

async function* goTogether(setting: Setting): AsyncGenerator<Operation> {
  for (const pair of pairsOf(setting)) if (await tryPair(setting, pair)) yield setting.resource.create;
}

function pairsOf({ things, resource, context }: Setting): readonly Pair[] {
  const { create } = resource;
  const named = [...new Set(things.references(create).map((one) => one.resource))];
  if (named.length < 2) return [];
  const said = saidOf(context.service, create).filter(
    ({ text, refusal }) => refusal !== undefined && UNLIKE.test(text) && !OTHERWISE.test(text),
  );
  return named.flatMap((one) =>
    named
      .filter((other) => other !== one)
      .flatMap((other) =>
        [...listedIn(one)].flatMap(([member, values]) =>
          [...listedIn(other)].flatMap(([otherMember, own]): readonly Pair[] => {
            const isSame = values.length > 1 && [...values].sort().join('|') === [...own].sort().join('|');
            const about = isSame ? said.find(({ text }) => isAbout(text, one, other, [member, otherMember])) : undefined;
            return about === undefined ? [] : [{ one, member, other, otherMember, values, said: about }];
          }),
        ),
      ),
  );
}

/** Whether a sentence names one of the members, and one of the two things. */
function isAbout(text: string, one: Resource, other: Resource, members: readonly string[]): boolean {
  const hasMember = members.some((name) => names(text, name) || names(text, wordsOf(name).at(-1) ?? name));
  return hasMember && [one, other].some(({ name }) => names(text, name) || names(text, wordsOf(singular(name)).at(-1) ?? name));
}

/** The members of a thing that its create sends and its read shows, with their listed values. States are no kinds. */
function listedIn({ create, read }: Resource): ReadonlyMap<string, readonly string[]> {
  if (read === undefined) return new Map();
  const sent = propertiesOf(memberSchemasOf(create));
  const listed = [...declaredMembers(read)].flatMap(([name, schemas]): readonly (readonly [string, readonly string[]])[] => {
    const own = sent.get(name);
    const values = own === undefined ? [] : valuesOf(own);
    return values.length > 1 && valuesOf(schemas).length > 0 && !/(?:status|state|phase|stage)$/i.test(name) ? [[name, values]] : [];
  });
  return new Map(listed);
}

function valuesOf(schemas: readonly Schema[]): readonly string[] {
  return [...new Set(possibleConjuncts(schemas).flatMap(({ enum: listed = [] }) => listed.filter((value) => typeof value === 'string')))];
}

async function tryPair(setting: Setting, { one, member, other, otherMember, values, said }: Pair): Promise<boolean> {
  const { things, resource } = setting;
  const lab = things.lab();
  things.forgetAll();
  const right = await unlessStopped(things.make(lab, resource, 0, { isOwn: true }));
  const value = right && (await memberOf(setting, lab, right, one, member));
  if (right === undefined || value === undefined || value !== (await memberOf(setting, lab, right, other, otherMember))) return false;
  const input = things.inputs.of(one.create, 0);
  for (const wrong of input === undefined ? [] : values.filter((each) => each !== value)) {
    const at = memberPlace(one.create, member);
    const unlike = await unlessStopped(things.makeFrom(lab, one, things.ready(one.create, changedAt(input, at, wrong) as Input)));
    if (unlike === undefined) continue;
    // What else it names is new, since the first one may have used it up.
    things.forgetAll();
    const again = things.ready(resource.create, right.created.case.input as Input);
    const made = await unlessStopped(things.makeFrom(lab, resource, again, { parent: unlike, isPrepared: true }));
    if (made === undefined) return true;
    const both = [await memberOf(setting, lab, made, one, member), await memberOf(setting, lab, made, other, otherMember)];
    if (!isSuccess(made.created) || made.created.response.status === 202 || both[0] !== wrong || both[1] === undefined || both[1] === wrong)
      return true;
    const message = `${resource.create.id} succeeds where \`${member}\` of ${one.name} is \`${wrong}\` and \`${otherMember}\` of ${other.name} is \`${both[1]}\`, and the document says: ${quoted(said)}`;
    lab.fault(CHECK, message, expectedOf(said), made.created);
  }
  return true;
}

/** The member of what a thing names, as it is read. */
async function memberOf({ things }: Setting, lab: Lab, thing: Thing, resource: Resource, member: string): Promise<string | undefined> {
  const source = sourcesOf(thing).find((one) => one.resource === resource);
  if (source === undefined || resource.read === undefined) return undefined;
  const value = (await unlessStopped(readThing(lab, things, resource.read, source)))?.resource[member];
  return typeof value === 'string' ? value : undefined;
}
