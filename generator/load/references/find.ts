// Finds the target of a reference among the documents that have been read.
import { child, escapeToken, isObject, own, pointerTokens, valueAt } from '../pointer.ts';
import { absolute, baseAt, type Found, type Identified, type Library } from './library.ts';

/** References followed inside one pointer, at most. */
const maxHops = 100;

/** Finds `ref`, written where the base URI is `base`. Remembers the result. */
export function find(library: Library, ref: string, base: string): Found {
  let byRef = library.found.get(base);
  if (byRef === undefined) {
    byRef = new Map();
    library.found.set(base, byRef);
  }
  let found = byRef.get(ref);
  if (found === undefined) {
    found = search(library, ref, base, 0);
    byRef.set(ref, found);
  }
  return found;
}

function search(library: Library, ref: string, base: string, hops: number): Found {
  const hash = ref.indexOf('#');
  const address = hash === -1 ? ref : ref.slice(0, hash);
  const uri = address === '' ? base : absolute(address, base);
  if (uri === undefined)
    return { kind: 'fault', code: 'ref-invalid', message: `${JSON.stringify(ref)} is not a valid URI reference (RFC 3986).` };
  const start = library.byUri.get(uri);
  if (start === undefined) return { kind: 'unknown', uri };
  const fragment = hash === -1 ? '' : decode(ref.slice(hash + 1));
  if (fragment === undefined) {
    return { kind: 'fault', code: 'ref-invalid', message: `The fragment of ${JSON.stringify(ref)} is not valid percent-encoded UTF-8.` };
  }
  if (fragment === '' || fragment.startsWith('/')) return follow(library, start, fragment, ref, hops);
  const anchor = library.anchors.get(`${uri}#${fragment}`);
  if (anchor !== undefined) return follow(library, anchor, '', ref, hops);
  return {
    kind: 'fault',
    code: 'ref-not-found',
    message: `Cannot resolve ${JSON.stringify(ref)}: no schema has the anchor \`${fragment}\`.`,
  };
}

/** Follows a pointer from a document or schema. Where a token leads into a `$ref`, goes on at its target, whose own pointer is returned. */
function follow(library: Library, start: Identified, fragment: string, ref: string, hops: number): Found {
  let target = { ...start, value: valueAt(start.document.root, start.pointer) };
  for (const token of pointerTokens(fragment)) {
    let next = target.value === undefined ? undefined : child(target.value, token);
    for (let hop = hops; next === undefined && isObject(target.value); hop++) {
      const through = own(target.value, '$ref');
      if (typeof through !== 'string') break;
      if (hop > maxHops) {
        return {
          kind: 'fault',
          code: 'reference-cycle',
          message: `Cannot resolve ${JSON.stringify(ref)}: it leads through references that refer to each other.`,
        };
      }
      const found = search(library, through, baseAt(target.document, target.pointer), hop + 1);
      if (found.kind !== 'found') return found;
      target = found.target;
      next = child(found.target.value, token);
    }
    if (next === undefined) return notFound(ref, token, target);
    target = { document: target.document, pointer: `${target.pointer}/${escapeToken(token)}`, value: next };
  }
  const { document, pointer, value } = target;
  if (value === undefined) return { kind: 'fault', code: 'ref-not-found', message: `Cannot resolve ${JSON.stringify(ref)}.` };
  return { kind: 'found', target: { document, pointer, value } };
}

function notFound(ref: string, token: string, { document, pointer }: Identified): Found {
  const parent = pointer === '' ? `\`${document.source.display}\`` : `\`${pointer}\` of \`${document.source.display}\``;
  const missing = token === '' ? 'no member with an empty name' : `no \`${token}\``;
  return { kind: 'fault', code: 'ref-not-found', message: `Cannot resolve ${JSON.stringify(ref)}: ${parent} has ${missing}.` };
}

function decode(fragment: string): string | undefined {
  if (!fragment.includes('%')) return fragment;
  try {
    return decodeURIComponent(fragment);
  } catch {
    return undefined;
  }
}
