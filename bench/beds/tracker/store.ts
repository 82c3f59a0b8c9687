// Where the service keeps its things: one set of them for each workspace.
import { Clock } from '../clock.ts';
import { seed } from './seeds.ts';
import type { Issue, Link, Workspace } from './things.ts';

export interface Store {
  readonly clock: Clock;
  readonly workspaces: ReadonlyMap<string, Workspace>;
}

const emptyWorkspace = (): Workspace => ({ projects: new Map(), issues: new Map(), links: new Map(), filters: new Map() });

/** A store with the first things of the service. */
export function createStore(): Store {
  const workspaces = new Map([
    ['north', emptyWorkspace()],
    ['south', emptyWorkspace()],
  ]);
  for (const [name, workspace] of workspaces) seed(name, workspace);
  return { clock: new Clock(), workspaces };
}

/** The issues of a project, by number. */
export const issuesOf = ({ issues }: Workspace, key: string): Issue[] =>
  [...issues.values()].filter(({ data }) => data.project === key).toSorted((a, b) => a.data.number - b.data.number);

/** The links that an issue is an end of, in the order in which they were made. */
export const linksOf = ({ links }: Workspace, key: string): Link[] =>
  [...links.values()].filter(({ source, target }) => source === key || target === key);
