// Where the conformance tests of a document find it and the user's settings, and how they read it: by the same options as `octavo generate`.
import path from 'node:path';
import type { Project, ProjectDocument } from '../config/config.ts';
import type { ConformanceOptions } from '../emit/index.ts';

/** Absolute path of the file of settings, which the user writes. */
export function settingsFileOf({ root }: Pick<Project, 'root'>, { id }: Pick<ProjectDocument, 'id'>): string {
  return path.join(root, 'conformance', `${id}.ts`);
}

export function conformanceOf(project: Project, document: ProjectDocument): ConformanceOptions {
  const { file, folder, overlays } = document;
  const { root, allowRemote, limits } = project;
  const relative = (to: string): string => {
    const text = path.relative(folder, to).split(path.sep).join('/');
    return text.startsWith('.') ? text : `./${text}`;
  };
  const url = (to: string): string => relative(to).split('/').map(encodeURIComponent).join('/');
  const { include, exclude, operations, formats, enums, deepObjectLists, queryNulls, patterns } = document;
  const reading = {
    include,
    exclude,
    extensions: operations,
    formats: unless(formats, 'assert'),
    enums: unless(enums, 'closed'),
    deepObjectLists: unless(deepObjectLists, 'numbered'),
    queryNulls: unless(queryNulls, 'absent'),
    patterns: unless(patterns, 'linear'),
    allowRemote: allowRemote.length === 0 ? undefined : allowRemote,
    limits: Object.keys(limits).length === 0 ? undefined : limits,
  };
  return {
    document: url(file),
    root: `${url(root)}/`,
    overlays: overlays.map(url),
    settings: relative(settingsFileOf(project, document).replace(/\.ts$/, '')),
    // Without members that are undefined.
    reading: JSON.parse(JSON.stringify(reading)) as ConformanceOptions['reading'],
  };
}

function unless<T>(value: T, byDefault: T): T | undefined {
  return value === byDefault ? undefined : value;
}
