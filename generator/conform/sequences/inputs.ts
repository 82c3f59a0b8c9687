// Makes the inputs of steps: by number, so that a step that is sent again, while a sequence is made shorter, has the same input.

import { idempotencyHeader } from '../../inference/headers.ts';
import { pointerTo, valueAt } from '../../inference/pointers.ts';
import type { Operation, Parameter } from '../../model/service.ts';
import type { Judge } from '../judge/index.ts';
import { changedAt, type Input, REMOVED, randomFor, sampleInput } from '../plan/index.ts';

export interface Inputs {
  /** 0: the examples of the document. Others: a valid input by chance, with all that is optional where the number is even. */
  of(operation: Operation, variant: number): Input | undefined;
  /** The input with nothing but what is required. Lists need it, since an optional parameter may leave items out. */
  least(operation: Operation): Input | undefined;
  /** Inputs with a value in a place, with little else and with much: those of the branch that has the value, where the body is a union. */
  having(operation: Operation, place: string, value: string): readonly Input[];
}

export function createInputs(judge: Judge, seed: number, override: (operation: Operation, input: Input) => Input): Inputs {
  const made = new Map<string, Input | undefined>();
  const once = (operation: Operation, purpose: string, wishes: Parameters<typeof sampleInput>[3]): Input | undefined => {
    const key = `${operation.id} ${purpose}`;
    if (!made.has(key)) {
      const input = sampleInput(judge, operation, randomFor(seed, operation.id, 'sequence', purpose), wishes);
      made.set(key, input && override(operation, withoutOptions(operation, input, idempotencyHeader(operation))));
    }
    return made.get(key);
  };
  const whole = (operation: Operation): Input | undefined => once(operation, '0', { examples: 'first' });
  const least = (operation: Operation): Input | undefined => once(operation, 'least', { examples: 'first', optional: 'none' });
  return {
    of(operation, variant) {
      if (variant === 0) return whole(operation);
      const optional = variant % 2 === 0 ? 'all' : 'none';
      return once(operation, String(variant), { examples: variant % 3 === 0 ? 'some' : 'none', optional });
    },
    least,
    having(operation, place, value) {
      const isAllowed = (input: Input): boolean => judge.input(operation, input).length === 0;
      const plain = [whole(operation), least(operation)].flatMap((base) =>
        base === undefined ? [] : [changedAt(base, place, value) as Input].filter(isAllowed),
      );
      const set = { place, value };
      const own = (optional: 'none' | 'all'): readonly Input[] => {
        const found = once(operation, `${optional} with ${place} ${value}`, { examples: 'some', optional, set });
        return found === undefined ? [] : [found];
      };
      const found = plain.length > 0 ? plain : [...own('none'), ...own('all')];
      return [...new Map(found.map((input) => [JSON.stringify(input), input] as const)).values()];
    },
  };
}

/**
 * The input without optional parameters: some make an operation conditional (`If-Match`), a trial (`dryRun`), or leave out a part of the answer.
 * `kept` stays.
 */
export function withoutOptions(operation: Operation, input: Input, kept?: Parameter): Input {
  return operation.parameters
    .filter((one) => !one.required && one !== kept && one.in !== 'querystring')
    .map((one) => pointerTo(one.in, one.name))
    .filter((at) => valueAt(input, at) !== undefined)
    .reduce<Input>((whole, at) => changedAt(whole, at, REMOVED) as Input, input);
}
