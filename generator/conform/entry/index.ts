// The entry `octavo/conformance`: tests a service against its document, from a program or a test file.

export type { OverrideLink } from '../../inference/edge.ts';
export type { ConformReport, RunReport } from '../contract/report.ts';
export type { ConformSettings, Credentials, CredentialValues, Overrides } from '../contract/settings.ts';
export type { Handler } from '../contract/target.ts';
export type { Waiver } from '../contract/waiver.ts';
export { type ConformOptions, conform } from '../index.ts';
export type { ConformanceSettings } from './settings.ts';
export { type ConformanceTests, conformanceTests, type TestedDocument } from './tests.ts';
