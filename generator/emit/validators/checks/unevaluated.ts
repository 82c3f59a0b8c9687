// Emits `unevaluatedProperties` and `unevaluatedItems`; what other keywords evaluate is known while generating or collected at run time.
import { directConditionals, directConjuncts } from '../../../model/schema/conjuncts.ts';
import type { Schema } from '../../../model/schema/schema.ts';
import { UNEVALUATED } from '../plan/keywords.ts';
import { holds, not, type Test } from '../print/expression.ts';
import { branch, type Statement } from '../print/statement.ts';
import { loop } from './array.ts';
import { isOneOf, loopOverKeys } from './keys.ts';
import { patternTest } from './string.ts';
import { reportStatement, type Subject } from './subject.ts';
import { hasTypeTest } from './type-test.ts';

/** The properties and items that a schema evaluates in every valid value, and whether it evaluates more of some values. */
interface Evaluation {
  readonly names: ReadonlySet<string>;
  readonly patterns: ReadonlySet<string>;
  /** Whether it evaluates all properties. */
  readonly all: boolean;
  /** How many items, from the first, it evaluates. */
  readonly items: number;
  readonly openProperties: boolean;
  readonly openItems: boolean;
}

const NOTHING: Evaluation = { names: new Set(), patterns: new Set(), all: false, items: 0, openProperties: false, openItems: false };
const UNSURE: Evaluation = { ...NOTHING, openProperties: true, openItems: true };

/** The question of one schema: the schemas on the way to it, and what was found out about others. */
interface Question {
  readonly path: Set<Schema>;
  readonly known: Map<Schema, Evaluation>;
}

function newQuestion(): Question {
  return { path: new Set(), known: new Map() };
}

/** Schemas that refer to the same one in several ways would otherwise multiply the ways to it. */
function evaluationOf(schema: Schema, question: Question, own = false): Evaluation {
  if (schema.boolean !== undefined) return NOTHING;
  const { path, known } = question;
  if (path.has(schema)) return UNSURE;
  const before = own ? undefined : known.get(schema);
  if (before !== undefined) return before;
  path.add(schema);
  const evaluation = workOut(schema, question, own);
  path.delete(schema);
  if (!own) known.set(schema, evaluation);
  return evaluation;
}

function workOut(schema: Schema, question: Question, own: boolean): Evaluation {
  const names = new Set(schema.properties?.keys());
  const patterns = new Set(schema.patternProperties?.keys());
  let all = schema.additionalProperties !== undefined || (!own && schema.unevaluatedProperties !== undefined);
  let items =
    schema.items !== undefined || (!own && schema.unevaluatedItems !== undefined)
      ? Number.POSITIVE_INFINITY
      : (schema.prefixItems?.length ?? 0);
  let openProperties = false;
  let openItems = schema.contains !== undefined;
  for (const part of directConjuncts(schema)) {
    const one = evaluationOf(part, question);
    for (const name of one.names) names.add(name);
    for (const pattern of one.patterns) patterns.add(pattern);
    all ||= one.all;
    items = Math.max(items, one.items);
    openProperties ||= one.openProperties;
    openItems ||= one.openItems;
  }
  const sometimes = [...(schema.anyOf ?? []), ...(schema.oneOf ?? []), schema.if, ...directConditionals(schema)];
  for (const part of sometimes) {
    if (part === undefined) continue;
    const one = evaluationOf(part, question);
    openProperties ||=
      one.openProperties ||
      one.all ||
      [...one.names].some((name) => !names.has(name)) ||
      [...one.patterns].some((pattern) => !patterns.has(pattern));
    openItems ||= one.openItems || one.items > items;
  }
  return {
    names,
    patterns,
    all,
    items,
    openProperties: openProperties && !all,
    openItems: openItems && items !== Number.POSITIVE_INFINITY,
  };
}

/** Whether a schema never evaluates anything, so that nothing needs to be collected. */
export function evaluatesNothing(schema: Schema): boolean {
  const { names, patterns, all, items, openProperties, openItems } = evaluationOf(schema, newQuestion());
  return names.size === 0 && patterns.size === 0 && !all && items === 0 && !openProperties && !openItems;
}

export interface Tracking {
  /** The subject for the schemas that apply to the same value. */
  readonly subject: Subject;
  readonly declare: readonly Statement[];
  readonly evaluation: Evaluation;
}

/** Decides whether a schema's `unevaluated…` keywords need a variable that collects what is evaluated at run time. */
export function tracking(schema: Schema, keywords: number, subject: Subject): Tracking {
  if ((keywords & UNEVALUATED) === 0) return { subject, declare: [], evaluation: NOTHING };
  const { unevaluatedProperties, unevaluatedItems } = schema;
  const evaluation = evaluationOf(schema, newQuestion(), true);
  // Where the value is known to be of another type, nothing would read the variable.
  const mayBe = (type: 'object' | 'array'): boolean => (subject.known ?? type) === type;
  const listens =
    (unevaluatedProperties !== undefined && evaluation.openProperties && mayBe('object')) ||
    (unevaluatedItems !== undefined && evaluation.openItems && mayBe('array'));
  if (!listens) return { subject, declare: [], evaluation };
  const seen = subject.frame.locals.add('evaluation');
  return {
    subject: { ...subject, seen },
    declare: [{ declare: `const ${seen} = ${subject.frame.module.helper('evaluated')}();` }],
    evaluation,
  };
}

/** Checks what no other keyword of the schema has evaluated; these checks come last. */
export function emitUnevaluated(schema: Schema, keywords: number, subject: Subject, inner: Tracking): Statement[] {
  if ((keywords & UNEVALUATED) === 0) return [];
  const { module } = subject.frame;
  const statements: Statement[] = [];
  const listens = inner.declare.length > 0;
  const guarded = (type: 'object' | 'array', checks: Statement[]): void => {
    if (subject.known === type) statements.push(...checks);
    else if (subject.known === undefined) statements.push(...branch(hasTypeTest(type, subject.value, module, schema), checks));
  };
  if (listens && subject.seen !== undefined) statements.push(`${module.helper('addEvaluated')}(${subject.seen}, ${inner.subject.seen});`);
  if (schema.unevaluatedProperties !== undefined) {
    const checks = emitProperties(schema.unevaluatedProperties, subject, inner);
    if (subject.seen !== undefined) checks.push(`${module.helper('addProperties')}(${subject.seen}, ...Object.keys(${subject.value}));`);
    guarded('object', checks);
  }
  if (schema.unevaluatedItems !== undefined) {
    const checks = emitItems(schema.unevaluatedItems, subject, inner);
    if (subject.seen !== undefined) checks.push(`${module.helper('addItems')}(${subject.seen}, ${subject.value}.length);`);
    guarded('array', checks);
  }
  return statements;
}

function emitProperties(schema: Schema, subject: Subject, inner: Tracking): Statement[] {
  const { evaluation } = inner;
  if (evaluation.all) return [];
  const evaluated = (key: string): Test[] => [
    ...isOneOf(key, [...evaluation.names], subject),
    ...[...evaluation.patterns].flatMap((pattern) => patternTest(pattern, key, subject) ?? []),
    ...(evaluation.openProperties ? [holds(`${inner.subject.seen}.properties.has(${key})`)] : []),
  ];
  return loopOverKeys(subject, evaluated, (here) =>
    schema.boolean === false
      ? [reportStatement(here, 'unevaluatedProperties', 'false', here.value)]
      : subject.frame.module.emit(schema, here),
  );
}

function emitItems(schema: Schema, subject: Subject, inner: Tracking): Statement[] {
  const { evaluation } = inner;
  if (evaluation.items === Number.POSITIVE_INFINITY) return [];
  const { seen } = inner.subject;
  const first = evaluation.openItems ? `Math.max(${evaluation.items}, ${seen}.items)` : evaluation.items;
  return loop(
    subject,
    first,
    (here, index) => {
      const checks =
        schema.boolean === false
          ? [reportStatement(here, 'unevaluatedItems', 'false', here.value)]
          : subject.frame.module.emit(schema, here);
      return evaluation.openItems ? branch(not(holds(`${seen}.contained.has(${index})`)), checks) : checks;
    },
    { hint: 'Rest' },
  );
}
