// Finds the flags that the regular expressions of schemas run under, or why they are invalid.
import type { Location } from '../../problem.ts';
import type { Cause } from '../document-node.ts';
import type { Schema } from './schema.ts';

interface Compiled {
  /** Undefined where the pattern is invalid in both modes. */
  readonly flags: 'u' | '' | undefined;
  /** The message of the engine for an invalid pattern. */
  readonly reason: string;
}

const compiled = new Map<string, Compiled>();

/**
 * The flags under which a pattern is a regular expression. Unicode mode is what the standard asks for (Core section 6.4); patterns that
 * only the older mode takes, such as `[\w-.]`, keep the meaning that their authors saw. Undefined: invalid in both modes.
 */
export function patternFlags(pattern: string): 'u' | '' | undefined {
  return compile(pattern).flags;
}

function compile(pattern: string): Compiled {
  const known = compiled.get(pattern);
  if (known !== undefined) return known;
  let found: Compiled = { flags: undefined, reason: '' };
  for (const flags of ['u', ''] as const) {
    try {
      new RegExp(pattern, flags);
      found = { flags, reason: '' };
      break;
    } catch (error) {
      // `Invalid regular expression: /(?i)x/: Invalid group`
      if (error instanceof Error) found = { flags: undefined, reason: error.message.slice(error.message.lastIndexOf(': ') + 2) };
    }
  }
  compiled.set(pattern, found);
  return found;
}

/** Why no validator can check the patterns of this one schema, if so: nothing that constrains is ignored in silence. */
export function patternFault(schema: Schema, location: Location): Cause | undefined {
  const patterns: [keyword: string, pattern: string][] = [...(schema.patternProperties?.keys() ?? [])].map((pattern) => [
    'patternProperties',
    pattern,
  ]);
  if (schema.pattern !== undefined) patterns.push(['pattern', schema.pattern]);
  for (const [keyword, pattern] of patterns) {
    const { flags, reason } = compile(pattern);
    if (flags !== undefined) continue;
    return {
      message: `its ${keyword} ${JSON.stringify(pattern)} is an invalid JavaScript regular expression: ${reason}. Leave out what other languages add, such as (?i) or \\A.`,
      location: { ...location, pointer: `${location.pointer}/${keyword}` },
    };
  }
  return undefined;
}
