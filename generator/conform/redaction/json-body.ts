// Redacts JSON: a value keeps its type, and all else in the text stays as it was.
import { type JsonNode, parseJson } from '../../har/json.ts';
import type { Schema } from '../../model/schema/schema.ts';
import { inside, isSecret, type SecretNames } from './names.ts';
import { MARK, type SecretIndex } from './secret-index.ts';
import type { Redacted } from './texts.ts';

interface Edit {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

interface Walk {
  readonly text: string;
  readonly names: SecretNames;
  /** Further names of members that are secrets in this message. */
  readonly own: ReadonlySet<string>;
  readonly edits: Edit[];
  readonly secrets: string[];
  readonly places: string[];
}

/** By the names of members, and by what the schemas of the document say. @throws {JsonFault} */
export function redactJson(text: string, schemas: readonly Schema[], names: SecretNames, own: ReadonlySet<string>): Redacted {
  const walk: Walk = { text, names, own, edits: [], secrets: [], places: [] };
  visit(parseJson(text), schemas, '', isSecret(schemas), walk);
  return { text: edited(text, walk.edits), secrets: walk.secrets, places: walk.places };
}

function visit(node: JsonNode, schemas: readonly Schema[], at: string, secret: boolean, walk: Walk): void {
  if (node.kind === 'array') {
    for (const [index, item] of node.items.entries()) {
      const below = inside(schemas, String(index));
      visit(item, below, `${at}/${index}`, secret || isSecret(below), walk);
    }
    return;
  }
  if (node.kind === 'object') {
    const { names, own } = walk;
    for (const { name, value } of node.members) {
      const below = inside(schemas, name);
      const isUnknown = below.length === 0 && names.marked.has(name);
      const isHere = isSecret(below) || isUnknown || names.isMember(name) || own.has(name);
      visit(value, below, `${at}/${tokenOf(name)}`, secret || isHere, walk);
    }
    return;
  }
  if (secret) redactScalar(node, at, walk);
}

function redactScalar(node: JsonNode, at: string, { text, edits, secrets, places }: Walk): void {
  if (node.kind === 'null' || (node.kind === 'string' && node.value === '')) return;
  edits.push({ start: node.start, end: node.end, text: redactedScalar(node.kind) });
  if (node.kind === 'string') secrets.push(node.value);
  if (node.kind === 'number') secrets.push(text.slice(node.start, node.end));
  places.push(at);
}

function redactedScalar(kind: JsonNode['kind']): string {
  return kind === 'string' ? JSON.stringify(MARK) : kind === 'number' ? '0' : 'false';
}

/** Hides known secrets in the strings, the numbers and the names of members that the document does not have. @throws {JsonFault} */
export function hideInJson(text: string, index: SecretIndex, names: SecretNames): Omit<Redacted, 'secrets'> {
  const edits: Edit[] = [];
  const places: string[] = [];
  const edit = ({ start, end }: JsonNode | Edit, shown: string, at: string): void => {
    edits.push({ start, end, text: shown });
    places.push(at);
  };
  const look = (node: JsonNode, at: string): void => {
    if (node.kind === 'array') for (const [place, item] of node.items.entries()) look(item, `${at}/${place}`);
    if (node.kind === 'object') {
      for (const member of node.members) {
        const shown = names.declared.has(member.name) ? member.name : index.hide(member.name);
        if (shown !== member.name) edit({ ...member.place, text: '' }, JSON.stringify(shown), at);
        look(member.value, `${at}/${tokenOf(shown)}`);
      }
    }
    if (node.kind === 'string') {
      const shown = index.hide(node.value);
      if (shown !== node.value) edit(node, JSON.stringify(shown), at);
    }
    if (node.kind === 'number' && index.has(text.slice(node.start, node.end))) edit(node, '0', at);
  };
  look(parseJson(text), '');
  return { text: edited(text, edits), places };
}

function edited(text: string, edits: readonly Edit[]): string {
  let result = '';
  let from = 0;
  for (const edit of edits.toSorted((a, b) => a.start - b.start)) {
    result += text.slice(from, edit.start) + edit.text;
    from = edit.end;
  }
  return result + text.slice(from);
}

function tokenOf(name: string): string {
  return name.replaceAll('~', '~0').replaceAll('/', '~1');
}
