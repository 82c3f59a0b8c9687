// Tests what is read of how deep things may stand below others of their kind.
import { expect, test } from 'vitest';
import { levelsIn } from '../../generator/inference/prose/index.ts';

test.each<readonly [text: string, levels: ReturnType<typeof levelsIn>]>([
  ['Categories go two levels deep; more is refused.', 2],
  ['A task that has a parent itself cannot be one: a subtask cannot have subtasks.', 2],
  ['Folders cannot be nested (422).', 'some'],
  ['Threads may not be nested too deeply.', 'some'],
  ['422 where the maximum depth is exceeded.', 'some'],
  ['Nesting is limited (422).', 'some'],
  // Refused for something else.
  ['Nested folders whose parent does not exist are refused (422).', undefined],
  ['A nested board cannot be shared (403).', undefined],
  ['A team cannot be nested below a closed one (409).', undefined],
  ['No nested list is archived (409).', undefined],
])('“%s”', (text, levels) => expect(levelsIn(text)).toBe(levels));
