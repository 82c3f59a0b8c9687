// Versions of a document that follow each other as in a watch: what is kept of those before gives what all made anew gives.
import { expect } from 'vitest';
import type { ProjectDocument } from '../../generator/config/config.ts';
import { compareServices } from '../../generator/diff/index.ts';
import { createKeptTexts, type KeptTexts } from '../../generator/emit/files/kept.ts';
import { position } from '../../generator/load/frame.ts';
import type { Service } from '../../generator/model/service.ts';
import { keepParts } from '../../generator/run/keep-parts.ts';
import { type Reading, read } from '../../generator/run/pipeline.ts';
import { project } from './documents.ts';
import { emit } from './emit.ts';

type Next = (text: string, edit: string) => Promise<number | undefined>;

/**
 * Takes the next version of a document, and expects the files and the changes of one that is made anew. Returns how many schemas it shares with the
 * version before; `undefined` where the document is not valid.
 */
export async function versionsOf(document: ProjectDocument, service: Service): Promise<Next> {
  const kept = createKeptTexts();
  let last = { fresh: service, kept: (await read(project, document)).service ?? service };
  return async (text, edit) => {
    const [fresh, now] = [await readText(document, text), await readText(document, text)];
    if (fresh.service === undefined || now.service === undefined || now.description === undefined) return undefined;
    const own = keepParts(last.kept, now.service, now.description.sources);
    const before = new Set(last.kept.schemas);
    expect(filesOf(document, own, kept), edit).toEqual(filesOf(document, fresh.service));
    expect(changesOf(last.kept, own), edit).toEqual(changesOf(last.fresh, fresh.service));
    last = { fresh: fresh.service, kept: own };
    return own.schemas.filter((schema) => before.has(schema)).length;
  };
}

function changesOf(before: Service, after: Service): readonly unknown[] {
  return compareServices(before, after).map(({ location, ...change }) => ({ ...change, ...position(location) }));
}

export function readText(document: ProjectDocument, text: string): Promise<Reading> {
  return read(project, { ...document, file: document.file.replace(/\.yaml$/, '.json') }, { text });
}

export function filesOf({ formats, held, split }: ProjectDocument, service: Service, kept?: KeptTexts): ReadonlyMap<string, string> {
  const { importExtension, examples, runtime } = project;
  return emit(service, { importExtension, examples, runtime, schema: true, formats, held, split, kept });
}
