// Chooses every name of a service once: schemas, operations, security schemes. The order of keys in the document does not change the names.

import type { Location, Problems } from '../../base/problem.ts';
import { pointerTokens } from '../../load/pointer.ts';
import { beginsWell, camelCase, lowerFirst, pascalCase } from './names.ts';
import { RESERVED_TYPES, RESERVED_VALUES, serviceTypes, serviceValues } from './reserved.ts';

/** The names that are taken, in the two spaces of TypeScript. */
export interface Names {
  /** A name for a type with a validator, as near to the wanted one as may be. */
  schema(wanted: string): string;
  /** Both names of an operation. `paged`: it has a type of pages and of items too. */
  operation(wanted: string, paged: boolean): { name: string; typeName: string };
  scheme(wanted: string): string;
  /** The name of the interface of a response's headers. */
  headers(wanted: string): string;
  /** The types of a group, by the name of the client's member: that of the member, and that of the handlers. */
  group(member: string): { typeName: string; handlersName: string };
  /** Whether a type of a file of its own may be called so: no other type of the service is. */
  isFreeType(name: string): boolean;
  /** The wanted name made legal and free of reserved ones, before it is known whether another has it. */
  legalType(text: string): string;
  legalValue(text: string): string;
}

export function createNames(service: string): Names {
  const types = new Set<string>(serviceTypes(service));
  const values = new Set<string>(serviceValues(service));
  const reservedTypes = new Set([...RESERVED_TYPES, ...types]);
  const reservedValues = new Set([...RESERVED_VALUES, ...values]);
  const numbered = createNumbers();
  const isType = (name: string): boolean => types.has(name) || RESERVED_TYPES.has(name);
  const isValue = (name: string): boolean => values.has(name) || RESERVED_VALUES.has(name);

  // A name that the language or emitted code has, or that begins as none may, takes the service's before it: `EmailArray`.
  const legal = (name: string, prefix: string, reserved: ReadonlySet<string>): string => {
    let free = name;
    while (!beginsWell(free) || reserved.has(free)) free = `${prefix}${pascalCase(free)}`;
    return free;
  };
  const legalType = (text: string): string => legal(pascalCase(text), service, reservedTypes);
  const legalValue = (text: string): string => legal(camelCase(text), lowerFirst(service), reservedValues);

  return {
    legalType,
    legalValue,
    isFreeType: (name) => !isType(name) && beginsWell(name),
    schema(wanted) {
      const name = numbered(wanted, (candidate) => isType(candidate) || schemaValues(candidate).some(isValue));
      types.add(name);
      for (const value of schemaValues(name)) values.add(value);
      return name;
    },
    operation(wanted, paged) {
      const name = numbered(wanted, isValue);
      values.add(name);
      let typeName = pascalCase(name);
      const ofOperation = paged ? [...OPERATION_TYPES, ...PAGE_TYPES] : OPERATION_TYPES;
      const declared = (): string[] => ofOperation.map((ending) => `${typeName}${ending}`);
      while (declared().some(isType) || isValue(`validate${typeName}Input`)) typeName = `${typeName}Operation`;
      for (const type of declared()) types.add(type);
      values.add(`validate${typeName}Input`);
      return { name, typeName };
    },
    scheme(wanted) {
      const name = isValue(wanted) ? numbered(`${lowerFirst(service)}${pascalCase(wanted)}`, isValue) : wanted;
      values.add(name);
      return name;
    },
    headers(wanted) {
      const name = numbered(wanted, isType);
      types.add(name);
      return name;
    },
    group(member) {
      const own = pascalCase(member);
      const wanted = pascalCase(`${service} ${member}`);
      const hasWord = own.startsWith(service) && /^\P{Ll}/u.test(own.slice(service.length));
      // The service's word stands once, where that is enough: `SchedulingLinks` of `Scheduling`. What is taken gets `Group`.
      const choose = (isTaken: (candidate: string) => boolean): string => {
        if (hasWord && !isTaken(own)) return own;
        return isTaken(wanted) ? numbered(`${wanted}Group`, isTaken) : wanted;
      };
      const handlerTypes = (word: string): string[] => [`${word}Handlers`, `Required${word}Handlers`];
      const typeName = choose((candidate) => isType(candidate) || isValue(`create${candidate}`));
      // The handlers have a word of their own, so a schema called like the group does not change their name.
      const handlersName = `${choose((candidate) => handlerTypes(candidate).some(isType))}Handlers`;
      for (const type of [typeName, handlersName, `Required${handlersName}`]) types.add(type);
      values.add(`create${typeName}`);
      return { typeName, handlersName };
    },
  };
}

/** Endings of the types that `operations.ts` declares for every operation, and for those with pages. */
export const OPERATION_TYPES: readonly string[] = ['Input', 'Result'];
export const PAGE_TYPES: readonly string[] = ['Page', 'Item'];

/** The names that `validators.ts` declares for a schema. */
function schemaValues(name: string): string[] {
  return [`validate${name}`, `${lowerFirst(name)}Schema`, `${name.charAt(0).toLowerCase()}${name.slice(1)}Schema`];
}

/** `Pet`, `Pet_2`, `Pet_3`: what was given before is not tried again. */
function createNumbers(): (wanted: string, taken: (name: string) => boolean) => string {
  const last = new Map<string, number>();
  return (wanted, taken) => {
    if (!taken(wanted)) return wanted;
    let number = (last.get(wanted) ?? 1) + 1;
    while (taken(`${wanted}_${number}`)) number++;
    last.set(wanted, number);
    return `${wanted}_${number}`;
  };
}

/** Something that asks for a name, and the text that it asks with. */
export interface Claim {
  readonly text: string;
  readonly location: Location;
}

/** Names for components: the key in PascalCase. Keys that give the same name get different ones, with a note. */
export function nameComponents<C extends Claim>(names: Names, claims: readonly C[], problems: Problems): Map<C, string> {
  const byName = new Map<string, C[]>();
  for (const claim of claims) {
    const name = names.legalType(claim.text);
    const same = byName.get(name);
    if (same === undefined) byName.set(name, [claim]);
    else same.push(claim);
  }
  const chosen = new Map<C, string>();
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

function reason(name: string): string {
  return beginsWell(name) ? `${name} has a meaning there` : 'no name may be as it is written';
}

export interface OperationClaim extends Claim {
  /** `operationId`; `undefined` where the name comes from `text` instead. */
  readonly id: string | undefined;
  readonly paged: boolean;
  /** The key of its path. */
  readonly pathLocation: Location;
}

/** Marks that part words in the usual ways of writing an `operationId`. */
const USUAL_ID = /^[\p{ID_Continue}$]+(?:[-./:][\p{ID_Continue}$]+)*$/u;

/**
 * Names for operations and webhooks. Where two `operationId`s come to one name, or differ in case only, the first keeps it, and the others are named
 * after their method and path.
 */
export function nameOperations<C extends OperationClaim>(
  names: Names,
  claims: readonly C[],
  problems: Problems,
): Map<C, { name: string; typeName: string }> {
  const chosen = new Map<C, { name: string; typeName: string }>();
  const first = new Map<string, C>();
  const unnamed: C[] = [];
  const repeated = new Map<C, C>();
  const named: { claim: C; id: string; plain: string; wanted: string }[] = [];
  for (const claim of claims) {
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

const CONTAINERS: ReadonlySet<string> = new Set([
  'properties',
  'patternProperties',
  '$defs',
  'definitions',
  'dependentSchemas',
  'components',
  'schemas',
]);
const LISTS: ReadonlySet<string> = new Set(['allOf', 'anyOf', 'oneOf', 'prefixItems']);

/** Words for a place below a named one: `/properties/b/items` → `BItem`, `/allOf/0` → `AllOf1`, `/x-base` → `Base`. */
export function placeWords(pointer: string): string {
  const tokens = pointerTokens(pointer);
  let name = '';
  for (let index = 0; index < tokens.length; index++) {
    const token = tokens[index] ?? '';
    const next = tokens[index + 1];
    if (next !== undefined && CONTAINERS.has(token)) {
      if (token === 'components' && CONTAINERS.has(next)) index++;
      name += pascalCase(tokens[++index] ?? '');
    } else if (next !== undefined && LISTS.has(token)) {
      name += `${token === 'prefixItems' ? 'Item' : pascalCase(token)}${Number(next) + 1}`;
      index++;
    } else if (token === 'items') name += 'Item';
    else if (token === 'additionalProperties') name += 'Value';
    else name += pascalCase(token.replace(/^x-/, ''));
  }
  return name;
}
