// Compares the links of responses: the operations that they lead to, and what they pass on.
import type { Link, Service } from '../model/service.ts';
import type { Change } from './change.ts';
import { factsText } from './digest.ts';

/** Callers that follow a link by its name need it to lead to the same operation with the same values. */
export function compareLinks(before: Service, after: Service, changes: Change[]): void {
  const remaining = new Map(after.links.map((link) => [keyOf(link), link]));
  for (const old of before.links) {
    const now = remaining.get(keyOf(old));
    remaining.delete(keyOf(old));
    // Where the operation is gone, that is the change.
    if (now === undefined && !after.operations.some(({ id }) => id === old.from.id)) continue;
    if (now === undefined) changes.push({ ...changeOf(old, 'breaking', 'link-removed', 'was removed'), location: old.from.location });
    else if (now.to.id !== old.to.id)
      changes.push(changeOf(now, 'breaking', 'link-changed', `leads to \`${now.to.id}\`, was to \`${old.to.id}\``));
    else if (passedOn(now) !== passedOn(old)) changes.push(changeOf(now, 'breaking', 'link-changed', 'passes on other values'));
  }
  for (const now of remaining.values()) {
    if (before.operations.some(({ id }) => id === now.from.id)) changes.push(changeOf(now, 'compatible', 'link-added', 'is new'));
  }
}

function keyOf({ from, status, key }: Link): string {
  return JSON.stringify([from.id, status, key]);
}

function passedOn({ parameters, body }: Link): string {
  return factsText({ parameters, body });
}

function changeOf({ from, status, key }: Link, kind: Change['kind'], code: string, message: string): Change {
  return { kind, code, operation: from.id, message: `the link \`${key}\` of the ${status} response ${message}`, location: from.location };
}
