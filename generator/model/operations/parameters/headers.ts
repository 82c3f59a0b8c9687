// The headers of a response or of a part of a multipart body: read while schemas are only asked for, settled once they are filled (OpenAPI 3.1.1
// section 4.8.21, Header Object).

import type { Problems } from '../../../base/problem.ts';
import type { Description } from '../../../load/description.ts';
import { type Cause, child, type DocumentNode, dereference, flag, members, optional, text } from '../../document-node.ts';
import type { SchemaGraph } from '../../schema/graph.ts';
import type { Schema } from '../../schema/schema.ts';
import type { ResponseHeader } from '../../service.ts';
import { readExamples } from '../bodies/examples.ts';
import { headerCodecOf } from './parameter-codec.ts';
import { readValue, shapeFor } from './parameters.ts';

export type HeaderDraft = Omit<ResponseHeader, 'shape' | 'codec'> & { readonly node: DocumentNode };

/** The headers of a node that has `headers`. "If a header is defined with the name `Content-Type`, it SHALL be ignored", of both. */
export function readHeaders(description: Description, graph: SchemaGraph, node: DocumentNode): HeaderDraft[] {
  return members(child(node, 'headers'))
    .filter(([name]) => name.toLowerCase() !== 'content-type')
    .map(([name, written]) => {
      const header = dereference(description, written);
      const { schema, contentType } = readValue(description, graph, header);
      return {
        name,
        required: flag(header, 'required') === true,
        ...optional('description', text(header, 'description')),
        schema,
        explode: flag(header, 'explode') === true,
        ...optional('contentType', contentType),
        examples: readExamples(description, header),
        node: header,
      };
    });
}

/** `what`: the word for it in messages. */
export function settleHeader(
  { node, ...header }: HeaderDraft,
  what: string,
  problems: Problems,
  warned: Set<Schema>,
): ResponseHeader | Cause {
  const shape = shapeFor({ ...header, style: 'simple' }, what, node.location, problems, warned);
  return 'message' in shape ? shape : { ...header, shape, codec: headerCodecOf({ ...header, shape }) };
}
