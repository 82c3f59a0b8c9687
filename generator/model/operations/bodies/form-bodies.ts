// Finds the components that are multipart bodies and nothing else: a field that is a file is one wherever such a component is named, so they need no
// copy.

import { child } from '../../document-node.ts';
import type { Schema } from '../../schema/schema.ts';
import { isPlainRef, reachable, subschemas } from '../../schema/walk.ts';
import type { OperationDraft } from '../read-operation.ts';
import type { MediaDraft } from './media.ts';
import { isSequence } from './parts.ts';

/** `offered`: what the document declares by itself. One that several bodies encode in ways of their own is not among them. */
export function formBodies(drafts: readonly OperationDraft[], offered: readonly Schema[]): Set<Schema> {
  const contents = drafts.flatMap(({ body, responses }) => [body, ...responses].flatMap((each) => each?.contents ?? []));
  const places = new Map<Schema, Map<string, MediaDraft>>();
  /** The components that name a body do not count as another use of it. */
  const names = new Set<Schema>();
  const others: Schema[] = [];
  for (const content of contents) {
    const { schema, itemSchema, partHeaders, node } = content;
    others.push(...[...partHeaders.values()].flatMap((headers) => headers.map((header) => header.schema)));
    if (itemSchema !== undefined) others.push(itemSchema);
    if (schema === undefined) continue;
    // A list of parts is a copy, where it has files.
    if (!/^multipart\//i.test(content.contentType) || isSequence(content.contentType, node, schema)) {
      others.push(schema);
      continue;
    }
    let body = schema;
    for (; isPlainRef(body); body = body.ref) names.add(body.ref);
    if (body !== schema) places.set(body, (places.get(body) ?? new Map()).set(node.location.pointer, content));
    others.push(...subschemas(body));
  }
  if (places.size === 0) return new Set();
  others.push(
    ...drafts.flatMap(({ parameters }) => parameters.map(({ schema }) => schema)),
    ...drafts.flatMap(({ responses }) => responses.flatMap(({ headers }) => headers.map(({ schema }) => schema))),
    ...offered.filter((schema) => !names.has(schema)),
  );
  const met = reachable(others);
  const isAlike = (uses: ReadonlyMap<string, MediaDraft>): boolean =>
    uses.size === 1 || [...uses.values()].every(({ node }) => child(node, 'encoding').value === undefined);
  return new Set([...places].flatMap(([body, uses]) => (!met.has(body) && isAlike(uses) ? [body] : [])));
}
