// The JSON editor, by CodeMirror: a chunk of its own, loaded when a body is edited as text first.
import {
  autocompletion,
  type Completion,
  type CompletionContext,
  type CompletionResult,
  closeBrackets,
  completionKeymap,
} from '@codemirror/autocomplete';
import { defaultKeymap, history, historyKeymap } from '@codemirror/commands';
import { json } from '@codemirror/lang-json';
import {
  bracketMatching,
  ensureSyntaxTree,
  foldGutter,
  HighlightStyle,
  indentOnInput,
  syntaxHighlighting,
  syntaxTree,
} from '@codemirror/language';
import { type Diagnostic, lintGutter, setDiagnostics } from '@codemirror/lint';
import { EditorState } from '@codemirror/state';
import { EditorView, highlightActiveLine, keymap, lineNumbers } from '@codemirror/view';
import type { Tree } from '@lezer/common';
import { tags } from '@lezer/highlight';
import type { JsonSchema } from '../../../generator/docs/console/data.ts';
import { parseExactJson } from '../../../runtime/json/strict.ts';
import { valueAt } from '../form/edit.ts';
import type { Schemas } from '../form/merge.ts';
import { nameSuggestions, type Suggestion, schemaAt, valueSuggestions } from './complete.ts';
import { positionAt, rangeOf } from './places.ts';

export interface EditorOptions {
  readonly parent: ShadowRoot;
  readonly text: string;
  readonly label: string;
  readonly schema: JsonSchema;
  readonly schemas: Schemas;
  readonly onText: (text: string) => void;
}

export interface JsonEditorView {
  /** Marks faults, by JSON pointer into the text; in place of those that were marked before. */
  mark(faults: readonly { readonly path: string; readonly message: string }[]): void;
  setText(text: string): void;
  focus(): void;
  destroy(): void;
}

export function createEditor({ parent, text, label, schema, schemas, onText }: EditorOptions): JsonEditorView {
  const complete = (context: CompletionContext): CompletionResult | null => completions(context, schema, schemas);
  const state = EditorState.create({
    doc: text,
    extensions: [
      lineNumbers(),
      foldGutter(),
      history(),
      indentOnInput(),
      bracketMatching(),
      closeBrackets(),
      highlightActiveLine(),
      json(),
      lintGutter(),
      autocompletion({ override: [complete], activateOnTyping: true, icons: false }),
      syntaxHighlighting(COLOURS),
      THEME,
      keymap.of([...completionKeymap, ...defaultKeymap, ...historyKeymap]),
      EditorView.contentAttributes.of({ 'aria-label': label, tabindex: '0' }),
      EditorView.updateListener.of((update) => {
        if (update.docChanged) onText(update.state.doc.toString());
      }),
    ],
  });
  // In a shadow root, the editor's styles are sheets of the document and need no permission of the page's policy.
  const view = new EditorView({ state, parent, root: parent });
  return {
    mark: (faults) => view.dispatch(setDiagnostics(view.state, diagnosticsOf(view.state, faults))),
    setText(next) {
      if (next !== view.state.doc.toString()) view.dispatch({ changes: { from: 0, to: view.state.doc.length, insert: next } });
    },
    focus: () => view.focus(),
    destroy: () => view.destroy(),
  };
}

function diagnosticsOf(state: EditorState, faults: readonly { readonly path: string; readonly message: string }[]): Diagnostic[] {
  const tree = treeOf(state);
  const broken = syntaxFault(state, tree);
  if (broken !== undefined) return [broken];
  return faults.map(({ path, message }) => ({
    ...rangeOf(tree, path, (from, to) => state.sliceDoc(from, to)),
    severity: 'error',
    message,
  }));
}

/** The tree of the whole text: the editor may have parsed only its beginning. */
function treeOf(state: EditorState): Tree {
  return ensureSyntaxTree(state, state.doc.length, 1000) ?? syntaxTree(state);
}

/** The first place where the text is not JSON. */
function syntaxFault(state: EditorState, tree: Tree): Diagnostic | undefined {
  let at: number | undefined;
  tree.iterate({
    enter: ({ type, from }) => {
      if (type.isError) at ??= from;
      return at === undefined;
    },
  });
  if (at === undefined) return undefined;
  const from = Math.min(at, Math.max(0, state.doc.length - 1));
  return { from, to: Math.min(state.doc.length, from + 1), severity: 'error', message: 'This is not JSON.' };
}

function completions(context: CompletionContext, schema: JsonSchema, schemas: Schemas): CompletionResult | null {
  const { state, pos, explicit } = context;
  const textOf = (from: number, to: number): string => state.sliceDoc(from, to);
  const position = positionAt(treeOf(state), pos, textOf);
  if (position === undefined || (!explicit && position.from === pos)) return null;
  const value = parsed(state.doc.toString());
  const found = schemaAt(schema, position.place, value, schemas);
  if (found === undefined) return null;
  const isName = position.writes === 'name';
  const suggestions = isName ? nameSuggestions(found, valueAt(value, position.place), schemas) : valueSuggestions(found, schemas);
  const rest = state.sliceDoc(position.to, position.to + 10);
  const ending = isName && !/^\s*:/.test(rest) ? ': ' : '';
  return { from: position.from, to: position.to, options: suggestions.map((suggestion) => optionOf(suggestion, ending)), filter: true };
}

/** Quotes are part of what is typed, so that filtering finds the text with them. */
function optionOf({ text, detail, about }: Suggestion, ending: string): Completion {
  return { label: text, apply: `${text}${ending}`, detail, ...(about === undefined ? {} : { info: about }) };
}

/** The value of the text; `undefined` while it is not JSON, so that choices are decided without it. */
function parsed(text: string): unknown {
  try {
    return parseExactJson(text);
  } catch {
    return undefined;
  }
}

const COLOURS = HighlightStyle.define([
  { tag: tags.propertyName, color: 'var(--accent)' },
  { tag: tags.string, color: 'var(--good)' },
  { tag: [tags.number, tags.bool, tags.null], color: 'var(--violet)' },
]);

const THEME = EditorView.theme({
  '&': { backgroundColor: 'var(--code)', color: 'var(--ink)', fontSize: '13px', border: '1px solid var(--line)', borderRadius: '7px' },
  '&.cm-focused': { outline: '2px solid var(--focus)', outlineOffset: '1px' },
  '.cm-scroller': { fontFamily: 'var(--mono)', lineHeight: '1.5', maxHeight: '60vh', minHeight: '160px' },
  '.cm-content': { caretColor: 'var(--ink)' },
  '.cm-gutters': { backgroundColor: 'transparent', color: 'var(--soft)', border: 'none' },
  '.cm-activeLine, .cm-activeLineGutter': { backgroundColor: 'var(--raised)' },
  '.cm-tooltip': { backgroundColor: 'var(--paper)', color: 'var(--ink)', border: '1px solid var(--line-strong)', borderRadius: '7px' },
  '.cm-tooltip-autocomplete ul li[aria-selected]': { backgroundColor: 'var(--accent)', color: 'var(--accent-ink)' },
  '.cm-completionDetail': { color: 'inherit', opacity: '0.8' },
  '&.cm-focused .cm-selectionBackground, .cm-selectionBackground, ::selection': { backgroundColor: 'var(--accent-soft)' },
});
