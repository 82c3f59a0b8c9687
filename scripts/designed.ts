// Writes docs/designed.md: what the documents of `specs/` decide where the public record is silent. Part of `npm run generate`.

import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { isMap, isNode, isPair, isScalar, isSeq, parseDocument, visit } from 'yaml';

const root = resolve(import.meta.dirname, '..');
const PAGE = join(root, 'docs/designed.md');

interface Decision {
  /** Keys from the root of the document. */
  readonly place: readonly string[];
  readonly says: string;
}

/** The parts of a document that have `x-basis: designed`, and the comments that say what else is decided. */
function decisionsOf(text: string): Decision[] {
  const found: Decision[] = [];
  visit(parseDocument(text), {
    Map(_, map, path) {
      if (map.get('x-basis') === 'designed') found.push({ place: placeOf([...path, map]), says: sentenceOf(map) });
      if (map.commentBefore?.includes('our decision') === true)
        found.push({ place: placeOf([...path, map]), says: plain(map.commentBefore) });
    },
    Pair(_, pair, path) {
      const comment = isNode(pair.key) ? pair.key.commentBefore : undefined;
      if (comment?.includes('our decision') === true) found.push({ place: placeOf([...path, pair]), says: plain(comment) });
    },
    Scalar(key, scalar, path) {
      // Comments before keys are those of pairs.
      if (key !== 'key' && scalar.commentBefore?.includes('our decision') === true)
        found.push({ place: placeOf([...path]), says: plain(scalar.commentBefore) });
    },
  });
  return found;
}

/** The keys on the way to a node. Items of lists are named by their `name`. */
function placeOf(path: readonly unknown[]): string[] {
  return path.flatMap((step, index) => {
    if (isPair(step)) return [isScalar(step.key) ? String(step.key.value) : ''];
    const parent = path[index - 1];
    if (isMap(step) && isSeq(parent)) return [String(step.get('name') ?? parent.items.indexOf(step))];
    return [];
  });
}

/** The summary of an operation; otherwise the first sentence of the description. */
function sentenceOf(map: { get(key: string): unknown }): string {
  const text = map.get('summary') ?? map.get('description') ?? '';
  return plain(String(text)).split(/(?<=[.:])\s/)[0] ?? '';
}

function plain(text: string): string {
  return text.replace(/\s+/g, ' ').trim();
}

/** `GET /account` for what lies in an operation, and the keys that follow. */
function shown(place: readonly string[]): string {
  const [first = '', second = '', third = '', ...rest] = place;
  const [head, tail] =
    (first === 'paths' || first === 'webhooks') && third !== ''
      ? [`${third.toUpperCase()} ${second}`, rest]
      : first === 'components' && third !== ''
        ? [third, rest]
        : [place.join(' › '), []];
  return [`\`${head}\``, ...tail.filter((key) => key !== 'properties').map((key) => `\`${key}\``)].join(' › ');
}

/** The page as it should be. The text before the first document is written by hand. */
export function designedPage(): string {
  const introduction = readFileSync(PAGE, 'utf8').split(/^## /m)[0] ?? '';
  const files = readdirSync(join(root, 'specs')).filter((name) => name.endsWith('.yaml') && name !== 'statements.yaml');
  const sections = files.flatMap((name) => {
    const decisions = decisionsOf(readFileSync(join(root, 'specs', name), 'utf8'));
    if (decisions.length === 0) return [];
    const rows = decisions.map(({ place, says }) => `| ${shown(place)} | ${says.replaceAll('|', '\\|')} |`);
    return [`## ${name.replace('.yaml', '')}\n\n| part of the document | what is decided |\n|---|---|\n${rows.join('\n')}\n`];
  });
  return `${introduction}${sections.join('\n')}`;
}

if (process.argv[1] === import.meta.filename) writeFileSync(PAGE, designedPage());
