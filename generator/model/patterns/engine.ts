// Decides what runs a pattern of a document at run time: the engine of the language, the matcher of the runtime, or the engine of the language on
// short texts only.
import { growthOf } from './growth.ts';
import { writeLinear } from './linear.ts';

/**
 * `linear`: patterns whose matching time may grow faster than the text run on the matcher of the runtime. `native`: all patterns run on the engine of
 * the language.
 */
export type PatternOption = 'linear' | 'native';

export type PatternEngine =
  | { readonly kind: 'native'; readonly flags: 'u' | '' }
  /** `source` is written for the runtime's `linear`. */
  | { readonly kind: 'linear'; readonly flags: 'u' | ''; readonly source: string }
  /** The matcher of the runtime has no such pattern, so longer texts (in UTF-16 units) are refused. */
  | { readonly kind: 'bounded'; readonly flags: 'u' | ''; readonly longest: number }
  /** The pattern is no regular expression, or its time is exponential and the matcher of the runtime has no such pattern. */
  | { readonly kind: 'none'; readonly reason: 'invalid' | 'exponential' };

/**
 * The engine for a pattern whose texts have at most `longest` characters. It follows from the pattern alone: neither installed packages nor time
 * limits change what is generated.
 */
export function engineFor(pattern: string, longest: number | undefined, option: PatternOption): PatternEngine {
  const flags = patternFlags(pattern);
  if (flags === undefined) return { kind: 'none', reason: 'invalid' };
  if (option === 'native') return { kind: 'native', flags };
  const growth = growthOf(pattern, flags);
  if (growth.kind === 'linear' || (longest !== undefined && longest <= growth.longest)) return { kind: 'native', flags };
  const source = writeLinear(pattern, flags);
  if (source !== undefined) return { kind: 'linear', flags, source };
  return growth.kind === 'polynomial' ? { kind: 'bounded', flags, longest: growth.longest } : { kind: 'none', reason: 'exponential' };
}

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

/** Why a pattern is invalid, in the words of the engine. */
export function whyInvalid(pattern: string): string {
  return compile(pattern).reason;
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
