// The module being generated: which functions and constants it has so far, under which names, and what it imports.
import type { Schema } from '../../model/schema/schema.ts';
import { createCut } from './cut.ts';
import { emitFunction } from './function.ts';
import type { Graph } from './graph.ts';
import { type Helper, lowerFirst } from './names.ts';
import { emitNode } from './node.ts';
import type { Module, ValidatorOptions } from './place.ts';
import { enter, OUTERMOST, scopeKey } from './scope.ts';

export interface ModuleText extends Module {
  readonly chunks: string[];
  /** Asked for; some may not have been printed in the end. */
  readonly helpers: ReadonlySet<Helper>;
  /** Exported functions that were asked for, of this file or another; as for helpers. */
  readonly called: ReadonlySet<string>;
}

export function createModule(options: ValidatorOptions, graph: Graph, exportedNames: ReadonlyMap<Schema, string>): ModuleText {
  const chunks: string[] = [];
  const helpers = new Set<Helper>();
  const called = new Set<string>();
  const constants = new Map<string, string>();
  const functions = new Map<Schema | number, Map<string, string>>();
  const names = new Set<string>();
  for (const name of exportedNames.values()) {
    names.add(`validate${name}`);
    names.add(`${lowerFirst(name)}Schema`);
  }

  const unique = (wanted: string): string => {
    let name = wanted;
    for (let count = 2; names.has(name); count++) name = `${wanted}${count}`;
    names.add(name);
    return name;
  };

  const module: ModuleText = {
    options,
    graph,
    cut: createCut(graph),
    locals: new Map(),
    chunks,
    helpers,
    called,
    helper(name) {
      helpers.add(name);
      return name;
    },
    constant(owner, kind, text) {
      const key = `${kind} ${text}`;
      const known = constants.get(key);
      if (known !== undefined) return known;
      const name = unique(`${lowerFirst(owner)}${kind}`);
      constants.set(key, name);
      // An array that is empty, or holds arrays, has no type of its own.
      const type = (kind === 'Values' && text.includes('[', 1)) || text === '[]' ? ': readonly unknown[]' : '';
      chunks.push(`const ${name}${type} = ${text};\n`);
      return name;
    },
    emit: emitNode,
    functionFor(request, owner) {
      const { schema, tracked } = request;
      const scope = enter(request.scope, schema, graph);
      const key = `${tracked ? 'tracked ' : ''}${scopeKey(scope, schema, graph)}`;
      // Inline schemas that check the same are one function.
      const identity = exportedNames.has(schema) ? schema : graph.facts(schema).shape;
      const made = functions.get(identity) ?? new Map<string, string>();
      functions.set(identity, made);
      const known = made.get(key);
      if (known !== undefined) return known;
      const exportedAs = exportedNames.get(schema);
      if (exportedAs !== undefined && !tracked && key === scopeKey(enter(OUTERMOST, schema, graph), schema, graph)) {
        const exported = `validate${exportedAs}`;
        called.add(exported);
        made.set(key, exported);
        return exported;
      }
      const name = unique(`${tracked ? 'evaluate' : 'validate'}${exportedAs ?? owner}`);
      made.set(key, name);
      chunks.push(emitFunction({ schema, scope, tracked }, name, undefined, module));
      return name;
    },
    exported(schema, name, guard, ...after) {
      const scope = enter(OUTERMOST, schema, graph);
      const mark = chunks.length;
      const text = emitFunction({ schema, scope, tracked: false }, name, guard, module);
      // Above the parts that it is made of: a reader starts with the whole. Constants stay in front, being used when functions run, not before.
      chunks.splice(mark, 0, text, ...after);
    },
  };
  return module;
}
