// The names that a service has used up, and the next free ones: schemas, operations, security schemes. The order of keys in the document does not
// change the names.
import { beginsWell, camelCase, lowerFirst, pascalCase } from './names.ts';
import { RESERVED_TYPES, RESERVED_VALUES, serviceTypes, serviceValues } from './reserved.ts';

/** The names that are taken, in the two spaces of TypeScript. */
export interface Names {
  /** A name for a type with a validator, as near to the wanted one as may be. */
  schema(wanted: string): string;
  /** Takes exactly this name for a schema. False: something else has it. */
  takeSchema(name: string): boolean;
  /** Both names of an operation. `paged`: it has a type of pages and of items too. */
  operation(wanted: string, paged: boolean): { name: string; typeName: string };
  /** Whether a method may be called exactly so. */
  isFreeMethod(name: string): boolean;
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

  const takeSchema = (name: string): void => {
    types.add(name);
    for (const value of schemaValues(name)) values.add(value);
  };
  const isSchemaTaken = (name: string): boolean => isType(name) || schemaValues(name).some(isValue);

  return {
    legalType,
    legalValue,
    isFreeType: (name) => !isType(name) && beginsWell(name),
    schema(wanted) {
      const name = numbered(wanted, isSchemaTaken);
      takeSchema(name);
      return name;
    },
    takeSchema(name) {
      const isFree = !isSchemaTaken(name);
      if (isFree) takeSchema(name);
      return isFree;
    },
    isFreeMethod: (name) => !isValue(name),
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
export function createNumbers(): (wanted: string, taken: (name: string) => boolean) => string {
  const last = new Map<string, number>();
  return (wanted, taken) => {
    if (!taken(wanted)) return wanted;
    let number = (last.get(wanted) ?? 1) + 1;
    while (taken(`${wanted}_${number}`)) number++;
    last.set(wanted, number);
    return `${wanted}_${number}`;
  };
}
