// Brings sentences that say when an operation is possible to one of three forms: `only … can`, `… must be …`, or a state in which it fails.
import { plainOf } from './plain.ts';

/** The words for the things and their states, as patterns. */
export interface Words {
  readonly states: string;
  readonly things: string;
}

/** What stands for what, and the patterns of a list of states, made once for the words of one kind of things. */
interface Forms {
  readonly adjectives: readonly (readonly [form: RegExp, to: string])[];
  readonly forms: readonly (readonly [form: RegExp, to: string])[];
  readonly both: RegExp;
}

/**
 * The reader of sentences about things and their states: `You can't cancel a shipped order` is `fails if it is shipped`, and
 * `can be cancelled until it is shipped` is `can not be cancelled if it is shipped`.
 */
export function permissionReader(words: Words): (text: string) => string {
  const { adjectives, forms, both } = formsFor(words);
  return (text) => {
    const plain = adjectives.reduce((before, [form, to]) => before.replace(form, to), plainOf(text));
    const found = forms.find(([form]) => form.test(plain));
    // Each of several states counts, whether they stand with `and` or with `or`.
    return found === undefined ? plain : plain.replace(...found).replace(both, ' or ');
  };
}

function formsFor({ states, things }: Words): Forms {
  const list = `${states}(?:(?:\\s*,\\s*(?:or\\s+|and\\s+)?|\\s+(?:or|and)\\s+)${states})*`;
  const end = '(?=\\s*(?:$|[.,;:)]|(?:can|may|must|is|are|fails?)\\b))';
  const named = `(?:an?\\s+|the\\s+|any\\s+)?(${list})\\s+(?:${things})s?`;
  const made = (forms: readonly (readonly [form: string, to: string])[]): Forms['forms'] =>
    forms.map(([form, to]) => [new RegExp(form, 'i'), to]);
  return {
    // `Orders with the status draft` and `orders that are drafts` are `draft orders`.
    adjectives: made([
      [
        `\\b(${things})\\s+(?:with|in|having|whose (?:status|state) is)\\s+(?:an?\\s+|the\\s+)?(?:(?:status|state)(?:\\s+of)?\\s+)?(${list})(?:\\s+(?:status|state))?${end}`,
        '$2 $1',
      ],
      [`(?<=^you can only \\w+ )(${things})\\s+(?:that|which)\\s+(?:is|are)\\s+(${list})$`, '$2 $1'],
    ]),
    forms: made([
      ['^(.*)\\b(?:can|may) be (\\w+) (?:unless|until) (.+)$', '$1can not be $2 if $3'],
      ['^(.*)\\b(?:can|may) be (\\w+) while (.+)$', '$1can only be $2 if $3'],
      ['^once (.+?), (.+ can not be \\w+)$', '$2 if $1'],
      ['^(?:it )?requires (the \\w+) to be (.+)$', '$1 must be $2'],
      [`^you can only \\w+ ${named}$`, 'only $1 can be done'],
      [`^(?:you )?(?:can|may|must) not \\w+ ${named}$`, 'fails if it is $1'],
      [`^(?:it is )?not (?:allowed|permitted|possible)(?: (?:to \\w+|for|on|with))+ ${named}$`, 'fails if it is $1'],
      [
        `^(?:it is )?not (?:allowed|permitted|possible) to \\w+ (?:the )?(?:${things})s? (?:that|which) (?:is|are) (${list})$`,
        'fails if it is $1',
      ],
      [`^(.*\\b(?:${things})) must not be (?:already )?(${list})$`, 'fails if $1 is $2'],
      [`\\bonly for (?:(?:an?|the) )?(${list})(?:\\s+(?:${things})s?)?$`, 'only possible if it is $1'],
    ]),
    both: new RegExp(`(?<=${states})\\s+and\\s+(?=${states})`, 'gi'),
  };
}
