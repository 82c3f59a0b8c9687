// Chooses names in generated validators that collide neither with each other nor with imports.
import { FORMAT_CHECKS, type FormatCheck } from '@octavo/runtime/facts';
import { checks, type Keyword, type keywords } from '../../../base/vocabulary.ts';
import { isIdentifier, safeIdentifier } from '../../text/escape.ts';
import { lowerFirstLetter } from '../../text/names.ts';

/** JavaScript globals that generated code uses; a type or a local variable with one of these names would shadow it. */
const GLOBALS = ['Array', 'BigInt', 'Math', 'Number', 'Object', 'RegExp', 'Set', 'undefined'];

/** The functions that the runtime exports for validators, except those that check formats and single keywords. */
const HELPERS = [
  'addEvaluated',
  'addItems',
  'addProperties',
  'eachItem',
  'evaluated',
  'inside',
  'isExactInteger',
  'isFile',
  'isNumeric',
  'isObject',
  'ownProperty',
  'pointerToken',
  'prefix',
  'recurse',
  'recurseEvaluated',
  'report',
  'reportUnion',
  'standardSchema',
  'takeBack',
] as const;

/** The function of the runtime's entry `linear`, which compiles a pattern for linear time. */
export const LINEAR = 'linear';

/** A function of the runtime that checks one keyword. */
type KeywordCheck = Extract<(typeof keywords)[Keyword], { readonly calls: string }>['calls'];

export type Helper = (typeof HELPERS)[number] | KeywordCheck | FormatCheck;

const LOCALS_TAKEN: ReadonlySet<string> = new Set<string>([
  ...HELPERS,
  ...checks.flatMap(({ calls }) => calls ?? []),
  ...FORMAT_CHECKS,
  ...GLOBALS,
  LINEAR,
  'value',
  'issues',
  'start',
  'before',
  'seen',
  'eval',
  'arguments',
]);
/** Names of functions (`validate…`, `evaluate…`) and endings of constants (`…Values`): no local variable is named so. */
const MODULE_LIKE = /^(?:validate|evaluate)|(?:Values|Set|Names|Pattern|Schema)\d*$/;

/** The local variables of one function. */
export interface Locals {
  add(wanted: string): string;
  /** Frees the names at the end of a block, so that the next loop uses the same ones. */
  release(...names: readonly string[]): void;
}

/** `camels` caches the names for all functions of a module, since many properties have the same few names. */
export function createLocals(camels: Map<string, string>): Locals {
  const taken = new Set<string>();
  return {
    add(wanted) {
      const base = camels.get(wanted) ?? localName(wanted);
      camels.set(wanted, base);
      let name = base;
      for (let count = 2; taken.has(name); count++) name = `${base}${count}`;
      taken.add(name);
      return name;
    },
    release(...names) {
      for (const name of names) taken.delete(name);
    },
  };
}

function localName(wanted: string): string {
  const camel = camelCase(wanted);
  return LOCALS_TAKEN.has(camel) || MODULE_LIKE.test(camel) ? `${camel}_` : camel;
}

const LONGEST = 40;

/** `first_name`, `X-Rate-Limit` → `firstName`, `xRateLimit`. */
function camelCase(text: string): string {
  if (/^[a-z][a-zA-Z\d]{0,30}$/.test(text) && isIdentifier(text)) return text;
  const words = text.split(/[^\p{ID_Continue}$]+|_+/u).filter((word) => word !== '');
  const joined = words.map((word, index) => (index === 0 ? lowerFirstLetter(word) : upperFirst(word))).join('');
  const name = safeIdentifier(joined.slice(0, LONGEST));
  return isIdentifier(name) ? name : 'member';
}

export function pascalCase(text: string): string {
  return upperFirst(camelCase(text));
}

function upperFirst(text: string): string {
  return text.slice(0, 1).toUpperCase() + text.slice(1);
}
