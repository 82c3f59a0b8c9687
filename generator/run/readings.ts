// Keeps the last reading of each document, so that parts of a command that need the same document read and check it once. A new reading has the
// schemas and operations of the last one that say the same.
import { readFileSync, statSync } from 'node:fs';
import type { Source } from '../base/problem.ts';
import { stage } from '../base/stage.ts';
import type { Project, ProjectDocument } from '../config/config.ts';
import { bytesOf } from '../load/text/read.ts';
import type { Service } from '../model/service.ts';
import { keepParts } from './keep-parts.ts';
import { type Reading, read } from './pipeline.ts';
import { rewordedReading } from './reworded.ts';

export type ReadDocument = (project: Project, document: ProjectDocument) => Promise<Reading>;

/** How many readings follow one that is new in all parts. A part can hold on to the text that it was read from, which is as long as the document. */
const MOST_KEPT = 20;

interface LastService {
  readonly service: Service;
  /** How many readings have kept parts of those before them. */
  readonly kept: number;
}

/** Reads as the pipeline does. A reading is given again while each file that it was read from holds the same text. */
export function createReadings(): ReadDocument {
  // When the configuration is read again, its documents are new objects.
  const last = new WeakMap<ProjectDocument, Promise<Reading>>();
  const services = new WeakMap<ProjectDocument, LastService>();
  const readKept = async (project: Project, document: ProjectDocument, source?: Source): Promise<Reading> => {
    const reading = await read(project, document, source === undefined ? {} : { text: source });
    const { description, service } = reading;
    if (description === undefined || service === undefined) return reading;
    const before = services.get(document);
    const isNew = before === undefined || before.kept === MOST_KEPT;
    const own = isNew ? service : keepParts(before.service, service, description.sources);
    services.set(document, { service: own, kept: isNew ? 0 : before.kept + 1 });
    return { ...reading, service: own };
  };
  /** Reads nothing where only words for people have changed. What was read before is free to go meanwhile, since it is as large as what is read. */
  const readAgain = async (known: Promise<Reading>, project: Project, document: ProjectDocument): Promise<Reading> => {
    const { reading, source } = await afterwards(known, (before) => rewordedReading(before, document, project));
    if (reading?.service === undefined) return await readKept(project, document, source);
    services.set(document, { service: reading.service, kept: services.get(document)?.kept ?? 0 });
    return reading;
  };
  return async function take(project, document) {
    const known = last.get(document);
    if (known !== undefined && isCurrent(await known)) return await known;
    // Another part may have found the same, and be reading already.
    if (last.get(document) !== known) return await take(project, document);
    const reading = known === undefined ? readKept(project, document) : readAgain(known, project, document);
    last.set(document, reading);
    reading.catch(() => last.delete(document));
    return await reading;
  };
}

async function afterwards<T>(known: Promise<Reading>, look: (before: Reading) => T): Promise<T> {
  const before = await known;
  return await stage(() => look(before));
}

function isCurrent({ description }: Reading): boolean {
  return description?.sources.every(holds) ?? false;
}

/** Whether a file holds the text that was read from it. What is not a file may have changed. */
function holds(source: Source): boolean {
  const { path, text } = source;
  try {
    // Most saves change the length. A byte order mark, which the text lacks, has the file read again.
    if (statSync(path).size !== bytesOf(source).length) return false;
    return readFileSync(path, 'utf8') === text;
  } catch {
    return false;
  }
}
