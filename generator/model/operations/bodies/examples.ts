// The examples of a parameter or a media type: their values, in the document's order (OpenAPI 3.1.1 section 4.8.19, Example Object).
import type { Description } from '../../../load/description.ts';
import { isObject } from '../../../load/pointer.ts';
import { child, type DocumentNode, dereference, members, optional, text } from '../../document-node.ts';
import type { Example } from '../../service.ts';

/** `example`, or each of `examples` that has its value in the document. */
export function readExamples(description: Description, node: DocumentNode): Example[] {
  // Most places have no examples.
  if (!isObject(node.value) || !(Object.hasOwn(node.value, 'example') || Object.hasOwn(node.value, 'examples'))) return [];
  const single = child(node, 'example').value;
  if (single !== undefined) return [{ name: 'example', value: single }];
  const found: Example[] = [];
  for (const [name, written] of members(child(node, 'examples'))) {
    const example = dereference(description, written);
    // OpenAPI 3.2 parts the value as data from its text on the wire.
    const value = child(example, 'value').value ?? child(example, 'dataValue').value;
    if (value !== undefined) found.push({ name, ...optional('summary', text(example, 'summary')), value });
  }
  return found;
}
