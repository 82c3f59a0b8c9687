// Collects the text of the generated module: the validators, each with its own functions and constants, those they share, and what they import.
import type { Schema } from '../../model/schema/schema.ts';
import { lowerFirstLetter } from '../text/names.ts';
import { emitNode } from './checks/node.ts';
import type { Module, RuntimeType, Unit, ValidatorOptions } from './checks/subject.ts';
import { emitFunction } from './function.ts';
import { createCut, isShared, isSharedMember } from './plan/cut.ts';
import type { Facts, Graph } from './plan/graph.ts';
import { type Helper, LINEAR, pascalCase } from './print/names.ts';
import { createSharedFunctions, type SharedFunctions } from './shared.ts';

export interface ModuleText extends Module {
  /** All that is declared: validators, each with what only it uses, then the functions that several of them share. */
  chunks(): readonly string[];
  /** The functions of the runtime that the declarations call. */
  readonly helpers: ReadonlySet<Helper>;
  /** The validators of this file or another that the declarations call. */
  readonly called: ReadonlySet<string>;
  /** The types of the runtime that the declarations name. */
  readonly types: ReadonlySet<RuntimeType>;
  /** Whether the declarations compile patterns for linear time. */
  readonly isLinear: () => boolean;
}

/** `ownNames`: the schemas with a validator of their own. `inputs`: the inputs of operations. */
export function createModule(
  options: ValidatorOptions,
  graph: Graph,
  ownNames: ReadonlyMap<Schema, string>,
  inputs: ReadonlySet<Schema> = NO_INPUTS,
): ModuleText {
  const chunks: string[] = [];
  const helpers = new Set<Helper>();
  const called = new Set<string>();
  const types = new Set<RuntimeType>();
  let isLinear = false;
  const shared = createSharedFunctions();
  const members = new Set([...inputs].flatMap((input) => [...(input.properties?.values() ?? [])]));
  const isOfAll = (facts: Facts): boolean =>
    (members.has(facts.schema) ? isSharedMember(facts) : isShared(facts)) && !ownNames.has(facts.schema);
  // Many properties have the same few names.
  const pascals = new Map<string, string>();
  const module: ModuleText = {
    options,
    graph,
    locals: new Map(),
    chunks: () => [...chunks, ...shared.chunks()],
    helpers,
    called,
    types,
    isLinear: () => isLinear,
    linear() {
      isLinear = true;
      return LINEAR;
    },
    type(name) {
      types.add(name);
      return name;
    },
    helper(name) {
      helpers.add(name);
      return name;
    },
    pascalCase(property) {
      const pascal = pascals.get(property) ?? pascalCase(property);
      pascals.set(property, pascal);
      return pascal;
    },
    emit: emitNode,
    declare(schema, name, head, ...after) {
      const mark = chunks.length;
      const unit = createUnit(schema, name, { module, called, ownNames, isOfAll, shared, chunks });
      const text = emitFunction({ schema, tracked: false }, head, { module, unit, part: '' });
      // The validator comes before its functions and constants, since people read it first; it uses the constants only when it runs.
      chunks.splice(mark, 0, text + after.join(''));
    },
  };
  return module;
}

const NO_INPUTS: ReadonlySet<Schema> = new Set();

interface Making {
  readonly module: ModuleText;
  readonly called: Set<string>;
  readonly ownNames: ReadonlyMap<Schema, string>;
  /** Whether the function for the schema is one of `shared`. */
  readonly isOfAll: (facts: Facts) => boolean;
  readonly shared: SharedFunctions;
  /** Where the unit's constants and functions are added. */
  readonly chunks: string[];
}

function createUnit(root: Schema, name: string, making: Making): Unit {
  const { module, called, ownNames, isOfAll, shared, chunks } = making;
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
      if (!tracked && isOfAll(facts)) return `validate${shared.nameFor(facts, (own) => printShared(schema, own, making))}`;
      // Unnamed schemas that check the same share one function.
      const identity = ownName === undefined ? facts.shape : schema;
      const made = functions.get(identity) ?? new Map<string, string>();
      functions.set(identity, made);
      const known = made.get(key);
      if (known !== undefined) return known;
      if (ownName !== undefined && !tracked) {
        const validator = `validate${ownName}`;
        called.add(validator);
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
function printShared(schema: Schema, name: string, making: Making): readonly string[] {
  const { module } = making;
  const chunks: string[] = [];
  const unit = createUnit(schema, name, { ...making, chunks });
  const head = { name: `validate${name}`, isExported: false };
  return [emitFunction({ schema, tracked: false }, head, { module, unit, part: '' }), ...chunks];
}
