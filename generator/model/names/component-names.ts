// Chooses the names of the schemas that are components: the name that one is given, or else its key in PascalCase.
import type { Problems } from '../../base/problem.ts';
import { type Claim, nameTaken, reason } from './given.ts';
import { pascalCase } from './names.ts';
import type { Names } from './naming.ts';

/**
 * Names for components: those that are given, which are faults in `unfit` where they cannot be; else the key in PascalCase. Keys that give the same
 * name get different ones, with a note.
 */
export function nameComponents<C extends Claim>(names: Names, claims: readonly C[], problems: Problems, unfit: Problems): Map<C, string> {
  const chosen = giveComponents(names, claims, unfit);
  const byName = new Map<string, C[]>();
  for (const claim of claims) {
    if (chosen.has(claim)) continue;
    const name = names.legalType(claim.text);
    const same = byName.get(name);
    if (same === undefined) byName.set(name, [claim]);
    else same.push(claim);
  }
  // First come those that have a name to themselves: no number given to another may take it from them.
  const groups = [...byName].sort(([, left], [, right]) => Math.min(left.length, 2) - Math.min(right.length, 2));
  for (const [wanted, group] of groups) {
    // The key that is the name itself has the first claim; the others follow in an order that their places have no part in.
    group.sort((left, right) => Number(right.text === wanted) - Number(left.text === wanted) || (left.text < right.text ? -1 : 1));
    for (const claim of group) {
      const name = names.schema(wanted);
      chosen.set(claim, name);
      const [holder] = group;
      if (holder !== undefined && holder !== claim) {
        problems.add({
          code: 'name-chosen',
          severity: 'note',
          message: `The schema '${claim.text}' is ${name} in code, since '${holder.text}' has the name ${wanted}.`,
          location: claim.location,
          related: [{ message: `'${holder.text}' stands here.`, location: holder.location }],
        });
      } else if (name !== pascalCase(claim.text)) {
        problems.add({
          code: 'name-chosen',
          severity: 'note',
          message: `The schema '${claim.text}' is ${name} in code, since ${reason(pascalCase(claim.text))}.`,
          location: claim.location,
        });
      }
    }
  }
  return chosen;
}

/** The components that have a name of their own, before all others: none may come to the same name. */
function giveComponents<C extends Claim>(names: Names, claims: readonly C[], problems: Problems): Map<C, string> {
  const chosen = new Map<C, string>();
  const holders = new Map<string, C>();
  for (const claim of claims) if (claim.given === undefined) holders.set(names.legalType(claim.text), claim);
  for (const claim of claims) {
    const { given, text } = claim;
    if (given === undefined) continue;
    const holder = holders.get(given.name);
    if (holder !== undefined) problems.add(nameTaken('schema', given, text, `'${holder.text}' has it`, holder.location));
    else if (!names.takeSchema(given.name)) problems.add(nameTaken('schema', given, text, 'it has a meaning in generated code', undefined));
    else {
      holders.set(given.name, claim);
      chosen.set(claim, given.name);
    }
  }
  return chosen;
}
