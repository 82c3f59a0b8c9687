// A saved text with other words for people in one place → the last reading with these words, without reading the document again.
import { realpathSync } from 'node:fs';
import { isRecord } from '../base/is-record.ts';
import type { Source } from '../base/problem.ts';
import type { Project, ProjectDocument } from '../config/config.ts';
import type { Description } from '../load/description.ts';
import { defaultLimits } from '../load/limits.ts';
import { type Rewording, reword, rewordingOf } from '../load/reword.ts';
import { readSource } from '../load/text/read.ts';
import type { Schema } from '../model/schema/schema.ts';
import type { Callback, Operation, Service } from '../model/service.ts';
import { noteWording } from '../model/wording.ts';
import { partsOf } from './keep-parts.ts';
import type { Reading } from './pipeline.ts';

interface Reworded {
  /** Absent where anything else has changed, and where it is not plain what the words are in the service. */
  readonly reading?: Reading;
  /** The file as it is now, where it could be read. */
  readonly source?: Source;
}

/** The earlier reading has the new words too where there is one, and must not be used any more. */
export function rewordedReading(reading: Reading, document: ProjectDocument, { limits }: Pick<Project, 'limits'>): Reworded {
  const { description, service } = reading;
  if (description === undefined || service === undefined || document.given !== undefined) return {};
  const { path, display } = description.entry;
  if (realpathIfAny(document.file) !== path) return {};
  const source = readSource(path, display, { ...defaultLimits, ...limits });
  if (!('text' in source)) return {};
  const rewording = rewordingOf(description, source.text);
  if (rewording === undefined) return { source };
  const own = rewording.object === 'Operation' ? rewordOperation(service, rewording) : rewordSchema(service, rewording, description);
  if (own === undefined) return { source };
  reword(description, rewording, source);
  return { reading: { ...reading, service: own } };
}

function realpathIfAny(file: string): string | undefined {
  try {
    return realpathSync(file);
  } catch {
    return undefined;
  }
}

/** `undefined` where the operation has other words than the document, as one whose order is said in its description. */
function rewordOperation(service: Service, { pointer, field, before, after }: Rewording): Service | undefined {
  const { operations, webhooks, callbacks, leftOut } = service;
  const isMeant = ({ location }: Operation): boolean => location.pointer === pointer;
  const meant = [...operations, ...webhooks, ...callbacks].filter(isMeant);
  if (meant.length === 0 || leftOut.some(isMeant) || meant.some((operation) => operation[field] !== before)) return undefined;
  const made = new Map<Operation, Operation>(meant.map((operation) => [operation, { ...operation, [field]: after }]));
  const ownerOf = (callback: Callback): Callback => ({ ...callback, owners: callback.owners.map(current) });
  const current = <T extends object>(one: T): T => (made.get(one as T & Operation) as T | undefined) ?? one;
  const reworded = {
    ...service,
    operations: operations.map(current),
    webhooks: webhooks.map(current),
    callbacks: callbacks.map((callback) => (callback.owners.some(isMeant) ? ownerOf(current(callback)) : current(callback))),
    groups: service.groups.map((group) =>
      group.members.some(({ operation }) => made.has(operation))
        ? { ...group, members: group.members.map((member) => ({ ...member, operation: current(member.operation) })) }
        : group,
    ),
    links: service.links.map((link) =>
      made.has(link.from) || made.has(link.to) ? { ...link, from: current(link.from), to: current(link.to) } : link,
    ),
    enums: service.enums.map((each) => (typeof each.owner === 'string' ? each : { ...each, owner: current(each.owner) })),
  };
  noteWording(service, reworded, 'operations');
  return reworded;
}

/** The schemas stay the same objects, since nothing but comments depends on the words. `undefined` where words may have been copied elsewhere. */
function rewordSchema(service: Service, { pointer, before, after }: Rewording, description: Description): Service | undefined {
  if (service.enums.length > 0) return undefined;
  const saying = schemasIn(service).filter((schema) => schema.description === before);
  const isMeant = ({ location }: Schema): boolean => location.source === description.entry && location.pointer === pointer;
  const isOwn = ({ location }: Schema): boolean => {
    const written = description.at(location);
    return isRecord(written) && written.description === before;
  };
  const meant = saying.filter(isMeant);
  if (meant.length === 0 || !saying.every(isOwn)) return undefined;
  for (const schema of meant) (schema as { description: string }).description = after;
  const reworded = { ...service };
  schemas.set(reworded, schemasIn(service));
  noteWording(service, reworded, 'schemas');
  return reworded;
}

/** All schemas of a service; those with other words are the same. */
const schemas = new WeakMap<Service, readonly Schema[]>();

function schemasIn(service: Service): readonly Schema[] {
  const found = schemas.get(service) ?? partsOf(service).filter((part) => !('typeName' in part));
  schemas.set(service, found as readonly Schema[]);
  return found as readonly Schema[];
}
