// Prints the transforms of `anyOf` and `oneOf`: how the branch of a value is found, whose transform applies.
import { possibleConjuncts } from '../../model/schema/conjuncts.ts';
import type { Schema } from '../../model/schema/schema.ts';
import { declared } from '../../model/schema/walk.ts';
import { heldAs } from '../held/held.ts';
import { identifier, propertyKey, stringLiteral } from '../text/escape.ts';
import { validateName } from '../text/names.ts';
import { kindsOf, NULL, STRING } from '../types/kinds.ts';
import { requiredStrings } from '../validators/plan/facts.ts';
import { call, type Expression, type File } from './expression.ts';
import { objectLiteral } from './object-literal.ts';

interface Union {
  readonly schema: Schema;
  /** The branches that some value can match. */
  readonly branches: readonly Schema[];
  /** The transform of each branch. */
  readonly parts: readonly (Expression | undefined)[];
}

/** A transform that finds the branch by a tag that the branches require, by the kind of value, or by running their validators. */
export function unionPart({ schema, branches, parts }: Union, hint: string, file: File): Expression | undefined {
  const [only] = parts.filter((part) => part !== undefined);
  if (only === undefined) return undefined;
  if (branches.length === 1) return only;
  return taggedPart(schema, branches, parts, file) ?? testedPart(branches, parts, hint, file);
}

/** A transform that finds the branch by the kind of value if no two branches share a kind, else by running their validators. */
function testedPart(branches: readonly Schema[], parts: readonly (Expression | undefined)[], hint: string, file: File): Expression {
  const needed = parts.filter((part) => part !== undefined);
  const [only] = needed;
  if (areApart(branches, file)) return needed.length === 1 && only !== undefined ? only : call(file, 'allTransform', ...needed);
  const tests = branches.map((branch, index) => {
    const part = parts[index];
    return `[${testOf(branch, `${hint}${index + 1}`, file)}${part === undefined ? '' : `, ${part.text}`}]`;
  });
  return call(file, 'unionTransform', ...tests);
}

function taggedPart(
  schema: Schema,
  branches: readonly Schema[],
  parts: readonly (Expression | undefined)[],
  file: File,
): Expression | undefined {
  const { discriminator } = schema;
  const mapped = discriminator === undefined ? [] : [...discriminator.mapping];
  // A tag that the mapping lacks selects the fallback, so no table of tags is complete.
  if (discriminator?.fallback !== undefined) return undefined;
  if (discriminator !== undefined && branches.every((branch) => mapped.some(([, target]) => target === branch))) {
    const cases = mapped.map(([tag, target]) => [tag, parts[branches.indexOf(target)]] as const);
    return tagCall(discriminator.propertyName, cases, file);
  }
  const facts = branches.map(requiredStrings);
  const name = [...(facts[0]?.keys() ?? [])].find((key) => {
    const tags = facts.map((one) => [...(one.get(key) ?? [])]);
    return tags.every((values) => values.length > 0) && new Set(tags.flat()).size === tags.flat().length;
  });
  if (name === undefined) return undefined;
  const cases = facts.flatMap((one, index) => [...(one.get(name) ?? [])].map((tag) => [tag, parts[index]] as const));
  return tagCall(name, cases, file);
}

function tagCall(property: string, cases: readonly (readonly [string, Expression | undefined])[], file: File): Expression {
  const fields = cases.flatMap(([tag, part]) => (part === undefined ? [] : [`${propertyKey(tag)}: ${part.text}`]));
  return call(file, 'taggedTransform', stringLiteral(property), objectLiteral(fields));
}

/** Whether no two branches allow the same kind of value, on the wire or as users hold it: then at most one transform changes a value. */
function areApart(branches: readonly Schema[], { held }: File): boolean {
  // Only null is certainly no value of a type of the user.
  const isOwn = (branch: Schema): boolean => possibleConjuncts([branch]).some((part) => heldAs(part, held.options)?.kind === 'own');
  const others = branches.filter((branch) => kindsOf(branch) !== NULL);
  if (others.length > 1 && others.some(isOwn)) return false;
  let seen = 0;
  for (const branch of branches) {
    const kinds = kindsOf(branch);
    if ((seen & kinds) !== 0) return false;
    seen |= kinds;
  }
  const isText = Object.values(held.options).some((form) => form.kind === 'integer' && form.as === 'string');
  return !isText || (seen & STRING) === 0;
}

function testOf(schema: Schema, hint: string, file: File): string {
  const named = declared(schema);
  if (named !== undefined) return file.imports.value('validators', validateName(named.name));
  let name = file.tests.get(schema);
  if (name === undefined) {
    const taken = new Set(file.tests.values());
    name = identifier(`matches${hint}`);
    for (let count = 2; taken.has(name); count++) name = identifier(`matches${hint}${count}`);
    file.tests.set(schema, name);
  }
  return file.imports.value('validators', name);
}
