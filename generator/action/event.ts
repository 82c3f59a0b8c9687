// What happened, as GitHub says it to a workflow: which pull request, and which revision it is compared with.
import { readFile } from 'node:fs/promises';
import { git } from './processes.ts';

export interface WorkflowEvent {
  readonly pullRequest: PullRequest | undefined;
  /** The commit before a push; `undefined` for the first one of a branch. */
  readonly before: string | undefined;
}

export interface PullRequest {
  readonly number: number;
  /** The branch that it goes to. */
  readonly baseBranch: string;
  readonly isFromFork: boolean;
}

export async function readEvent(env: Readonly<Record<string, string | undefined>>): Promise<WorkflowEvent> {
  const { GITHUB_EVENT_NAME: name, GITHUB_EVENT_PATH: path } = env;
  if (name === 'pull_request_target')
    throw new Error(
      'Use `on: pull_request`: under `pull_request_target` the code of a stranger would run with the rights of the repository.',
    );
  const event: unknown = path === undefined ? {} : JSON.parse(await readFile(path, 'utf8'));
  const before = textAt(event, 'before');
  return {
    pullRequest: pullRequestOf(event),
    before: before === undefined || /^0*$/.test(before) ? undefined : before,
  };
}

function pullRequestOf(event: unknown): PullRequest | undefined {
  const number = valueAt(event, 'pull_request', 'number');
  const baseBranch = textAt(event, 'pull_request', 'base', 'ref');
  if (typeof number !== 'number' || baseBranch === undefined) return undefined;
  // The repository of a fork that was deleted is null.
  const from = textAt(event, 'pull_request', 'head', 'repo', 'full_name');
  return { number, baseBranch, isFromFork: from !== textAt(event, 'pull_request', 'base', 'repo', 'full_name') };
}

/**
 * The revision to compare with. A checkout of a pull request has one commit, the merge, so the branch that it goes to is fetched.
 *
 * @throws {Error} where there is none
 */
export async function baseOf({ pullRequest, before }: WorkflowEvent, given: string): Promise<string> {
  if (given !== '') return given;
  const wanted = pullRequest?.baseBranch ?? before;
  if (wanted === undefined) throw new Error('There is no version to compare with: name one with the input `base`.');
  await git(['fetch', '--quiet', '--no-tags', '--depth=1', 'origin', wanted]);
  return (await git(['rev-parse', 'FETCH_HEAD'])).trim();
}

function valueAt(value: unknown, ...names: readonly string[]): unknown {
  let at = value;
  for (const name of names) at = typeof at === 'object' && at !== null ? Reflect.get(at, name) : undefined;
  return at;
}

function textAt(value: unknown, ...names: readonly string[]): string | undefined {
  const found = valueAt(value, ...names);
  return typeof found === 'string' ? found : undefined;
}
