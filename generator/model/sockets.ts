// Reads `x-sockets` of the document (docs/extensions.md): WebSocket connections, and the schemas of their messages.

import type { Problems } from '../base/problem.ts';
import { isObject } from '../load/pointer.ts';
import { child, type DocumentNode, members, optional, prose, type RefuseExtension, refuseExtension, text } from './document-node.ts';
import type { JsonValue, Schema } from './schema/schema.ts';
import type { Socket, SocketKeep, SocketSigning } from './service.ts';

/** Without an entry that cannot be used, which is reported. `schemas`: those with names. */
export function readSockets(root: DocumentNode, schemas: readonly Schema[], problems: Problems): readonly Socket[] {
  return members(child(root, 'x-sockets')).flatMap(([key, node]) => readSocket(key, node, schemas, problems) ?? []);
}

function readSocket(key: string, node: DocumentNode, schemas: readonly Schema[], problems: Problems): Socket | undefined {
  const fault = refuseExtension('x-sockets', problems);
  const path = text(node, 'path');
  if (path?.startsWith('/') !== true)
    return fault(
      node,
      'The socket has no `path` that begins with a slash.',
      'Write its path relative to the server, such as `path: /socket`.',
    );
  const messageOf = (side: 'sends' | 'receives'): Schema | undefined => {
    const written = child(node, side);
    if (written.value === undefined) return undefined;
    const pointer = `/components/schemas/${String(written.value)}`;
    const schema = schemas.find(({ location }) => location.source === node.location.source && location.pointer === pointer);
    if (schema !== undefined) return schema;
    return fault(written, `\`${side}\` does not name a schema of the document.`, 'Write the key of a schema under `components.schemas`.');
  };
  const replies = members(child(node, 'replies')).flatMap(([, reply]) => {
    const [to, answer] = [child(reply, 'to').value, child(reply, 'with').value];
    if (isObject(to) && answer !== undefined) return [{ to: to as JsonValue, with: answer as JsonValue }];
    return fault(reply, 'A reply needs `to`, an object, and `with`.', 'Write `{ to: { type: ping }, with: { type: pong } }`.') ?? [];
  });
  return {
    key,
    ...prose(node),
    path,
    ...optional('sends', messageOf('sends')),
    ...optional('receives', messageOf('receives')),
    replies,
    keeps: members(child(node, 'keeps')).flatMap(([name, keep]) => readKeep(name, keep, fault) ?? []),
    signs: members(child(node, 'signs')).flatMap(([, signing]) => readSigning(signing, fault) ?? []),
    examples: members(child(node, 'examples')).flatMap(([name, example]) => {
      const { value } = child(example, 'value');
      if (value !== undefined) return [{ key: name, ...optional('summary', text(example, 'summary')), value: value as JsonValue }];
      return fault(example, 'The example has no `value`.', 'Write the message as `value`, and `summary` for people.') ?? [];
    }),
    location: node.location,
  };
}

function readKeep(name: string, node: DocumentNode, fault: RefuseExtension): SocketKeep | undefined {
  const of = child(node, 'of').value;
  const at = text(node, 'at');
  if (isObject(of) && at?.startsWith('/') === true) return { name, of: of as JsonValue, at };
  return fault(
    node,
    'A value that is kept needs `of`, an object, and `at`, a JSON pointer.',
    'Write `{ of: { event: opened }, at: /data/id }`.',
  );
}

function readSigning(node: DocumentNode, fault: RefuseExtension): SocketSigning | undefined {
  const when = child(node, 'when').value;
  const [at, signed, value] = [text(node, 'at'), text(node, 'text'), text(node, 'value') ?? '{signature}'];
  if (isObject(when) && at?.startsWith('/') === true && signed !== undefined && value.includes('{signature}'))
    return { when: when as JsonValue, at, text: signed, value };
  return fault(
    node,
    'A signing needs `when`, an object; `at`, a JSON pointer; `text`, what is signed; and a `value` with `{signature}`, if it has one.',
    "Write `{ when: { event: join }, at: /auth, text: '{id}:{/channel}', value: '{key}:{signature}' }`.",
  );
}
