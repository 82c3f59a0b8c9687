// Collects the text of the generated module: the validators, each with its own functions and constants, and what they import.
import type { Schema } from '../../model/schema/schema.ts';
import { lowerFirstLetter } from '../text/names.ts';
import { createCut } from './cut.ts';
import { emitFunction } from './function.ts';
import type { Graph } from './graph.ts';
import { type Helper, pascalCase } from './names.ts';
import { emitNode } from './node.ts';
import { enter, OUTERMOST, scopeKey } from './scope.ts';
import type { Module, Unit, ValidatorOptions } from './subject.ts';

export interface ModuleText extends Module {
  readonly chunks: string[];
  /** The functions of the runtime that emitters asked for; some may not be printed in the end. */
  readonly helpers: ReadonlySet<Helper>;
  /** The validators of this file or another that emitters asked for; some may not be printed in the end. */
  readonly called: ReadonlySet<string>;
}

export function createModule(options: ValidatorOptions, graph: Graph, ownNames: ReadonlyMap<Schema, string>): ModuleText {
  const chunks: string[] = [];
  const helpers = new Set<Helper>();
  const called = new Set<string>();
  // Many properties have the same few names.
  const pascals = new Map<string, string>();
  const module: ModuleText = {
    options,
    graph,
    locals: new Map(),
    chunks,
    helpers,
    called,
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
      const scope = enter(OUTERMOST, schema, graph);
      const mark = chunks.length;
      const unit = createUnit(schema, name, { module, called, ownNames });
      const text = emitFunction({ schema, scope, tracked: false }, head, { module, unit, part: '' });
      // The validator comes before its functions and constants, since people read it first; it uses the constants only when it runs.
      chunks.splice(mark, 0, text, ...after);
    },
  };
  return module;
}

interface Making {
  readonly module: ModuleText;
  readonly called: Set<string>;
  readonly ownNames: ReadonlyMap<Schema, string>;
}

function createUnit(root: Schema, name: string, { module, called, ownNames }: Making): Unit {
  const { graph, chunks } = module;
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
    cut: createCut(root, graph, (schema) => schema.name === undefined && ownNames.has(schema)),
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
      const scope = enter(request.scope, schema, graph);
      const key = `${tracked ? 'tracked ' : ''}${scopeKey(scope, schema, graph)}`;
      const ownName = ownNames.get(schema);
      // Unnamed schemas that check the same share one function.
      const identity = ownName === undefined ? graph.facts(schema).shape : schema;
      const made = functions.get(identity) ?? new Map<string, string>();
      functions.set(identity, made);
      const known = made.get(key);
      if (known !== undefined) return known;
      if (ownName !== undefined && !tracked && key === scopeKey(enter(OUTERMOST, schema, graph), schema, graph)) {
        const validator = `validate${ownName}`;
        called.add(validator);
        made.set(key, validator);
        return validator;
      }
      // The unit's own name belongs to its first function.
      const ownPart = ownName ?? (part || 'Value');
      const own = unique((owner) => `${tracked ? 'evaluate' : 'validate'}${owner}`, ownPart);
      made.set(key, own);
      chunks.push(emitFunction({ schema, scope, tracked }, { name: own, isExported: false }, { module, unit, part: ownPart }));
      return own;
    },
  };
  return unit;
}
