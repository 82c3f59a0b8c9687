// What the action does in a workflow: annotations at the lines of the documents, a summary of the job, and one comment on the pull request.
import { appendFile } from 'node:fs/promises';
import { messageOf } from '../base/error.ts';
import { workflowCommand } from '../base/workflow-command.ts';
import { upsertComment } from './comment.ts';
import { baseOf, type PullRequest, readEvent } from './event.ts';
import { hasFile, octavoDiff } from './processes.ts';

type Environment = Readonly<Record<string, string | undefined>>;

/** What a comment begins with, so that the next run finds it. */
const MARKER = '<!-- octavo diff -->';

/** The exit code of the step: 0 where nothing fails the check, 1 for changes that do, 2 where something could not be compared. */
export async function review(env: Environment): Promise<number> {
  try {
    return await reviewed(env);
  } catch (error) {
    print(workflowCommand('error', { title: 'Octavo diff' }, messageOf(error)));
    return 2;
  }
}

async function reviewed(env: Environment): Promise<number> {
  const documents = (env.OCTAVO_DOCUMENTS ?? '').split('\n').flatMap((line) => line.trim() || []);
  if (documents.length === 0) throw new Error('The input `documents` is empty: name at least one OpenAPI document.');
  const event = await readEvent(env);
  const base = await baseOf(event, env.OCTAVO_BASE ?? '');
  const outcomes: Outcome[] = [];
  for (const document of documents) outcomes.push(await compare(document, base, optionsOf(env)));
  const text = `${MARKER}\n## Changes for callers of the API\n\n${outcomes.map(({ markdown }) => markdown).join('\n\n')}\n`;
  if (env.GITHUB_STEP_SUMMARY !== undefined) await appendFile(env.GITHUB_STEP_SUMMARY, text);
  const { pullRequest } = event;
  if (pullRequest !== undefined && env.OCTAVO_COMMENT !== 'false') await comment(pullRequest, text, outcomes, env);
  return Math.max(...outcomes.map(({ code }) => code));
}

/** The options of `octavo diff` that the inputs give. */
function optionsOf({ OCTAVO_FAIL_ON: failOn = 'breaking', OCTAVO_CALLERS: callers = '' }: Environment): readonly string[] {
  return ['--fail-on', failOn, ...(callers === '' ? [] : ['--callers', callers])];
}

interface Outcome {
  readonly code: number;
  readonly markdown: string;
  readonly changed: boolean;
}

async function compare(document: string, base: string, options: readonly string[]): Promise<Outcome> {
  if (!(await hasFile(base, document))) {
    return { code: 0, markdown: `\`${document}\` is new: there is nothing to compare it with.`, changed: true };
  }
  const { code, stdout, stderr, markdown } = await octavoDiff([`${base}:${document}`, document, ...options, '--format', 'github']);
  print(stdout);
  if (code > 1) throw new Error(stderr.trim() || `octavo diff ended with ${code}.`);
  // One of the versions has errors, which stderr lists.
  if (markdown === undefined) {
    print(workflowCommand('error', { file: document, title: 'Octavo diff' }, stderr.trim()));
    return {
      code: 1,
      markdown: `\`${document}\` cannot be compared, since a version of it has errors. The log of the job lists them.`,
      changed: true,
    };
  }
  return { code, markdown: markdown.trim(), changed: stdout !== '' };
}

/** A fork's token may only read, so its pull requests have the summary of the job alone. */
async function comment(pullRequest: PullRequest, text: string, outcomes: readonly Outcome[], env: Environment): Promise<void> {
  if (pullRequest.isFromFork) {
    print(
      workflowCommand(
        'notice',
        { title: 'Octavo diff' },
        'A pull request of a fork gets no comment. The summary of the job has the changes.',
      ),
    );
    return;
  }
  const isNeeded = outcomes.some(({ changed }) => changed);
  const { GITHUB_API_URL: api = 'https://api.github.com', GITHUB_REPOSITORY: repository = '', OCTAVO_TOKEN: token = '' } = env;
  const problem = await upsertComment({ api, repository, token, number: pullRequest.number, marker: MARKER, text, isNeeded });
  if (problem !== undefined) print(workflowCommand('warning', { title: 'Octavo diff' }, problem));
}

function print(text: string): void {
  if (text !== '') process.stdout.write(`${text.trimEnd()}\n`);
}
