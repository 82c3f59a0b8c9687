// Lists the workspaces of the root manifest, and which of them are published.
import { existsSync, globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** The parts of a `package.json` that a release reads. */
export interface WorkspaceManifest {
  readonly name: string;
  readonly version: string;
  readonly private?: boolean;
  readonly workspaces?: readonly string[];
  readonly repository?: { readonly url?: string; readonly directory?: string };
  readonly dependencies?: Readonly<Record<string, string>>;
}

export interface Workspace {
  /** Relative to the root, such as `runtime` or `examples/browser-client`. */
  readonly folder: string;
  readonly manifest: WorkspaceManifest;
}

/** Every workspace, sorted by folder. */
export function workspacesOf(root: string): Workspace[] {
  const folders = globSync(manifestIn(root).workspaces ?? [], { cwd: root }).map((folder) => folder.replaceAll('\\', '/'));
  return folders
    .filter((folder) => existsSync(join(root, folder, 'package.json')))
    .toSorted()
    .map((folder) => ({ folder, manifest: manifestIn(join(root, folder)) }));
}

/** The workspaces that a release publishes. */
export function publicPackagesOf(root: string): Workspace[] {
  return workspacesOf(root).filter(({ manifest }) => manifest.private !== true);
}

function manifestIn(folder: string): WorkspaceManifest {
  return JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as WorkspaceManifest;
}
