// Leaves out the parts of a description that have a fault, and what refers to them, so that one fault does not cost the whole document.
import { blameFor, readingOf } from '../../base/faults.ts';
import type { Problem, Problems } from '../../base/problem.ts';
import { isObject, joinPointer } from '../pointer.ts';
import type { Link } from '../references/cycles.ts';
import { type Document, documentOf } from '../references/library.ts';
import type { Resolution } from '../references/resolve.ts';
import { isRequired, type Part, type PartKind, partsAround } from './parts.ts';

/** Parts without which a caller loses nothing: leaving one out is a warning. */
const MINOR: ReadonlySet<PartKind> = new Set(['example', 'field', 'header', 'link', 'server', 'tag']);

/**
 * Removes parts from the parsed documents and returns the problems, with what each fault cost added to its message. A danger, a problem without a
 * part to leave out and, unless `partial`, a fault of the author stay errors: nothing is left out then of what is not generated.
 */
export function prune(resolution: Resolution, problems: Problems, partial: boolean): readonly Problem[] {
  const removal = createRemoval(resolution);
  const isRefused = (problem: Problem): boolean => !partial && blameFor(problem.code) === 'author';
  const costs = problems.list.map((problem): Cost | undefined => {
    if (problem.severity !== 'error' || isRefused(problem) || blameFor(problem.code) === 'danger') return undefined;
    const { source, pointer } = problem.location;
    if (!resolution.library.bySource.has(source)) return undefined;
    return removal.remove(documentOf(resolution.library, source), pointer);
  });
  const verdicts = problems.list.map((problem, index) => {
    const cost = costs[index];
    if (isRefused(problem)) return { ...problem, severity: 'error' as const };
    if (cost === undefined) return withReading(problem);
    const leftOut = cost.isGone ? [] : [cost.part, ...cost.users].flatMap(({ nouns }) => nouns);
    return { ...problem, severity: severityOf(cost), message: `${problem.message}${wordsFor(cost)}`, leftOut, reason: problem.message };
  });
  const [refusal] = verdicts.filter(({ severity }) => severity === 'error');
  if (refusal === undefined) {
    removal.carryOut();
    return verdicts;
  }
  // In a document that is refused for an error of its author, a construct that Octavo would leave out is no error.
  const isDangerous = verdicts.some((verdict) => verdict.severity === 'error' && !isRefused(verdict));
  return problems.list.map((problem, index) => {
    const cost = costs[index];
    if (isRefused(problem)) return { ...problem, severity: 'error' };
    return cost === undefined || isDangerous ? problem : { ...problem, severity: severityOf(cost) };
  });
}

/** Says how a fault of the author is read that costs no part. */
function withReading(problem: Problem): Problem {
  const reading = problem.severity === 'warning' ? readingOf(problem.code) : undefined;
  return reading === undefined ? problem : { ...problem, message: `${problem.message} ${reading}`, reason: problem.message };
}

/** The cost of one fault: the part around it, and the parts that refer to that. */
interface Cost {
  readonly part: Part;
  readonly users: readonly Part[];
  /** Whether an earlier fault has cost the part already. */
  readonly isGone: boolean;
}

interface Removal {
  /** Marks the part around a pointer, and whatever refers to it. `undefined` where no part can be left out. */
  remove(document: Document, pointer: string): Cost | undefined;
  carryOut(): void;
}

function createRemoval(resolution: Resolution): Removal {
  const { library, links, checked, duplicates } = resolution;
  const removed = new Map<string, Part>();
  const keyOf = (document: Document, pointer: string): string => `${document.uri}#${pointer}`;
  // Few documents lose anything, and to sort all links takes time.
  let byTarget: ReturnType<typeof linksByTarget> | undefined;

  /** The part that was removed and has the pointer in it. */
  const removedAround = (document: Document, pointer: string): Part | undefined => {
    for (let end = pointer.length; ; end = pointer.lastIndexOf('/', end - 1)) {
      const part = removed.get(keyOf(document, pointer.slice(0, Math.max(end, 0))));
      if (part !== undefined || end <= 0) return part;
    }
  };

  const hasOthers = ({ document, pointer, holder, key }: Part, counts: (other: string) => boolean): boolean => {
    const parent = pointer.slice(0, pointer.lastIndexOf('/'));
    const others = isObject(holder) ? Object.keys(holder).filter((other) => other !== key && !other.startsWith('x-')) : [];
    return others.some((other) => counts(other) && !removed.has(keyOf(document, joinPointer(parent, other))));
  };

  /** Whether the rest keeps its meaning without the part. */
  const isDispensable = (part: Part): boolean => {
    switch (part.kind) {
      case 'media type':
        return hasOthers(part, () => true);
      case 'parameter':
        return !isRequired(targetOf(part));
      case 'response':
        // Without its only success, an operation has nothing to return.
        return !/^(?:2|default)/i.test(part.key) || hasOthers(part, (status) => /^(?:2|default)/i.test(status));
      default:
        return true;
    }
  };

  /** The parameter that a reference leads to. */
  const targetOf = ({ value }: Part): Part['value'] => {
    const link = isObject(value) ? links.get(value)?.find(({ reference }) => reference.key === '$ref') : undefined;
    return link === undefined ? value : link.target.value;
  };

  const mark = (document: Document, pointer: string): Part | undefined => {
    const part = partsAround(document, pointer, checked).find(isDispensable);
    if (part !== undefined) removed.set(keyOf(document, part.pointer), part);
    return part;
  };

  return {
    remove(document, pointer) {
      const gone = removedAround(document, pointer);
      if (gone !== undefined) return { part: gone, users: [], isGone: true };
      const part = mark(document, pointer);
      if (part === undefined) return undefined;
      const users: Part[] = [];
      const pending = [part];
      byTarget ??= linksByTarget(links);
      for (const target of pending) {
        for (const { reference } of byTarget(target.document, target.pointer)) {
          const holder = documentOf(library, reference.source);
          if (removedAround(holder, reference.pointer) !== undefined) continue;
          const user = mark(holder, reference.pointer);
          if (user === undefined) return undefined;
          users.push(user);
          pending.push(user);
        }
      }
      return { part, users, isGone: false };
    },
    carryOut() {
      for (const { holder, key } of [...removed.values(), ...duplicates]) {
        if (holder === undefined) continue;
        // A hole keeps the indexes of the other items, by which locations name them.
        if (Array.isArray(holder)) {
          holder[Number(key)] = undefined;
          resolution.hasHoles = true;
        } else delete (holder as Record<string, unknown>)[key];
      }
    },
  };
}

/** Finds the links that lead to a pointer or below it. */
function linksByTarget(links: ReadonlyMap<object, readonly Link[]>): (document: Document, pointer: string) => Link[] {
  const byDocument = new Map<Document, Link[]>();
  for (const group of links.values()) {
    for (const link of group) {
      const known = byDocument.get(link.target.document);
      if (known === undefined) byDocument.set(link.target.document, [link]);
      else known.push(link);
    }
  }
  for (const all of byDocument.values()) all.sort((a, b) => (a.target.pointer < b.target.pointer ? -1 : 1));
  return (document, pointer) => {
    const all = byDocument.get(document) ?? [];
    return [...range(all, pointer, (found) => found === pointer), ...range(all, `${pointer}/`, (found) => found.startsWith(`${pointer}/`))];
  };
}

/** The links from the first whose pointer is not before `from`, as long as `belongs` holds. The links are sorted by pointer. */
function range(links: readonly Link[], from: string, belongs: (pointer: string) => boolean): Link[] {
  let low = 0;
  let high = links.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((links[middle]?.target.pointer ?? '') < from) low = middle + 1;
    else high = middle;
  }
  let end = low;
  while (end < links.length && belongs(links[end]?.target.pointer ?? '')) end++;
  return links.slice(low, end);
}

function severityOf({ part, users }: Cost): Problem['severity'] {
  return [part, ...users].every(({ kind }) => MINOR.has(kind)) ? 'warning' : 'unsupported';
}

const MOST_NAMES = 3;

/** ` The schema Pet is left out, and so are GET /pets and 2 more that use it.` */
function wordsFor({ part, users, isGone }: Cost): string {
  if (isGone) return '';
  const name = `${part.name.slice(0, 1).toUpperCase()}${part.name.slice(1)}`;
  const all = [...new Set(users.map((user) => user.name))];
  if (all.length === 0) return ` ${name} is left out.`;
  const shown = all.slice(0, MOST_NAMES);
  const rest = all.length - shown.length;
  const list =
    rest > 0
      ? `${shown.join(', ')} and ${rest} more`
      : [shown.slice(0, -1).join(', '), shown.at(-1)].filter((text) => text !== '').join(' and ');
  return ` ${name} is left out, and so ${all.length === 1 ? 'is' : 'are'} ${list}, which ${all.length === 1 ? 'uses' : 'use'} it.`;
}
