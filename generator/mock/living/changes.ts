// Changes a value by what a PATCH sends: JSON Merge Patch (RFC 7396), plain members, or JSON Patch (RFC 6902).
import { isDeepStrictEqual } from 'node:util';
import { holderOf, isObject, tokensOf, valueAt } from '../../conform/sequences/pointers.ts';
import type { Members } from './compose.ts';

/** The value after a patch; `undefined` where an operation of JSON Patch cannot be carried out. */
export function patched(value: Members, patch: unknown, contentType: string): Members | undefined {
  if (Array.isArray(patch)) return patch.reduce<Members | undefined>((before, step) => before && stepped(before, step), value);
  return isObject(patch) ? merged(value, patch, contentType.includes('merge-patch')) : undefined;
}

/** In a merge patch null removes a member; in plain JSON it is a value. */
function merged(value: Members, patch: Members, isMergePatch: boolean): Members {
  const result: Record<string, unknown> = { ...value };
  for (const [name, change] of Object.entries(patch)) {
    if (change === null && isMergePatch) delete result[name];
    else if (isObject(change) && isMergePatch) result[name] = merged(isObject(result[name]) ? result[name] : {}, change, true);
    else result[name] = change;
  }
  return result;
}

function stepped(value: Members, step: unknown): Members | undefined {
  if (!isObject(step) || typeof step.path !== 'string') return undefined;
  const { op, path, from } = step;
  const current = valueAt(value, path);
  switch (op) {
    case 'test':
      return isDeepStrictEqual(current, step.value) ? value : undefined;
    case 'add':
      return edited(value, path, step.value, true);
    case 'replace':
      return current === undefined ? undefined : edited(value, path, step.value, false);
    case 'remove':
      return current === undefined ? undefined : removed(value, path);
    case 'copy':
      return typeof from === 'string' ? edited(value, path, valueAt(value, from), true) : undefined;
    case 'move': {
      const rest = typeof from === 'string' ? removed(value, from) : undefined;
      return rest && edited(rest, path, valueAt(value, String(from)), true);
    }
    default:
      return undefined;
  }
}

function edited(value: Members, path: string, change: unknown, isNew: boolean): Members | undefined {
  const copy = structuredClone(value);
  const holder = valueAt(copy, holderOf(path));
  const name = tokensOf(path).at(-1);
  if (name === undefined) return undefined;
  if (Array.isArray(holder)) holder.splice(name === '-' ? holder.length : Number(name), isNew ? 0 : 1, change);
  else if (isObject(holder)) Object.assign(holder, { [name]: change });
  else return undefined;
  return copy;
}

function removed(value: Members, path: string): Members | undefined {
  const copy = structuredClone(value);
  const holder = valueAt(copy, holderOf(path));
  const name = tokensOf(path).at(-1);
  if (name === undefined) return undefined;
  if (Array.isArray(holder)) holder.splice(Number(name), 1);
  else if (isObject(holder)) delete (holder as Record<string, unknown>)[name];
  return copy;
}
