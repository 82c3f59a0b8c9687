// Chooses the names of operations, webhooks and callbacks: the name that one is given, or else its `operationId`, or its method and path.
import type { Location, Problems } from '../../base/problem.ts';
import { type Claim, nameTaken, reason } from './given.ts';
import { camelCase, pascalCase } from './names.ts';
import { type Names, OPERATION_TYPES, PAGE_TYPES } from './naming.ts';

export interface OperationClaim extends Claim {
  /** `operationId`; `undefined` where the name comes from `text` instead. */
  readonly id: string | undefined;
  readonly paged: boolean;
  /** The key of its path. */
  readonly pathLocation: Location;
}

export interface OperationNames {
  readonly name: string;
  readonly typeName: string;
  /** The name was asked for. */
  readonly isNamed?: true;
}

/** An error for each schema whose given name is that of a type which an operation declares beside itself: `GetUserInput` of `getUser`. */
export function checkOwnTypes(
  schemas: readonly Claim[],
  operations: ReadonlyMap<OperationClaim, OperationNames>,
  problems: Problems,
): void {
  const byType = new Map<string, OperationClaim>();
  for (const [claim, { name }] of operations) {
    const endings = claim.paged ? [...OPERATION_TYPES, ...PAGE_TYPES] : OPERATION_TYPES;
    for (const ending of endings) byType.set(`${pascalCase(name)}${ending}`, claim);
  }
  for (const { given, text } of schemas) {
    const operation = given === undefined ? undefined : byType.get(given.name);
    if (given === undefined || operation === undefined) continue;
    const why = `the operation '${operation.id ?? operation.text}' has a type of this name`;
    problems.add(nameTaken('schema', given, text, why, operation.location));
  }
}

/** Marks that part words in the usual ways of writing an `operationId`. */
const USUAL_ID = /^[\p{ID_Continue}$]+(?:[-./:][\p{ID_Continue}$]+)*$/u;

/**
 * Names for operations and webhooks: those that are given, which are faults in `unfit` where they cannot be. Where two `operationId`s come to one
 * name, or differ in case only, the first keeps it, and the others are named after their method and path.
 */
export function nameOperations<C extends OperationClaim>(
  names: Names,
  claims: readonly C[],
  problems: Problems,
  unfit: Problems,
): Map<C, OperationNames> {
  const chosen = giveOperations(names, claims, unfit);
  const first = new Map<string, C>();
  const unnamed: C[] = [];
  const repeated = new Map<C, C>();
  const named: { claim: C; id: string; plain: string; wanted: string }[] = [];
  for (const claim of claims) {
    if (chosen.has(claim)) continue;
    const { id } = claim;
    const plain = id === undefined ? '' : camelCase(id);
    if (id === undefined || plain === '') {
      unnamed.push(claim);
      continue;
    }
    const before = first.get(plain.toLowerCase());
    if (before === undefined) named.push({ claim, id, plain, wanted: names.legalValue(id) });
    else {
      unnamed.push(claim);
      repeated.set(claim, before);
    }
    first.set(plain.toLowerCase(), before ?? claim);
  }
  // First come those that keep their name: none that had to be changed may take it from them.
  named.sort((left, right) => Number(left.wanted !== left.plain) - Number(right.wanted !== right.plain));
  for (const { claim, id, plain, wanted } of named) {
    const given = names.operation(wanted, claim.paged);
    chosen.set(claim, given);
    if (given.name !== wanted) noteName(claim, problems, given.name, `${wanted} is the name of something else`);
    else if (wanted !== plain) noteName(claim, problems, wanted, reason(plain));
    else if (!USUAL_ID.test(id)) noteName(claim, problems, wanted, 'no name may be as it is written');
  }
  unnamed.sort((left, right) => (left.text < right.text ? -1 : 1));
  for (const claim of unnamed) {
    const wanted = names.legalValue(claim.text);
    const given = names.operation(wanted, claim.paged);
    chosen.set(claim, given);
    const before = repeated.get(claim);
    if (before !== undefined) problems.add(sameName(claim, before, given.name));
    else if (claim.id !== undefined) noteName(claim, problems, given.name, 'it has nothing that a name could be made of');
    else if (given.name !== wanted) noteName(claim, problems, given.name, `${wanted} is the name of something else`);
  }
  return chosen;
}

/** The operations that have a name of their own, before all others: none may come to the same name, or to one that differs in case only. */
function giveOperations<C extends OperationClaim>(names: Names, claims: readonly C[], problems: Problems): Map<C, OperationNames> {
  const chosen = new Map<C, OperationNames>();
  const holders = new Map<string, C>();
  const keyOf = (name: string): string => camelCase(name).toLowerCase();
  for (const claim of claims) if (claim.given === undefined) holders.set(keyOf(claim.id ?? claim.text), claim);
  for (const claim of claims) {
    const { given } = claim;
    if (given === undefined) continue;
    const text = claim.id ?? claim.text;
    const holder = holders.get(keyOf(given.name));
    if (holder !== undefined) {
      const other = holder.given?.name ?? camelCase(holder.id ?? holder.text);
      const why = other === given.name ? 'has it' : `is ${other}, and types of both would have one name`;
      problems.add(nameTaken('operation', given, text, `'${holder.id ?? holder.text}' ${why}`, holder.given?.location ?? holder.location));
    } else if (!names.isFreeMethod(given.name)) {
      problems.add(nameTaken('operation', given, text, 'it has a meaning in generated code', undefined));
    } else {
      holders.set(keyOf(given.name), claim);
      chosen.set(claim, { ...names.operation(given.name, claim.paged), isNamed: true });
    }
  }
  return chosen;
}

function noteName(claim: OperationClaim, problems: Problems, name: string, why: string): void {
  const what = claim.id === undefined ? `'${claim.text}', which has no operationId,` : `the operationId '${claim.id}'`;
  problems.add({
    code: 'name-chosen',
    severity: 'note',
    message: `${what.charAt(0).toUpperCase()}${what.slice(1)} is ${name} in code, since ${why}.`,
    location: claim.location,
  });
}

/** The loader refuses two operations with one id. One that stands at two paths, by a reference, has the same id at both. */
function sameName(claim: OperationClaim, before: OperationClaim, name: string): Problems['list'][number] {
  const isShared = claim.id === before.id;
  return {
    code: 'operation-id-alike',
    severity: 'warning',
    message: isShared
      ? `The operation '${claim.id}' stands at two paths; here it is ${name} in code.`
      : `The operationIds '${before.id}' and '${claim.id}' come to the same name; this operation is ${name} in code.`,
    fix: isShared ? 'Write it out at one of them, with another operationId.' : 'Give one of them another operationId.',
    location: isShared ? claim.pathLocation : claim.location,
    related: [
      isShared
        ? { message: 'The other is here.', location: before.pathLocation }
        : { message: `'${before.id}' is here.`, location: before.location },
    ],
  };
}
