// Patches one member so that a thing breaks a rule of its create: what the patch leaves out, the thing has. `A business needs a company number` holds
// after a patch too, where its texts say that the rules of a new thing do.
import { bodyPlaceOf, memberSchemasOf, membersIn } from '../../../inference/bodies.ts';
import { expectedOf, quoted, type Said, saidOf } from '../../../inference/prose/index.ts';
import { type StatedRule, statedRulesOf } from '../../../inference/stated/rules.ts';
import { moved } from '../../../inference/steps.ts';
import { possibleConjuncts, propertiesOf } from '../../../model/schema/conjuncts.ts';
import type { Operation } from '../../../model/service.ts';
import type { Input } from '../../plan/index.ts';
import { withMembers } from '../bodies.ts';
import type { Lab } from '../lab.ts';
import { type Script, type Setting, unlessStopped } from '../script.ts';
import { isSuccess, type Thing } from '../thing.ts';
import { type Members, readThing } from './seen.ts';

const CHECK = 'stated-rules';

export const afterPatch: readonly Script[] = [{ check: CHECK, run: keepsRules }];

/** So many inputs of a create are looked at for one that a rule speaks of. */
const MOST_INPUTS = 12;

/** A rule as it can be broken: whether a thing keeps it, and the members of a patch that break it. */
interface Breakable {
  readonly said: Said;
  readonly isKept: (thing: Members) => boolean | undefined;
  readonly breaking: (thing: Members) => Members | undefined;
}

async function* keepsRules(setting: Setting): AsyncGenerator<Operation> {
  const { resource, context } = setting;
  const { create, changes, read } = resource;
  const patches = changes.filter(({ method }) => method === 'PATCH');
  if (read === undefined || patches.length === 0) return;
  const rules = statedRulesOf(context.service, create).filter(({ part }) => part.at === bodyPlaceOf(create));
  for (const patch of patches) {
    const own = new Set(saidOf(context.service, patch).map(({ text }) => text));
    for (const rule of rules.filter(({ said }) => own.has(said.text))) {
      const breakable = breakableOf(rule, patch);
      if (breakable !== undefined && (await tryRule(setting, patch, breakable))) yield patch;
    }
  }
}

function breakableOf({ stated, said }: StatedRule, patch: Operation): Breakable | undefined {
  const properties = propertiesOf(memberSchemasOf(patch));
  if (stated.kind === 'need' && stated.isNeeded) {
    const { member, of, values } = stated;
    const isNullable = possibleConjuncts(properties.get(member) ?? []).some(({ type = [] }) => type.includes('null'));
    const isMeant = (thing: Members): boolean => (values as readonly unknown[]).includes(thing[of]);
    const isThere = ({ [member]: value }: Members): boolean => value !== undefined && value !== null;
    if (!isNullable) return undefined;
    return { said, isKept: (thing) => (isMeant(thing) ? isThere(thing) : undefined), breaking: () => ({ [member]: null }) };
  }
  if (stated.kind !== 'relation' || !properties.has(stated.greater)) return undefined;
  const { greater, less } = stated;
  const isKept = ({ [greater]: above, [less]: below }: Members): boolean | undefined => {
    const isComparable = typeof above === typeof below && (typeof above === 'number' || typeof above === 'string');
    if (!isComparable) return undefined;
    return stated.isStrict ? (above as string) > (below as string) : (above as string) >= (below as string);
  };
  return {
    said,
    isKept,
    breaking: ({ [less]: below }) => {
      const value = moved(below, properties.get(greater) ?? [], -1);
      return value === undefined ? undefined : { [greater]: value };
    },
  };
}

async function tryRule(setting: Setting, patch: Operation, rule: Breakable): Promise<boolean> {
  const { things, resource } = setting;
  const { read } = resource;
  const lab = things.lab();
  const thing = await keeperOf(setting, lab, rule);
  const now = async (): Promise<Members | undefined> =>
    thing && read && (await unlessStopped(readThing(lab, things, read, thing)))?.resource;
  const before = await now();
  const members = before && rule.isKept(before) === true ? rule.breaking(before) : undefined;
  const least = things.inputs.least(patch);
  if (thing === undefined || members === undefined || least === undefined) return false;
  const input = withMembers(patch, least, members);
  const exchange = await unlessStopped(
    things.call(lab, patch, thing, { says: 'change against a rule', input, isExact: true, probe: CHECK }),
  );
  if (exchange === undefined) return false;
  const after = isSuccess(exchange) && exchange.response.status !== 202 ? await now() : undefined;
  if (after === undefined || rule.isKept(after) !== false) return true;
  const names = Object.keys(members).map((name) => `\`${name}\``);
  const message = `${patch.id} succeeds with ${names.join(' and ')} so that the thing breaks a rule, and the document says: ${quoted(rule.said)}`;
  return lab.fault(CHECK, message, expectedOf(rule.said), exchange);
}

/** A thing that the rule speaks of, and that keeps it. */
async function keeperOf({ things, resource: { create }, resource }: Setting, lab: Lab, rule: Breakable): Promise<Thing | undefined> {
  const inputs = Array.from({ length: MOST_INPUTS }, (_, variant) => things.inputs.of(create, variant));
  for (const input of inputs) {
    if (input === undefined || rule.isKept(membersIn(create, input) ?? {}) !== true) continue;
    const thing = await unlessStopped(things.makeFrom(lab, resource, things.ready(create, input as Input)));
    if (thing !== undefined) return thing;
  }
  return undefined;
}
