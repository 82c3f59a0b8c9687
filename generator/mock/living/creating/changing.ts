// Changes a thing as a request says, or makes what there is once: replaces it, merges into it or patches it, unless something is in the way.
import { headerOf } from '../../../inference/headers.ts';
import type { Operation } from '../../../model/service.ts';
import { markTaken, otherVersion, takenMember, unknownReference, unmetCondition, wrongState } from '../guards.ts';
import { masked } from '../kept/choosing.ts';
import { completedMembers, merged, newThing, replaced, setByChange } from '../making.ts';
import { changedMembers, isJsonPatch, patched } from '../patching.ts';
import { asId, collectionOf, type Input, idOf, parentOf } from '../places.ts';
import { declares, type Kind, type Role, type Rules } from '../plan/kinds.ts';
import { sentOf } from '../plan/sent.ts';
import { missing, refuse, wordFor } from '../refusing.ts';
import type { Call, Living, Setting } from '../setting.ts';
import { keepAndShow } from '../showing.ts';
import { outOfBounds } from '../stated/comparing.ts';
import { timeTaken } from '../stated/taken-times.ts';
import { broken } from '../stated/untrue.ts';
import type { Thing } from '../world.ts';

export function change(
  setting: Setting,
  operation: Operation,
  role: Role & { readonly does: 'replace' | 'merge' },
  call: Call,
): Living | undefined {
  const { does, kind, rules, unknown: status, keeps, told } = role;
  const collection = collectionOf(operation, kind, call.input);
  const id = idOf(operation, kind, call.input);
  const before = setting.world.find(collection, id);
  const { isSingle = false, maker } = kind.resource;
  const again =
    maker === operation ? (madeAgain(setting, operation, kind, before) ?? closed(setting, operation, role, call.input)) : undefined;
  if (again !== undefined) return again;
  if (before === undefined && operation !== kind.resource.create && !isSingle) return missing(setting, operation, kind, collection, id);
  if (before === undefined && kind.isNeverRenamed === true && setting.world.hadOnce(collection, id))
    return refuse(setting, operation, [409, 410, 422, 400], `A ${wordFor(kind)} had this name, and it is not given again.`);
  if (before === undefined && call.headers['if-match'] !== undefined && headerOf(operation, 'if-match') !== undefined)
    return refuse(setting, operation, [412, 404, 409], 'There is no thing with this ETag.');
  const unmet =
    before &&
    (unmetCondition(setting, operation, before, call) ??
      otherVersion(setting, operation, before, call) ??
      wrongState(setting, operation, rules, before));
  if (unmet !== undefined) return unmet;
  const beyond = before && outOfBounds(setting, operation, before, call);
  if (beyond !== undefined) return refuse(setting, operation, beyond.statuses, beyond.detail);
  const patch = before !== undefined && isJsonPatch(call) ? patched(setting, operation, before, call) : undefined;
  if (patch !== undefined && 'refusal' in patch) return patch.refusal;
  const sent =
    patch === undefined || before === undefined
      ? masked(operation, call.input, sentOf(operation, kind, call.input.body))
      : changedMembers(before.value, patch.value);
  const taken = takenMember(setting, kind, collection, sent, id);
  if (taken !== undefined) return refuse(setting, operation, [409, 422, 400], `Another ${wordFor(kind)} has this \`${taken}\`.`);
  const unknown = unknownReference(setting, kind, sent, status);
  if (unknown !== undefined) return refuse(setting, operation, unknown.statuses, unknown.detail);
  const own = kind.id === undefined ? {} : { [kind.id]: before === undefined ? asId(kind, id) : before.value[kind.id] };
  const value =
    before === undefined
      ? newThing(setting, operation, kind, { ...sent, ...own }, collection)
      : {
          ...completedMembers(
            setting,
            kind,
            patch?.value ?? (does === 'merge' ? merged(before.value, sent, kind.members) : replaced(operation, kind, before, sent, keeps)),
          ),
          ...own,
        };
  const wrong = before !== undefined && does === 'merge' ? broken(setting, operation, kind, before.value, value) : undefined;
  if (wrong !== undefined) return wrong;
  const kept = { ...before, kind, collection, id, value: { ...value, ...setByChange(setting, kind, before?.value ?? {}, value) } };
  const clash = timeTaken(setting, operation, kept) ?? markTaken(setting, kept);
  if (clash !== undefined) return refuse(setting, operation, clash.statuses, clash.detail);
  return keepAndShow(setting, operation, kind, kept, call, told);
}

/** A create below a thing in a state in which the document says that it is refused. */
export function closed(
  setting: Setting,
  operation: Operation,
  { kind: { parent }, above }: { readonly kind: Kind; readonly above?: Rules },
  input: Input,
): Living | undefined {
  const thing = parent && setting.world.find(...parentOf(operation, parent, input));
  return thing && parent && wrongState(setting, operation, above, thing, `The ${wordFor(parent)}`);
}

/** A second one of what there is once, where the document declares a conflict. */
function madeAgain(setting: Setting, operation: Operation, kind: Kind, before: Thing | undefined): Living | undefined {
  if (before === undefined || !declares(operation, 409)) return undefined;
  return refuse(setting, operation, [409], `There is one ${wordFor(kind)} at most, and there is one already.`);
}
