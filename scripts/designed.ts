// Writes docs/designed.md: what the documents of `specs/` decide where the public record is silent. Part of `npm run generate`.

import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { load } from 'js-yaml';
import { yamlIndex } from '../generator/load/text/yaml-index.ts';

const root = resolve(import.meta.dirname, '..');
const PAGE = join(root, 'docs/designed.md');

interface Decision {
  /** Keys from the root of the document. */
  readonly place: readonly string[];
  readonly says: string;
}

/** A key or a value of a document. */
interface Part {
  readonly start: number;
  readonly path: readonly string[];
  /** Absent for a key. */
  readonly value?: unknown;
}

/** The parts of a document that have `x-basis: designed`, and the comments that say what else is decided. */
function decisionsOf(text: string): Decision[] {
  const document = load(text);
  const comments = commentsOf(text);
  return partsOf(text, document).flatMap(({ start, path, value }) => {
    const place = placeOf(document, path);
    const found: Decision[] = [];
    if (isObject(value) && value['x-basis'] === 'designed') found.push({ place, says: sentenceOf(value) });
    const [comment] = comments;
    if (comment === undefined || comment.end > start) return found;
    comments.shift();
    return [...found, { place, says: comment.says }];
  });
}

/** In the order of the text; where a key and values begin at one place, the outer comes first. */
function partsOf(text: string, document: unknown): Part[] {
  const index = yamlIndex(text);
  const parts: Part[] = [];
  const add = (value: unknown, path: readonly string[]): void => {
    parts.push({ start: index.span(path, 'value').start, path, value });
    if (!isObject(value)) return;
    for (const [key, member] of Object.entries(value)) {
      const own = [...path, key];
      if (!Array.isArray(value)) parts.push({ start: index.span(own, 'key').start, path: own });
      add(member, own);
    }
  };
  add(document, []);
  return parts.sort((left, right) => left.start - right.start);
}

/** The comments about our decisions, each of which is about what follows it. */
function commentsOf(text: string): { end: number; says: string }[] {
  return [...text.matchAll(/(?:^[ ]*#.*\n)+/gm)]
    .map(({ 0: lines, index }) => ({ end: index + lines.length, says: plain(lines.replace(/^[ ]*#/gm, '')) }))
    .filter(({ says }) => says.includes('our decision'));
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null;
}

/** The keys on the way to a part. Objects in lists are named by their `name` or their index; a text in a list is no part of its own. */
function placeOf(document: unknown, path: readonly string[]): string[] {
  let holder: unknown = document;
  return path.flatMap((key) => {
    const list = Array.isArray(holder);
    const member: unknown = isObject(holder) ? holder[key] : undefined;
    holder = member;
    if (!list) return [key];
    return isObject(member) ? [String(member.name ?? key)] : [];
  });
}

/** The summary of an operation; otherwise the first sentence of the description. */
function sentenceOf({ summary, description }: Readonly<Record<string, unknown>>): string {
  return plain(String(summary ?? description ?? '')).split(/(?<=[.:])\s/)[0] ?? '';
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
