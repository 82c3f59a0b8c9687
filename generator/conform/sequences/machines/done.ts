// Reads the rules about states in the texts of an operation, with what words such as `closed` mean by the actions on the thing.
import { doneStatesOf, type StateRules, stateRulesWith } from '../../../inference/prose/index.ts';
import type { Resource } from '../../../inference/resources.ts';
import type { Setting } from '../script.ts';
import { nounsOf } from './machine.ts';
import { actionsOn } from './moves.ts';

export function stateRulesIn(
  setting: Setting,
  resource: Resource,
  texts: Parameters<typeof stateRulesWith>[1],
  states: readonly string[],
): StateRules {
  const nouns = nounsOf(resource);
  return stateRulesWith(doneStatesOf(actionsOn(setting, resource), states, nouns), texts, states, nouns);
}
