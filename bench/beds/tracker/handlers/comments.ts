// Comments on issues.
import type { Reply } from '../../http.ts';
import type { Call, Handlers } from '../call.ts';
import type { Comment, Issue } from '../things.ts';
import { notFound, page, Refusal } from '../wire.ts';
import { activeIssueOf, bodyOf, issueOf } from './found.ts';

/** Adds a comment of the caller. */
export function commentOn({ clock, login }: Call, issue: Issue, body: string, pinned: boolean): Comment {
  const comment = { id: crypto.randomUUID(), author: login.handle, body, pinned, createdAt: clock.now(), editedAt: null };
  issue.comments = [...issue.comments, comment];
  return comment;
}

function updateComment(call: Call): Reply {
  const { path, clock, login, has } = call;
  const issue = activeIssueOf(call);
  const comment = issue.comments.find(({ id }) => id === path('commentId').toLowerCase());
  if (comment === undefined) throw notFound('comment');
  if (comment.author !== login.handle && !has('comment-of-others-edited')) throw new Refusal(403, 'Somebody else wrote the comment.');
  const changes = bodyOf<Partial<Pick<Comment, 'body' | 'pinned'>>>(call);
  const isEdited = changes.body !== undefined && changes.body !== comment.body;
  const changed = { ...comment, ...changes, ...(isEdited ? { editedAt: clock.now() } : {}) };
  issue.comments = issue.comments.map((one) => (one === comment ? changed : one));
  return { status: 200, body: changed };
}

export const comments: Handlers = {
  listComments: (call) => {
    const all = issueOf(call).comments;
    const pinned = call.has('pinned-in-order') ? [] : all.filter((comment) => comment.pinned);
    return page(call, [...pinned, ...all.filter((comment) => !pinned.includes(comment))], (comment) => comment);
  },
  createComment: (call) => {
    const issue = call.has('archived-commented') ? issueOf(call) : activeIssueOf(call);
    const { body, pinned } = bodyOf<Pick<Comment, 'body' | 'pinned'>>(call);
    return { status: 201, body: commentOn(call, issue, body, pinned) };
  },
  updateComment,
};
