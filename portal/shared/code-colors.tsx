// Code in colours: the parts of a text, each in the colour of its kind.

import bash from '@speed-highlight/core/languages/bash.js';
import go from '@speed-highlight/core/languages/go.js';
import java from '@speed-highlight/core/languages/java.js';
import js from '@speed-highlight/core/languages/js.js';
import json from '@speed-highlight/core/languages/json.js';
import py from '@speed-highlight/core/languages/py.js';
import ts from '@speed-highlight/core/languages/ts.js';
import { type ShjLanguageData, type ShjToken, tokenizeWith } from '@speed-highlight/core/tokenize';
import type { JSX } from 'preact';

/** PHP and C# have the comments, texts and most words of Java. */
const LANGUAGES = { bash, csharp: java, go, java, js, json, php: java, py, ts };
export type CodeLanguage = keyof typeof LANGUAGES;

/** The package declares members of its languages as `undefined` that its own type of a language may only leave out. */
const rulesOf = (language: CodeLanguage): ShjLanguageData => LANGUAGES[language] as readonly object[] as ShjLanguageData;

/** Colours of `code.css`. Kinds that are not named here have that of the text. */
const CLASSES: Partial<Record<ShjToken, string>> = {
  bool: 'code-value',
  class: 'code-name',
  cmnt: 'code-comment',
  func: 'code-name',
  kwd: 'code-word',
  num: 'code-value',
  str: 'code-text',
  type: 'code-word',
  var: 'code-name',
};

/** Characters. A longer text is shown in one colour, since a page draws each part as an element. */
const LONGEST = 20_000;

export function Colored({ code, language }: { code: string; language: CodeLanguage }): JSX.Element {
  if (code.length > LONGEST) return <>{code}</>;
  const parts: (string | JSX.Element)[] = [];
  tokenizeWith(code, rulesOf(language), (text, kind) => {
    const name = kind && CLASSES[kind];
    if (text !== '') parts.push(name === undefined ? text : <span class={name}>{text}</span>);
  });
  return <>{parts}</>;
}
