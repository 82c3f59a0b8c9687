// Says of each operation of a document what a living mock takes it for, and why.
import { filtersOf } from '../../../inference/lists/filter-facts.ts';
import { segmentsOf } from '../../../inference/templates.ts';
import type { Operation, Service } from '../../../model/service.ts';
import { isUnlisted } from '../creating/adopting.ts';
import { REFUSING_STATES, refusalsOfInput, wordFor } from '../refusing.ts';
import { testableSentences } from '../stated/rules.ts';
import { type Assigned, declares, type Role } from './kinds.ts';
import { planOf } from './plan.ts';

export interface Explained {
  readonly method: string;
  readonly path: string;
  /** What the operation does: `creates a book`; absent where it is answered without state. */
  readonly does?: string;
  /** How it is known, as the end of a sentence; absent with `does`. */
  readonly why?: string;
  readonly sure?: Assigned['sure'];
  /** Sentences about what is refused that the mock does not enforce, since the operation declares no refusal that could say so. */
  readonly unenforced?: readonly string[];
}

/** In the order of the document. */
export function explain(service: Service): readonly Explained[] {
  const { roles, meant } = planOf(service);
  return service.operations.map((operation): Explained => {
    const { method, path } = operation;
    const assigned = roles.get(meant.get(operation) ?? operation);
    if (assigned === undefined) return { method, path };
    return { method, path, does: wordsOf(assigned.role, operation), why: assigned.why, sure: assigned.sure };
  });
}

/** The same, with what is not enforced: the sentences of all operations are read for it. */
export function explainWhole(service: Service): readonly Explained[] {
  const { roles, meant } = planOf(service);
  return explain(service).map((explained, index): Explained => {
    const written = service.operations[index];
    const operation = written && (meant.get(written) ?? written);
    const unenforced = operation === undefined ? [] : unenforcedBy(service, operation, roles.get(operation)?.role);
    return unenforced.length === 0 ? explained : { ...explained, unenforced };
  });
}

function unenforcedBy(service: Service, operation: Operation, role: Role | undefined): readonly string[] {
  const rules = role !== undefined && 'rules' in role ? role.rules : undefined;
  const isOpen = rules === undefined || REFUSING_STATES.some((status) => declares(operation, status));
  return [...(refusalsOfInput(operation).length > 0 ? [] : testableSentences(service, operation)), ...(isOpen ? [] : rules.quotes)];
}

function wordsOf(role: Role, operation: Operation): string {
  const { method, path } = operation;
  const word = wordFor(role.kind);
  const { isSingle = false } = role.kind.resource;
  const one = isSingle ? `the ${role.kind.name.replaceAll(/[_-]+/g, ' ')}` : withArticle(word);
  switch (role.does) {
    case 'create':
      return role.of === undefined ? `creates ${one}` : `makes ${one} of ${withArticle(wordFor(role.of.kind))}`;
    case 'create-many':
      return `creates several ${role.kind.name.replaceAll(/[_-]+/g, ' ')}`;
    case 'read':
      return isUnlisted(role.kind) && !isSingle ? `reads ${one}, which is made when it is first asked for` : `reads ${one}`;
    case 'replace':
      return `replaces ${one}`;
    case 'merge':
      return `${operation === role.kind.resource.maker ? 'creates' : 'changes'} ${one}`;
    case 'remove':
      if (isSingle) return `deletes ${one}`;
      if (role.kind.trash === undefined) return `deletes ${one}, and what stands below it`;
      return role.kind.trash.restore === undefined ? `deletes ${one}, and keeps it` : `deletes ${one} until it is restored`;
    case 'export':
      return `lists ${role.kind.name.replaceAll(/[_-]+/g, ' ')} as comma-separated values`;
    case 'restore':
      return `restores a deleted ${word}`;
    case 'act':
      if (role.renews !== undefined) return `gives ${one} another \`${role.renews}\``;
      if (role.to === undefined && (role.rules?.becomes.size ?? 0) > 0) return `moves the state of ${one}`;
      if (role.effect?.does === 'add') return `adds to \`${role.effect.list}\` of ${one}`;
      if (role.effect?.does === 'put' && Object.keys(role.effect.values).length === 0)
        return `acts on ${one}, and changes none of its members`;
      if (role.effect?.does === 'take') return `takes from \`${role.effect.list}\` of ${one}`;
      return role.to === undefined ? `changes ${one} by ${method}` : `sets ${one} to \`${role.to}\``;
    case 'add':
      return `adds to \`${role.list}\` of ${one}`;
    case 'list':
      return `lists ${(segmentsOf(path).at(-1) ?? '').replaceAll(/[_-]+/g, ' ')}${listWords(role)}`;
  }
}

function withArticle(word: string): string {
  return `${/^[aeio]/i.test(word) ? 'an' : 'a'} ${word}`;
}

function listWords({ facts }: Role & { readonly does: 'list' }): string {
  if (facts === undefined) return '';
  const { size, number, offset, cursor, sort, search } = facts.roles;
  const filters = filtersOf(facts).map(({ place }) => place.name);
  const pages = [size, number, offset, cursor].flatMap((place) => place?.name ?? []);
  const parts = [
    ...(filters.length === 0 ? [] : [`filtered by ${filters.join(', ')}`]),
    ...(search === undefined ? [] : [`searched by ${search.name}`]),
    ...(sort === undefined ? [] : [`sorted by ${sort.name}`]),
    ...(pages.length === 0 ? [] : [`in pages by ${pages.join(', ')}`]),
  ];
  return parts.length === 0 ? '' : `, ${parts.join(', ')}`;
}
