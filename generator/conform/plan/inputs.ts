// Samples whole inputs of an operation that its validator accepts and the wire can express: from examples, required only, all optional, by chance.
import { type ExampleSchema, type SampleOptions, sampleValue, Unsatisfied, withoutEmpty } from '@octavo/runtime/conformance';
import type { Random } from '@octavo/runtime/testing';
import type { Operation } from '../../model/service.ts';
import type { Judge } from '../judge/index.ts';
import { inOrder } from './in-order.ts';
import type { Input } from './input.ts';
import { withMask } from './mask.ts';
import { withExample } from './mended.ts';
import { asStated } from './stated.ts';

export type InputWishes = Pick<SampleOptions, 'examples' | 'optional'> & {
  /** The declared media type of the body. Default: one by chance. */
  readonly contentType?: string;
};

/** How many samples are tried before giving up. */
const ATTEMPTS = 30;

/** A valid input; `undefined` where none was found. */
export function sampleInput(judge: Judge, operation: Operation, random: Random, wishes: InputWishes): Input | undefined {
  const { schemas } = judge;
  const { contentType, ...policy } = wishes;
  const schema = withContentType(schemas.inputOf(operation), contentType);
  const spare = (): Input | undefined => {
    const all = sampleValue(schemas.named, schema, { random, examples: 'some', optional: 'all', tagged: false });
    return withoutEmpty(judge.rowOf(operation), all) as Input;
  };
  let unsatisfied = 0;
  // Sampling has tried many values by then; another attempt would seldom help.
  for (let attempt = 0; attempt < ATTEMPTS && unsatisfied < 4; attempt++) {
    // The document's examples may contradict its schemas.
    const examples = attempt > ATTEMPTS / 2 ? 'none' : policy.examples;
    try {
      const sampled = sampleValue(schemas.named, schema, { random, ...policy, examples, tagged: attempt % 2 === 0 });
      const input = withoutDefault(withoutEmpty(judge.rowOf(operation), sampled) as Input, operation);
      if (judge.input(operation, input).length > 0) continue;
      // The document's own examples are as its sentences want them, or these mean something else.
      if (policy.examples === 'first') return arranged(judge, operation, withExample(judge, operation, input), examples === 'first');
      return arranged(judge, operation, asStated(judge, operation, input, spare));
    } catch (error) {
      if (!(error instanceof Unsatisfied)) throw error;
      unsatisfied++;
    }
  }
  return undefined;
}

/** The input as services want it beyond its schema: ends after starts, and masks that name what is sent. */
function arranged(judge: Judge, operation: Operation, input: Input, isExample = false): Input {
  return withMask(judge, operation, inOrder(judge, operation, input, { isExample }));
}

/** `image/*` is sent as `image/example`, as the schema of inputs has it. */
function withContentType(schema: ExampleSchema, contentType: string | undefined): ExampleSchema {
  if (contentType === undefined) return schema;
  const literal = contentType.replaceAll('*', 'example');
  return { allOf: [schema, { properties: { contentType: { const: literal } }, required: ['contentType', 'body'] }] };
}

/** The input without its media type, where clients send that one by default. */
function withoutDefault(input: Input, operation: Operation): Input {
  const { contentType, ...rest } = input;
  return contentType === operation.body?.contents[0]?.contentType ? rest : input;
}
