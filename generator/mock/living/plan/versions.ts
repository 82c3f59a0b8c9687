// Finds the member that numbers the versions of a thing: a change names the present one in its body, or texts say that each change gives the next.
import { plain } from '../../../inference/names.ts';
import { sentencesIn } from '../../../inference/prose/index.ts';
import { isVersion, saysRising, versionRuleOf } from '../../../inference/stated/versions.ts';
import type { Operation } from '../../../model/service.ts';
import { allows } from '../values.ts';
import type { Kind } from './kinds.ts';

export function versionOf(members: Kind['members'], changes: readonly Operation[]): Pick<Kind, 'version'> {
  const rules = changes.flatMap((one) => versionRuleOf(one) ?? []).filter(({ name }) => members.has(name));
  const rule = rules.find(({ isRising }) => isRising) ?? rules.find(({ isNeeded }) => isNeeded);
  if (rule !== undefined) {
    const { name: member, isNeeded, isRising } = rule;
    return { version: { member, isNeeded, isRising } };
  }
  const [member] =
    [...members].find(
      ([name, schemas]) =>
        isVersion(name) &&
        plain(name) !== 'etag' &&
        allows(schemas, 'integer') &&
        schemas.some(({ description = '' }) => sentencesIn(description).some(saysRising)),
    ) ?? [];
  return member === undefined ? {} : { version: { member, isNeeded: false, isRising: true } };
}
