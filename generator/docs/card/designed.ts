// The parts of a document that it decides itself (`x-basis: designed`), as the card of its service lists them.
import { bundle } from '../../load/bundle.ts';
import type { Description } from '../../load/description.ts';
import type { Service } from '../../model/service.ts';
import { basisParts, type Members } from '../basis.ts';
import { firstSentence } from '../html.ts';
import { operationUrl } from '../reference/anchor.ts';
import { schemaUrl } from '../schema-page.ts';

export interface DesignedPart {
  /** `GET /notes › parameters › page`, or `Note › text` for what lies in a component. */
  readonly place: string;
  /** A sentence about it, or empty. */
  readonly says: string;
  /** Its page, relative to the root of the site. */
  readonly url?: string;
}

export function designedParts(service: Service, description: Description): readonly DesignedPart[] {
  // Most documents say nothing of it, and some are large.
  if (!description.sources.some(({ text }) => text.includes('x-basis'))) return [];
  return [...basisParts(bundle(description))].flatMap(({ node, basis, path }) => {
    if (basis !== 'designed') return [];
    const url = urlOf(service, path);
    return [{ place: placeOf(path), says: sentenceOf(node), ...(url === undefined ? {} : { url }) }];
  });
}

function placeOf(path: readonly string[]): string {
  const [first, second = '', third = '', ...rest] = path;
  const isOperation = first === 'paths' || first === 'webhooks';
  if (isOperation && third !== '') return [`${third.toUpperCase()} ${second}`, ...shown(rest)].join(' › ');
  if (first === 'components' && third !== '') return [third, ...shown(rest)].join(' › ');
  return path.join(' › ');
}

function shown(keys: readonly string[]): readonly string[] {
  return keys.filter((key) => key !== 'properties');
}

/** The summary of an operation; otherwise the first sentence of the description. */
function sentenceOf({ summary, description }: Members): string {
  if (typeof summary === 'string' && summary.trim() !== '') return firstSentence(summary);
  return typeof description === 'string' ? firstSentence(description) : '';
}

/** The reference of an operation, or the page of a schema. */
function urlOf(service: Service, [first, second, third]: readonly string[]): string | undefined {
  if (first === 'paths') {
    const operation = service.operations.find(({ method, path }) => path === second && method === third?.toUpperCase());
    return operation === undefined ? undefined : operationUrl(service, operation);
  }
  const isSchema = first === 'components' && second === 'schemas' && service.schemas.some(({ name }) => name === third);
  return isSchema && third !== undefined ? schemaUrl(service, third) : undefined;
}
