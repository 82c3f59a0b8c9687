// Tests that a fault of a sequence is tried again even where the resource has had all of its requests.
import { expect, test } from 'vitest';
import { SequenceFault, Stopped } from '../../generator/conform/sequences/lab.ts';
import { Runner } from '../../generator/conform/sequences/runner.ts';
import type { Script } from '../../generator/conform/sequences/script.ts';

/** Runs a script that shows a fault with its only request, of so many that are left; each more may be sent where the runner allows it. */
async function found(left: number): Promise<readonly string[]> {
  const faults: string[] = [];
  const allowMore = (requests: number): void => {
    left += requests;
  };
  const things = { inputs: {}, steps: [], allowMore };
  const options = { isOn: () => true, looked: () => {}, found: ({ check }: SequenceFault) => faults.push(check) };
  const script: Script = {
    check: 'state-rules',
    // biome-ignore lint/correctness/useYield: the script ends before it has looked at an operation.
    async *run() {
      if (left-- < 1) throw new Stopped('over');
      throw new SequenceFault('state-rules', 'A cast bell is recast.', 'a refusal', [] as never);
    },
  };
  await new Runner(options as never, {} as never, things as never).try(script);
  return faults;
}

test('one request is left for the fault, and more are allowed to try it again', async () => {
  expect(await found(1)).toEqual(['state-rules']);
  expect(await found(0)).toEqual([]);
});
