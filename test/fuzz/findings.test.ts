// Faults found by fuzzing: the smallest input that shows each, and the property that must hold.
import { expect, test } from 'vitest';
import { bytesOf } from './corpus.ts';
import { type Fuzz, guarded } from './support.ts';

/** `input` is a line of a corpus. The target checks the property. */
const FINDINGS: readonly (readonly [words: string, target: string, input: string])[] = [
  [
    'blanks around the "=" of an exploded header were read as part of the value, which no header can hold',
    'parameters',
    '"\\u001e\\u0001R= 1,color =x"',
  ],
  ['a blank in a list that blanks part was read as an item of its own', 'forms', '"\\u0004list= %202"'],
  ['a field under the bare name of a deep object replaced the object', 'forms', '"\\u0003o[a]=1&o=x"'],
  ['a field under the name of an exploded object passed for it', 'forms', '"\\u0004a=1&o={}"'],
  [
    'a part under the bare name of a deep object passed for it',
    'multipart',
    '"\\u0003\\u0000--B\\r\\nContent-Disposition: form-data; name=\\"o\\"\\r\\n\\r\\n{\\"a\\":\\r\\n--B--"',
  ],
  [
    'a retry of an event that no number holds came through as infinity',
    'streams',
    '"\\u0002\\u0000\\u0000\\u0000retry: 9999999999999999\\ndata: 1\\n\\n"',
  ],
  [
    'the name of an event with NUL was read and could not be written',
    'streams',
    '"\\u0002\\u0000\\u0000\\u0000event: \\u0000\\ndata: 1\\n\\n"',
  ],
  ['a name that ends in a backslash was written as no reader here would take it', 'ends', '"\\u0006\\u0000\\u0000\\\\\\u001fb"'],
  ['half of a surrogate pair in text was sent as U+FFFD without a word', 'ends', '"\\u0002\\u0000\\u0002\\u00db\\r"'],
  ['text of another charset than UTF-8 was sent as UTF-8', 'ends', '"\\u0003\\u0000\\u0000\\u00c3\\u00a9\\u001fb"'],
];

test.each(FINDINGS)('%s', async (_words, target, input) => {
  const { fuzz } = (await import(`./targets/${target}.ts`)) as { fuzz: Fuzz };
  await expect(Promise.resolve(guarded(fuzz)(bytesOf(input)))).resolves.toBeUndefined();
});
