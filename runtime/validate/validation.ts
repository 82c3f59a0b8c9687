// Everything that generated validators import.

export { formatIssue } from '../contract/format-issue.ts';
export type { Issue, Validator } from '../contract/issue.ts';
export { pointerToken } from '../contract/pointer.ts';
export * from './check.ts';
export * from './equality.ts';
export * from './evaluated.ts';
export * from './formats.ts';
export * from './lenient-formats.ts';
export * from './report.ts';
export * from './standard-schema.ts';
export * from './values.ts';
