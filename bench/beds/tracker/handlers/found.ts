// What the path and the body of a call give.
import type { Reply } from '../../http.ts';
import type { Call } from '../call.ts';
import type { Issue, Project } from '../things.ts';
import { issueView } from '../views.ts';
import { conflict, etagOf, notFound } from '../wire.ts';

export const NO_CONTENT: Reply = { status: 204 };

/** The body of a call, which is as the document describes it. */
export const bodyOf = <T>({ body }: Call): T => body as T;

/** The project of a path. */
export function projectOf({ path, workspace }: Call): Project {
  const found = workspace.projects.get(path('projectKey'));
  if (found === undefined) throw notFound('project');
  return found;
}

/** Refuses changes within an archived project. */
export function requireActive({ data }: Project): void {
  if (data.archived) throw conflict(`The project ${data.key} is archived.`);
}

export function activeProjectOf(call: Call): Project {
  const project = projectOf(call);
  requireActive(project);
  return project;
}

/** The issue of a path. */
export function issueOf({ path, workspace }: Call): Issue {
  const found = workspace.issues.get(path('issueKey'));
  if (found === undefined) throw notFound('issue');
  return found;
}

/** The project that an issue is in. */
export function homeOf({ workspace }: Call, { data }: Issue): Project {
  const home = workspace.projects.get(data.project);
  if (home === undefined) throw notFound('project');
  return home;
}

/** The issue of a path, in a project that is not archived. */
export function activeIssueOf(call: Call): Issue {
  const issue = issueOf(call);
  requireActive(homeOf(call, issue));
  return issue;
}

/** The version of an issue as the caller sees it. */
export function issueTag(call: Call, issue: Issue): string {
  return etagOf(call.has('issue-tag-of-its-time') ? issue.data.updatedAt : issueView(call, issue));
}
