// An operation that is not generated → what its document says of it all the same, so that two versions of it can be compared.

import { Problems } from '../../base/problem.ts';
import { optional } from '../document-node.ts';
import type { LeftOutOperation, MediaContent, Parameter, ParameterShape } from '../service.ts';
import type { MediaDraft } from './bodies/media.ts';
import { finishOperation, idOf, type SettledOperation } from './operations.ts';
import { codecOf } from './parameters/parameter-codec.ts';

/** `undefined` for a callback. What cannot be generated is kept in its plainest form: a body as bytes with a schema, a parameter as text. */
export function leftOutOperation(settled: SettledOperation, reason: string): LeftOutOperation | undefined {
  const { draft } = settled;
  const { source } = draft;
  if (source.kind === 'callback') return undefined;
  const contentsOf = (carried: readonly MediaContent[], drafts: readonly MediaDraft[]): MediaContent[] =>
    drafts.map((media) => carried.find(({ contentType }) => contentType === media.contentType) ?? plainContent(media));
  const parameters = draft.parameters.map(({ media: _media, node: _node, ...parameter }): Parameter => {
    const carried = settled.parameters.find((one) => one.in === parameter.in && one.name === parameter.name);
    if (carried !== undefined) return carried;
    const shape: ParameterShape = { kind: 'primitive', types: ['string'] };
    return { ...parameter, shape, codec: codecOf({ ...parameter, shape }) };
  });
  const body = settled.body && { ...settled.body, contents: contentsOf(settled.body.contents, draft.body?.contents ?? []) };
  const responses = settled.responses.map((response, index) => ({
    ...response,
    contents: contentsOf(response.contents, draft.responses[index]?.contents ?? []),
  }));
  const whole: SettledOperation = { ...settled, parameters, body, responses };
  const input = { key: `#${source.node.location.pointer}@input`, location: source.location };
  // Its faults have been reported where it was left out.
  const operation = finishOperation(whole, { id: idOf(source, new Set()), name: '', typeName: '' }, new Map(), input, new Problems());
  return { ...operation, kind: source.kind, key: source.key, reason };
}

function plainContent({ contentType, node, schema, itemSchema, examples }: MediaDraft): MediaContent {
  return { contentType, kind: 'bytes', examples, location: node.location, ...optional('schema', schema ?? itemSchema) };
}
