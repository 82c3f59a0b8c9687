// The sentences of a document about an operation and about a member, each with the place that has it.
import { sentencesIn } from '../../base/words.ts';
import type { Schema } from '../../model/schema/schema.ts';
import type { Operation, Response, Service } from '../../model/service.ts';

export { sentencesIn };

export interface Sentence {
  readonly text: string;
  readonly source: 'summary' | 'description' | 'response' | 'body' | 'parameter' | 'schema' | 'tag';
  /** The status of the response that has it. */
  readonly status?: string;
  /** Whether it stands in a component, which other operations have too. */
  readonly isShared?: boolean;
}

/** The sentences about an operation: of its summary, its description, its responses, its body and its tags. */
export function sentencesOf(service: Pick<Service, 'tags'>, operation: Operation): readonly Sentence[] {
  const { summary, description, body, responses } = operation;
  return [
    ...from(summary, { source: 'summary' }),
    ...from(description, { source: 'description' }),
    ...responseSentences(responses),
    ...from(body?.description, { source: 'body' }),
    ...tagTextsOf(service, operation).flatMap((text) => from(text, { source: 'tag' })),
  ];
}

/** The descriptions of the tags of an operation, which may be about other operations too. */
export function tagTextsOf(service: Pick<Service, 'tags'>, operation: Pick<Operation, 'tags'>): readonly string[] {
  return service.tags.flatMap(({ name, description }) => (description !== undefined && operation.tags.includes(name) ? [description] : []));
}

/** The sentences about responses. */
export function responseSentences(responses: readonly Pick<Response, 'status' | 'description' | 'component'>[]): readonly Sentence[] {
  return responses.flatMap(({ status, description, component }) =>
    from(description, { source: 'response', status, isShared: component !== undefined }),
  );
}

/** The sentences about a member, of all schemas that declare it. */
export function memberSentences(schemas: readonly Pick<Schema, 'description'>[]): readonly Sentence[] {
  return schemas.flatMap(({ description }) => from(description, { source: 'schema' }));
}

function from(text: string | undefined, facts: Omit<Sentence, 'text'>): readonly Sentence[] {
  return sentencesIn(text ?? '').map((one) => ({ text: one, ...facts }));
}
