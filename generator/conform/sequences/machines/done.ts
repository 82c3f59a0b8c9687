// Reads the rules about states in the texts of an operation, with what words such as `closed` mean by the actions on the thing.
import { memberSchemasOf } from '../../../inference/bodies.ts';
import { doneStatesOf, type StateRules, stateRulesWith, withoutSteps } from '../../../inference/prose/index.ts';
import { type Resource, shownBy } from '../../../inference/resources.ts';
import { propertiesOf } from '../../../model/schema/conjuncts.ts';
import type { Operation } from '../../../model/service.ts';
import type { Setting } from '../script.ts';
import { nounsOf } from './machine.ts';
import { listedState } from './members.ts';
import { actionsOn } from './moves.ts';

export function stateRulesIn(setting: Setting, resource: Resource, operation: Operation, states: readonly string[]): StateRules {
  const nouns = nounsOf(resource);
  const read = shownBy(resource);
  const member = read && listedState(read);
  // What sets the state may be refused one step, and takes all else.
  const isSetting = member !== undefined && propertiesOf(memberSchemasOf(operation)).has(member.name);
  const texts = isSetting ? { ...operation, description: withoutSteps(operation.description ?? '', states) } : operation;
  return stateRulesWith(doneStatesOf(actionsOn(setting, resource), states, nouns), texts, states, nouns);
}
