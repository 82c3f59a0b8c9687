// The documents that octavo.config.ts lists, and their services, for the tests that cover every document.
import path from 'node:path';
import { loadProject, type ProjectDocument } from '../../generator/config/config.ts';
import type { Description } from '../../generator/load/description.ts';
import type { Service } from '../../generator/model/service.ts';
import { read } from '../../generator/run/pipeline.ts';
import { sampleOf } from './effort.ts';

export const root = path.resolve(import.meta.dirname, '../..');
export const project = await loadProject({ cwd: root });
export const documents: readonly ProjectDocument[] = project.documents;
/** What a quick run takes of the documents where each costs seconds. */
export const someDocuments = sampleOf(documents, 2);

export interface ConfiguredService {
  readonly id: string;
  readonly document: ProjectDocument;
  readonly description: Description;
  readonly service: Service;
}

const loaded = new Map<ProjectDocument, Promise<ConfiguredService>>();

/**
 * The service from which `octavo generate` writes the committed output. The files of a process share it: to load all takes a second of the processor.
 */
export function serviceOf(document: ProjectDocument): Promise<ConfiguredService> {
  const service = loaded.get(document) ?? load(document);
  loaded.set(document, service);
  return service;
}

async function load(document: ProjectDocument): Promise<ConfiguredService> {
  const { description, service, problems } = await read(project, document);
  if (description === undefined || service === undefined || problems.length > 0)
    throw new Error([`${document.id} does not load as it should.`, ...problems.map((problem) => problem.message)].join('\n'));
  return { id: document.id, document, description, service };
}

/** All exports of one file in the document's generated folder. */
export async function generatedModule(document: ProjectDocument, file: string): Promise<Readonly<Record<string, unknown>>> {
  return (await import(path.join(document.folder, file))) as Record<string, unknown>;
}
