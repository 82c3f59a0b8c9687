// The faults of the tracker.
import { type Fault, faultsOf, type Row } from '../bed.ts';

const values: readonly Row[] = [
  ['project-key-of-ten', 'createProject', 'A key of ten characters is refused.'],
  ['project-name-of-81', 'createProject', 'A name may have 81 characters.'],
  ['components-repeated', 'createProject', 'The same component is taken twice.'],
  ['component-empty', 'createProject, updateProject', 'A component may be an empty text.'],
  ['workday-in-steps', 'createProject', 'The hours of a working day need not be in quarters.'],
  ['workday-of-24', 'createProject', 'A working day of 24 hours is refused.'],
  ['settings-unknown', 'createProject, updateProject', 'The settings may have members that the document does not have.'],
  ['wip-limit-null', 'createProject, updateProject', 'A limit of work in progress that is null is refused.'],
  ['homepage-any-text', 'updateProject', 'The homepage of a change need not be a URI.'],
  ['weekly-hours-zero', 'setMember', 'Weekly hours of 0 are refused.'],
  ['role-unknown', 'setMember', 'The role observer is taken, which the document does not have.'],
  ['label-without-color', 'createLabel', 'A label may lack its color.'],
  ['label-slug-dash', 'createLabel', 'A slug may end with a dash.'],
  ['milestone-no-such-day', 'createMilestone', 'The due date may be a day that no month has.'],
  ['issue-seven-labels', 'updateIssue', 'An issue may get seven labels.'],
  ['estimate-as-text', 'createIssue', 'An estimate is taken as a text.'],
  ['field-as-number', 'createIssue, updateIssue', 'A value of the fields may be a number.'],
  ['issue-no-changes', 'updateIssue', 'A body without members is taken.'],
  ['work-of-no-time', 'logWork', 'Work of 0 minutes is taken.'],
  ['work-without-offset', 'logWork', 'The start of work may lack its offset.'],
  ['attachment-largest', 'addAttachment', 'A file of exactly 5 GiB is refused.'],
  ['count-over-100', 'all lists', 'A page may have more than 100 entries.'],
  ['prefer-anything', 'updateIssue', 'The header Prefer may have any value.'],
  ['comment-as-text', 'createComment, updateComment, all with a body', 'A body that is declared as plain text is read as JSON.'],
];

const sequences: readonly Row[] = [
  ['project-key-taken', 'createProject', 'A key that is taken is not refused, and the new project replaces the old one.'],
  ['project-deleted-with-closed', 'deleteProject', 'A project is deleted although it has closed issues.'],
  ['archived-commented', 'createComment', 'Issues of archived projects can be commented on.'],
  ['archived-for-ever', 'updateProject', 'An archived project cannot be taken out of the archive.'],
  ['only-lead-removed', 'removeMember', 'The only lead can be taken out of a project.'],
  ['removed-member-assigned', 'removeMember', 'The open issues of a person who is taken out keep their assignee.'],
  ['assignee-outside', 'updateIssue', 'An issue can be given to a person who is not in the project.'],
  ['label-name-by-letter', 'createLabel', 'Names of labels that differ in upper and lower case only count as different.'],
  ['deleted-label-left', 'deleteLabel', 'A label that is deleted stays on its issues.'],
  ['milestone-closed-in-progress', 'updateMilestone', 'A milestone is closed although an issue of it is in progress or in review.'],
  ['milestone-days-as-sent', 'updateMilestone', 'A new due date is not compared with the start that the milestone has.'],
  ['closed-milestone-taken', 'updateIssue', 'An issue can be moved to a closed milestone.'],
  ['review-skipped', 'transitionIssue', 'An issue in progress can be done without a review.'],
  ['started-unassigned', 'transitionIssue', 'Work can be started on an issue without an assignee.'],
  ['done-while-blocked', 'transitionIssue', 'An issue can be done while another one blocks it.'],
  ['reopened-closed-at', 'transitionIssue', 'An issue that is reopened keeps the time when it was closed.'],
  ['rejected-issue-changed', 'updateIssue', 'A rejected issue can be changed.'],
  ['blocks-each-other', 'createLink', 'Two issues can block each other.'],
  ['duplicate-stays-open', 'createLink', 'An issue that duplicates another one is not rejected.'],
  ['link-to-deleted-left', 'deleteIssue', 'Links to a deleted issue are left in the other issue.'],
  ['issue-number-again', 'createIssue', 'The number of a deleted issue is given again.'],
  ['work-day-per-issue', 'logWork', 'The minutes of a day are counted for each issue alone.'],
  ['project-key-at-once', 'createProject', 'Two projects with the same key are taken at once.'],
  ['issue-number-at-once', 'createIssue', 'Two issues that are created at once get the same number.'],
];

const rich: readonly Row[] = [
  ['title-in-code-units', 'createIssue', 'The length of a title is counted in UTF-16 code units.'],
  ['description-composed', 'createIssue, updateIssue', 'Combining marks of a description are composed.'],
  ['points-zero-lost', 'createIssue, updateIssue', 'Points of 0 become null.'],
  ['fields-merged', 'updateIssue', 'New fields are added to the old ones instead of replacing them.'],
  ['attachment-size-32-bits', 'addAttachment', 'The size of a file is kept in 32 bits.'],
  ['file-name-latin', 'addAttachment', 'Letters of a file name are cut to one byte.'],
  ['components-sorted', 'createProject, updateProject', 'Components come back in alphabetical order.'],
  ['work-zone-dropped', 'logWork', 'The offset of the start of work is taken for UTC.'],
];

const responses: readonly Row[] = [
  ['project-created-200', 'createProject', 'A new project is answered with 200.'],
  ['issue-location-nested', 'createIssue', 'Location leads to a path that does not exist.'],
  ['not-found-page', 'all', 'A thing that does not exist is answered with a page in HTML.'],
  ['no-challenge', 'all', 'The answer 401 lacks WWW-Authenticate.'],
  ['label-null-left-out', 'createLabel, listLabels', 'A description that is null is left out.'],
  ['listed-comment-count', 'listIssues, listFilterIssues', 'Issues in lists have 0 as count of their comments.'],
  ['open-count-rejected', 'listProjects, getProject, updateProject', 'Rejected issues count as open ones of their project.'],
  ['spent-only-billable', 'getIssue, listIssues', 'Only billable work is added to the minutes that were spent.'],
  ['member-joined-again', 'setMember', 'A new role changes when a person was added.'],
];

const conditions: readonly Row[] = [
  ['project-match-ignored', 'updateProject', 'If-Match is ignored.'],
  ['issue-delete-match-ignored', 'deleteIssue', 'If-Match is ignored.'],
  ['none-match-one-tag', 'getProject, getIssue', 'If-None-Match is understood only if it has exactly one tag.'],
  [
    'issue-tag-of-its-time',
    'getIssue, createComment, addAttachment',
    'The ETag of an issue does not change with comments, links and attachments.',
  ],
  ['head-refused', 'getProject', 'HEAD is refused.'],
  ['member-none-match-ignored', 'setMember', 'If-None-Match is ignored.'],
];

const lists: readonly Row[] = [
  ['projects-total-of-page', 'listProjects', 'The total is that of the page.'],
  ['archived-false-ignored', 'listProjects', 'The filter archived=false does nothing.'],
  ['states-first-only', 'listIssues', 'Only the first of several states is searched for.'],
  ['labels-any', 'listIssues', 'One of several labels is enough.'],
  ['due-before-with-day', 'listIssues', 'Issues that are due on the day itself are found as well.'],
  ['search-by-letter', 'listIssues', 'The text that is searched for must have the same upper and lower case.'],
  ['search-titles-only', 'listIssues', 'Descriptions are not searched.'],
  ['priority-by-name', 'listIssues', 'Priorities are sorted as texts.'],
  ['undated-turned-round', 'listIssues', 'In descending order, issues without a due date come first.'],
  ['pinned-in-order', 'listComments', 'Pinned comments do not come first.'],
  ['work-to-without-day', 'listWorkLogs', 'Work on the last day of the filter is not found.'],
];

const accounts: readonly Row[] = [
  ['guest-moves-issues', 'transitionIssue', 'A guest can move issues to other states.'],
  ['guest-sees-effort-in-lists', 'listIssues, listFilterIssues', 'A guest sees estimated and spent minutes of issues in lists.'],
  ['issue-of-all', 'getIssue', 'Issues of other workspaces can be read.'],
  ['comment-of-others-edited', 'updateComment', 'Comments of other people can be edited.'],
  ['private-filter-run', 'listFilterIssues', 'Filters of other people can be run although they are not shared.'],
  ['project-key-of-all', 'createProject', 'A key that another workspace has is refused.'],
];

export const faults: readonly Fault[] = faultsOf({
  values,
  sequences,
  'rich values': rich,
  responses,
  conditions,
  lists,
  accounts,
  secrets: [],
});
