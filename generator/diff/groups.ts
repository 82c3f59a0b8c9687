// Groups changes by the component that they are in: a schema that hundreds of operations share changes once, not hundreds of times.
import { groupBy } from '../base/group-by.ts';
import type { Location } from '../base/problem.ts';
import { count } from '../base/words.ts';
import { joinPointer, pointerTokens } from '../load/pointer.ts';
import type { Change, Direction } from './change.ts';
import { stepTo } from './comparison.ts';

/** Changes of one kind in one component, in one direction. */
interface ChangeGroup {
  readonly kind: Change['kind'];
  /** The component in words: ``schema `Pet` in responses``. */
  readonly subject: string;
  /** The changes in it, each once: `` `.name` is optional now``. */
  readonly changes: readonly string[];
  /** The ids of the operations that it reaches, each once; empty where it is in none. */
  readonly operations: readonly string[];
  /** The first of the changes; the others are in the same component. */
  readonly first: Change;
  /** Each of the changes, also those that say the same of several operations. */
  readonly all: readonly Change[];
}

/** A change, or several in one component. */
export type Entry = Change | ChangeGroup;

/** A change alone, or those that share their component, in the order in which they appear. */
export function groupChanges(changes: readonly Change[]): Entry[] {
  return [...groupBy(changes, groupKey).values()].map((all) => {
    const [first, second] = all;
    const component = componentOf(first.location);
    if (second === undefined || component === undefined) return first;
    const { section, name } = component;
    return {
      kind: first.kind,
      subject: `${nounOf(section)} \`${name}\`${directionWords(first.value?.direction)}`,
      changes: [...new Set(all.map(textOf))],
      operations: [...new Set(all.flatMap(({ operation }) => operation ?? []))],
      first,
      all,
    };
  });
}

/** Equal for the changes of one group; a change outside of components is a group of its own. */
function groupKey(change: Change): unknown {
  const component = componentOf(change.location);
  if (component === undefined) return change;
  const { section, name } = component;
  return JSON.stringify([change.kind, change.value?.direction, change.location.source.path, section, name]);
}

export interface Component {
  readonly section: string;
  readonly name: string;
  readonly pointer: string;
  /** The tokens below the component. */
  readonly rest: readonly string[];
}

/** A location in another file is that of a component: the file itself, or what stands at its pointer. */
export function componentOf({ pointer }: Location): Component | undefined {
  const [components, section, name, ...rest] = pointerTokens(pointer);
  if (components !== 'components' || section === undefined || name === undefined) return undefined;
  return { section, name, pointer: joinPointer('', components, section, name), rest };
}

/** `schemas` → `schema`, `requestBodies` → `request body`. */
export function nounOf(section: string): string {
  const words = section.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
  return words.endsWith('bodies') ? words.replace(/bodies$/, 'body') : words.replace(/s$/, '');
}

/** ` in what callers send`; `''` for a change that is in no value. */
export function directionWords(direction: Direction | undefined): string {
  switch (direction) {
    case 'input':
      return ' in what callers send';
    case 'output':
      return ' in what callers receive';
    case undefined:
      return '';
  }
}

function textOf({ message, value, location }: Change): string {
  if (value === undefined) return message;
  const path = pathIn(componentOf(location)?.rest ?? []);
  return `${path === '' ? '' : `\`${path}\` `}${value.text}`;
}

/** Where in the values of a component a schema applies: `.pets[].name`. */
function pathIn(tokens: readonly string[]): string {
  let path = '';
  for (let index = 0; index < tokens.length; index++) {
    const token = tokens[index];
    const next = tokens[index + 1];
    if (token === 'items') path += '[]';
    else if (token === 'additionalProperties' && next !== undefined) path += '[…]';
    else if (next === undefined) break;
    else if (token === 'properties') {
      path += stepTo(next);
      index++;
    } else if (token === 'prefixItems') {
      path += `[${next}]`;
      index++;
    }
  }
  return path;
}

/** How many operations are named. */
const NAMED = 3;

/** ` (57 operations: listPets, getPet, createPet and 54 more)`. */
export function reachOf(operations: readonly string[]): string {
  if (operations.length === 0) return '';
  const named = operations.slice(0, NAMED).join(', ');
  const more = operations.length - NAMED;
  return ` (${count(operations.length, 'operation')}: ${named}${more > 0 ? ` and ${more} more` : ''})`;
}

/** How many entries of a list break callers, and how many do not. An entry that many operations share counts once. */
export function countEntries(entries: readonly Entry[]): { readonly breaking: number; readonly compatible: number } {
  const breaking = entries.filter(({ kind }) => kind === 'breaking').length;
  return { breaking, compatible: entries.length - breaking };
}
