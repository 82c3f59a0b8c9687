// The languages of samples, in the order in which readers choose one.
import type { CodeLanguage } from '../../shared/code-colors.tsx';
import type { SnippetLanguage } from './snippets.ts';

export type Language = 'client' | SnippetLanguage;

export const LANGUAGES: readonly (readonly [Language, string])[] = [
  ['curl', 'curl'],
  ['client', 'Typed client'],
  ['fetch', 'fetch'],
  ['python', 'Python'],
  ['go', 'Go'],
  ['java', 'Java'],
  ['php', 'PHP'],
  ['csharp', 'C#'],
];

/** By whose rules the code of a sample is coloured. */
export const CODE_LANGUAGES: Readonly<Record<Language, CodeLanguage>> = {
  curl: 'bash',
  client: 'ts',
  fetch: 'js',
  python: 'py',
  go: 'go',
  java: 'java',
  php: 'php',
  csharp: 'csharp',
};
