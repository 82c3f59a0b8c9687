// Collects the text of the generated module: the validators, each with its own functions and constants, those they share, and what they import.
import { createHash } from 'node:crypto';
import type { Schema } from '../../model/schema/schema.ts';
import type { KeptTexts, PrintedValidator, SharedFunction, Used } from '../files/kept.ts';
import { lowerFirstLetter } from '../text/names.ts';
import { emitNode } from './checks/node.ts';
import type { FunctionHead, Module, Unit, ValidatorOptions } from './checks/subject.ts';
import { emitFunction } from './function.ts';
import { createCut, isShared, isSharedMember } from './plan/cut.ts';
import type { Facts, Graph } from './plan/graph.ts';
import { LINEAR, pascalCase } from './print/names.ts';
import { createSharedFunctions } from './shared.ts';

export interface ModuleText extends Module {
  /** All that is declared: validators, each with what only it uses, then the functions that several of them share. */
  chunks(): readonly string[];
  /** What the declarations use. */
  used(): Used;
}

export interface ModuleOptions extends ValidatorOptions {
  /** What is printed already takes its place where it would be the same. Default: all is printed. */
  readonly kept?: KeptTexts | undefined;
}

/** Declarations while they are printed. */
interface Printing extends PrintedValidator {
  readonly chunks: string[];
  readonly helpers: Set<string>;
  readonly types: Set<string>;
  readonly called: Set<string>;
  isLinear: boolean;
  readonly shared: Set<SharedFunction>;
}

function createPrinting(): Printing {
  return { chunks: [], helpers: new Set(), types: new Set(), called: new Set(), isLinear: false, shared: new Set() };
}

/** Adds what some declarations use. */
function addUsed(all: Printing, { helpers, types, called, isLinear }: Used): void {
  for (const name of helpers) all.helpers.add(name);
  for (const name of types) all.types.add(name);
  for (const name of called) all.called.add(name);
  all.isLinear ||= isLinear;
}

/** `ownNames`: the schemas with a validator of their own. `inputs`: the inputs of operations. `folder`: the folder of the file. */
export function createModule(
  options: ModuleOptions,
  graph: Graph,
  ownNames: ReadonlyMap<Schema, string>,
  { inputs = NO_INPUTS, folder }: { readonly inputs?: ReadonlySet<Schema>; readonly folder: string },
): ModuleText {
  const all = createPrinting();
  let printing = all;
  const shared = createSharedFunctions();
  const members = new Set([...inputs].flatMap((input) => [...(input.properties?.values() ?? [])]));
  const isOfAll = (facts: Facts): boolean =>
    (members.has(facts.schema) ? isSharedMember(facts) : isShared(facts)) && !ownNames.has(facts.schema);
  // A schema with a name has a validator of this name. Whether another one has a validator depends on all operations.
  const others = [...ownNames].filter(([schema]) => schema.name === undefined && !inputs.has(schema));
  const around = createHash('sha256')
    .update([folder, ...others.map(([{ key }, name]) => `${key} ${name}`)].join('\n'))
    .digest('hex');
  // Many properties have the same few names.
  const pascals = new Map<string, string>();
  const print = (declare: (chunks: string[]) => void): PrintedValidator => {
    const outside = printing;
    const own = createPrinting();
    printing = own;
    declare(own.chunks);
    printing = outside;
    return own;
  };
  const declareIn = (chunks: string[], schema: Schema, name: string, head: FunctionHead, after: readonly string[]): void => {
    const unit = createUnit(schema, name, { module, call, ownNames, isOfAll, shared: sharedFor, chunks });
    // The validator comes before its functions and constants, since people read it first; it uses the constants only when it runs.
    chunks.unshift(emitFunction({ schema, tracked: false }, head, { module, unit, part: '' }) + after.join(''));
  };
  const call = (validator: string): void => {
    printing.called.add(validator);
  };
  const sharedFor = (facts: Facts, declare: (name: string, chunks: string[]) => void): string => {
    const found = shared.functionFor(facts, (own) => print((chunks) => declare(own, chunks)));
    printing.shared.add(found);
    return found.name;
  };
  const module: ModuleText = {
    options,
    graph,
    locals: new Map(),
    chunks: () => [...all.chunks, ...shared.all().map(({ text }) => text)],
    used() {
      for (const { used } of shared.all()) addUsed(all, used);
      return all;
    },
    linear() {
      printing.isLinear = true;
      return LINEAR;
    },
    type(name) {
      printing.types.add(name);
      return name;
    },
    helper(name) {
      printing.helpers.add(name);
      return name;
    },
    pascalCase(property) {
      const pascal = pascals.get(property) ?? pascalCase(property);
      pascals.set(property, pascal);
      return pascal;
    },
    emit: emitNode,
    declare(schema, name, head, ...after) {
      const asked = [around, name, head.name, head.guard, ...after].join('\n');
      const known = options.kept?.validators.get(schema);
      const isKept = known !== undefined && known.asked === asked && shared.add(known.printed.shared);
      const printed = isKept ? known.printed : print((chunks) => declareIn(chunks, schema, name, head, after));
      all.chunks.push(...printed.chunks);
      addUsed(all, printed);
      if (!isKept && !shared.haveCollided) options.kept?.validators.set(schema, { asked, printed });
    },
  };
  return module;
}

const NO_INPUTS: ReadonlySet<Schema> = new Set();

interface Making {
  readonly module: ModuleText;
  /** Notes that a validator is called. */
  readonly call: (validator: string) => void;
  readonly ownNames: ReadonlyMap<Schema, string>;
  /** Whether the function for the schema is one of `shared`. */
  readonly isOfAll: (facts: Facts) => boolean;
  /** The end of the name of a shared function, which `declare` prints for a provisional name. */
  readonly shared: (facts: Facts, declare: (name: string, chunks: string[]) => void) => string;
  /** Where the unit's constants and functions are added. */
  readonly chunks: string[];
}

function createUnit(root: Schema, name: string, making: Making): Unit {
  const { module, call, ownNames, isOfAll, shared, chunks } = making;
  const { graph } = module;
  const constants = new Map<string, string>();
  const functions = new Map<Schema | number, Map<string, string>>();
  const names = new Set<string>();
  // Names of the model have `_` only before a digit, and no part begins with a digit, so the names of two units never collide.
  const unique = (wanted: (owner: string) => string, part: string): string => {
    let free = wanted(part === '' ? name : `${name}_${part}`);
    for (let count = 2; names.has(free); count++) free = wanted(`${name}_${part || 'Value'}${count}`);
    names.add(free);
    return free;
  };

  const unit: Unit = {
    cut: createCut(root, graph, (facts) => (facts.schema.name === undefined && ownNames.has(facts.schema)) || isOfAll(facts)),
    constant(part, kind, text, type) {
      const key = `${kind} ${text}`;
      const known = constants.get(key);
      if (known !== undefined) return known;
      const constant = unique((owner) => `${lowerFirstLetter(owner)}${kind}`, part);
      constants.set(key, constant);
      chunks.push(`const ${constant}${type === undefined ? '' : `: ${type}`} = ${text};\n`);
      return constant;
    },
    functionFor(request, part) {
      const { schema, tracked } = request;
      const key = tracked ? 'tracked' : '';
      const ownName = ownNames.get(schema);
      const facts = graph.facts(schema);
      if (!tracked && isOfAll(facts))
        return `validate${shared(facts, (own, inner) => printShared(schema, own, { ...making, chunks: inner }))}`;
      // Unnamed schemas that check the same share one function.
      const identity = ownName === undefined ? facts.shape : schema;
      const made = functions.get(identity) ?? new Map<string, string>();
      functions.set(identity, made);
      const known = made.get(key);
      if (known !== undefined) return known;
      if (ownName !== undefined && !tracked) {
        const validator = `validate${ownName}`;
        call(validator);
        made.set(key, validator);
        return validator;
      }
      // The unit's own name belongs to its first function.
      const ownPart = ownName ?? (part || 'Value');
      const own = unique((owner) => `${tracked ? 'evaluate' : 'validate'}${owner}`, ownPart);
      made.set(key, own);
      chunks.push(emitFunction({ schema, tracked }, { name: own, isExported: false }, { module, unit, part: ownPart }));
      return own;
    },
  };
  return unit;
}

/** Prints the function of a shared schema, with its constants and functions, as a unit that is named `name`. */
function printShared(schema: Schema, name: string, making: Making): void {
  const { module, chunks } = making;
  const unit = createUnit(schema, name, making);
  const head = { name: `validate${name}`, isExported: false };
  chunks.unshift(emitFunction({ schema, tracked: false }, head, { module, unit, part: '' }));
}
