// Tags to the groups of a service's operations: `client.posts.create` beside `client.createPost`.
import type { Problems } from '../../base/problem.ts';
import type { Group, GroupMember, Operation, Tag } from '../service.ts';
import { camelCase } from './names.ts';
import type { Names } from './naming.ts';
import { MEMBERS } from './reserved.ts';
import { shortName } from './short-names.ts';

/**
 * The groups of the operations by their first tags, in the order in which the document declares its tags, then of those that it does not. Tags
 * that differ in case or marks only are one. None where there would be but one group; an operation without a tag is in none.
 */
export function readGroups(operations: readonly Operation[], tags: readonly Tag[], names: Names, problems: Problems): Group[] {
  const byName = new Map<string, { tag: Tag; operations: Operation[] }>();
  for (const tag of tags) if (!byName.has(keyOf(tag.name))) byName.set(keyOf(tag.name), { tag, operations: [] });
  for (const operation of operations) {
    const [name = ''] = operation.tags;
    const key = keyOf(name);
    if (key === '') continue;
    const known = byName.get(key) ?? { tag: { name }, operations: [] };
    known.operations.push(operation);
    byName.set(key, known);
  }
  const used = [...byName.values()].filter((group) => group.operations.length > 0);
  if (used.length < 2) return [];
  const taken = new Set([...MEMBERS, ...operations.map((operation) => operation.name)]);
  return used.map(({ tag, operations: own }) => {
    const wanted = memberName(tag.name);
    let name = wanted;
    while (taken.has(name)) name += 'Group';
    taken.add(name);
    const [first] = own;
    if (name !== wanted && first !== undefined)
      note(`The group of the tag '${tag.name}' is ${name} in code, since ${wanted} is something else.`, first, problems);
    return {
      tag: tag.name,
      ...(tag.description === undefined ? {} : { description: tag.description }),
      name,
      ...names.group(wanted),
      members: membersOf(own, tag.name, problems),
    };
  });
}

/** `Direct messages` → `directMessages`; `''` where no name can be made of it. */
function memberName(tag: string): string {
  return camelCase(tag.replace(/^[^\p{ID_Start}]+/u, ''));
}

function keyOf(tag: string): string {
  return memberName(tag).toLowerCase();
}

/** Where two come to one name, neither has it, and each keeps its own: so no name ever comes to mean another operation. */
function membersOf(operations: readonly Operation[], tag: string, problems: Problems): GroupMember[] {
  const reserved = new Set([...MEMBERS, ...operations.map((operation) => operation.name)]);
  const byShort = new Map<string, Operation[]>();
  for (const operation of operations) {
    const name = shortName(operation.isNamed ? { name: operation.name, id: operation.name } : operation, tag);
    byShort.set(name, [...(byShort.get(name) ?? []), operation]);
  }
  const chosen = new Map<Operation, string>();
  for (const [name, rivals] of byShort) {
    for (const operation of rivals) {
      if (operation.name === name) continue;
      const rival = rivals.find((other) => other !== operation);
      if (rival === undefined && !reserved.has(name)) {
        chosen.set(operation, name);
        continue;
      }
      const why = rival === undefined ? `${name} is something else` : `${name} could be '${rival.id}' as well`;
      note(`In the group of the tag '${tag}', '${operation.id}' keeps its name, since ${why}.`, operation, problems);
    }
  }
  return operations.map((operation) => ({ operation, name: chosen.get(operation) ?? operation.name }));
}

function note(message: string, { location }: Operation, problems: Problems): void {
  problems.add({ code: 'name-chosen', severity: 'note', message, location });
}
