// The languages of samples, in the order in which readers choose one.
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
