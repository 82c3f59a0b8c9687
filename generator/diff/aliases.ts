// Compares the other spellings of an operation that servers accept (`x-aliases`): its further methods and paths, and further names of its parameters.
import type { Operation } from '../model/service.ts';
import type { Change } from './change.ts';

/** A spelling that is gone breaks the callers that use it. The generated client uses none. */
export function compareAliases(before: Operation, after: Operation, changes: Change[]): void {
  const [then, now] = [spellingsOf(before), spellingsOf(after)];
  for (const [key, { what, location }] of then)
    if (!now.has(key))
      changes.push({ kind: 'breaking', code: 'alias-removed', operation: after.id, message: `can no longer be called ${what}`, location });
  for (const [key, { what, location }] of now)
    if (!then.has(key))
      changes.push({ kind: 'compatible', code: 'alias-added', operation: after.id, message: `can be called ${what} now`, location });
}

interface Spelling {
  /** In words, after `can be called`. */
  readonly what: string;
  readonly location: Change['location'];
}

function spellingsOf({ aliases = [], parameters }: Operation): Map<string, Spelling> {
  const spellings = new Map<string, Spelling>();
  for (const { method, path, location } of aliases) {
    // The names in a template are of no concern to callers.
    const key = `${method} ${path.replaceAll(/\{[^{}]*\}/g, '{}')}`;
    spellings.set(key, { what: `as \`${method} ${path}\``, location });
  }
  for (const { in: where, name, aliases: names = [], location } of parameters)
    for (const alias of names) {
      const key = `${where} ${where === 'header' ? alias.toLowerCase() : alias}`;
      spellings.set(key, { what: `with \`${alias}\` for the ${where} parameter \`${name}\``, location });
    }
  return spellings;
}
