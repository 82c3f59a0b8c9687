// The faults of the checks of requests.
import { type Change, member, parameter, set, shared, whole } from '../limits.ts';

export const limits: Readonly<Record<string, Change>> = {
  'project-key-of-ten': member('NewProject', 'key', { pattern: '^[A-Z][A-Z0-9]{1,8}$' }),
  'project-name-of-81': member('NewProject', 'name', { maxLength: 81 }),
  'components-repeated': member('NewProject', 'components', { uniqueItems: false }),
  'component-empty': set('schemas.Components.items', { minLength: 0 }),
  'workday-in-steps': member('NewProject', 'workdayHours', { multipleOf: 0.05 }),
  'workday-of-24': member('NewProject', 'workdayHours', { exclusiveMaximum: true }),
  'settings-unknown': whole('SettingsInput', { additionalProperties: true }),
  'wip-limit-null': member('SettingsInput', 'wipLimit', { nullable: false, default: undefined }),
  'homepage-any-text': member('ProjectChanges', 'homepage', { format: undefined }),
  'weekly-hours-zero': member('MemberInput', 'weeklyHours', { minimum: 0.5 }),
  'role-unknown': member('MemberInput', 'role', { enum: ['lead', 'developer', 'reporter', 'observer'] }),
  'label-without-color': whole('NewLabel', { required: ['slug', 'name'] }),
  'label-slug-dash': member('NewLabel', 'slug', { pattern: '^[a-z0-9][a-z0-9-]*$' }),
  'milestone-no-such-day': member('NewMilestone', 'dueOn', { format: undefined, pattern: '^\\d{4}-\\d\\d-\\d\\d$' }),
  'issue-seven-labels': member('IssueChanges', 'labels', { maxItems: 7 }),
  'estimate-as-text': member('NewIssue', 'estimateMinutes', { type: ['integer', 'string'] }),
  'field-as-number': set('schemas.Fields.additionalProperties', { type: ['string', 'number'] }),
  'issue-no-changes': whole('IssueChanges', { minProperties: 0 }),
  'work-of-no-time': member('NewWorkLog', 'minutes', { minimum: 0 }),
  'work-without-offset': member('NewWorkLog', 'startedAt', { format: undefined, pattern: '^\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d' }),
  'attachment-largest': member('NewAttachment', 'size', { exclusiveMaximum: true }),
  'count-over-100': shared('Count', { maximum: 1000 }),
  'prefer-anything': parameter('/issues/{issueKey}', 'patch', 'Prefer', { enum: undefined }),
};
