// Brings the mocks and the inputs of the documentation up to date with the documents that were saved.
import { existsSync } from 'node:fs';
import path from 'node:path';
import type { Project } from '../config/config.ts';
import type { DocsDocument } from '../docs/index.ts';
import { type Reading, read } from '../run/pipeline.ts';
import type { ReadDocument } from '../run/readings.ts';
import type { DevMocks, MockEvents } from './mocks.ts';

/** A document as the pages of an earlier run show it; empty where there are none. */
export async function readShown(project: Project, document: Project['documents'][number], site: string): Promise<Partial<Reading>> {
  const file = path.join(site, document.id, 'openapi.json');
  if (!existsSync(file)) return {};
  // The site has the document as one file, with what overlays and the configuration add.
  const { given: _given, operations: _operations, ...others } = document;
  return read({ ...project, strict: false }, { ...others, file, overlays: [], partial: true });
}

export type ReadShown = (project: Project, document: Project['documents'][number]) => Promise<Partial<Reading>>;

/** Gives the ids of the documents whose mocks are up to date. */
type Follow = (project: Project, documents: Project['documents']) => Promise<readonly string[]>;

export interface FollowEvents extends Pick<MockEvents, 'withoutPrism'> {
  /** Neither Prism nor Octavo takes this document; its previous mock stays. */
  refused(id: string, message: string): void;
}

/** Reads documents again and updates the mocks and the inputs of the documentation; a document that fails keeps its previous version. */
export function createFollower(
  mocks: DevMocks | undefined,
  inputs: Map<string, DocsDocument>,
  { on, signal }: { readonly on: FollowEvents; readonly signal: AbortSignal },
  { read, readBefore }: { readonly read: ReadDocument; readonly readBefore: ReadShown },
): Follow {
  return async (project, documents) => {
    const taken = await Promise.all(
      documents.map(async (document) => {
        const found = await read(project, document);
        // After a restart, what an earlier run has shown is the version before.
        const isNew = found.service === undefined && !inputs.has(document.id);
        const { description, service } = isNew ? await readBefore(project, document) : found;
        if (description === undefined || service === undefined) return undefined;
        inputs.set(document.id, {
          description,
          service,
          held: document.held,
          ...(document.versionOf === undefined ? {} : { versionOf: document.versionOf }),
        });
        if (mocks === undefined) return undefined;
        const outcome = await mocks.set({ description, code: document, ...(isWhole(document) ? { service } : {}) });
        if (outcome.kind === 'octavo' && !signal.aborted) on.withoutPrism(document.id, outcome.message);
        if (outcome.kind !== 'refused') return document.id;
        // The end of the run takes the mocks away too.
        if (!signal.aborted) on.refused(document.id, outcome.message);
        return undefined;
      }),
    );
    return taken.filter((id) => id !== undefined);
  };
}

/** Whether a document is generated as its mock serves it: all operations, by the rules that hold for all servers. */
function isWhole({ include, exclude, parameterDefaults }: Project['documents'][number]): boolean {
  return include === undefined && exclude === undefined && parameterDefaults === 'apply';
}
