// Finds where a configuration file writes an option. The file is a program, so what it computes or imports has no place.
import { readFileSync } from 'node:fs';
import ts from 'typescript';
import type { Location } from '../base/problem.ts';
import { displayPath } from '../base/words.ts';
import { placeText } from '../load/frame.ts';
import { makeSource } from '../load/text/read.ts';

/**
 * The place of each option in a configuration file. An option that is not written there has the place of the nearest one around it, or of the file.
 */
export function placeOf(file: string): (option: string) => Location {
  const source = makeSource(file, displayPath(file), readFileSync(file, 'utf8'));
  return (option) => ({ source, pointer: '', offset: optionOffset(source.text, option) ?? 0 });
}

/** The place of each option as messages begin with it: `octavo.config.ts:3:5`. */
export function placeTextOf(file: string): (option: string) => string {
  const place = placeOf(file);
  return (option) => placeText(place(option));
}

/**
 * The offset of a name such as `theme.colors.light`, or of an entry such as `documents[0]`; else that of the nearest option around it that is
 * written.
 */
function optionOffset(text: string, option: string): number | undefined {
  const file = ts.createSourceFile('config.ts', text, ts.ScriptTarget.Latest, true);
  let at: ts.Expression | undefined = exported(file);
  let offset: number | undefined;
  for (const key of keysOf(option)) {
    const value: ts.Expression | undefined = at === undefined ? undefined : literalOf(at, file);
    const found = value === undefined ? undefined : member(value, key);
    if (found === undefined) return offset;
    offset = found.place.getStart(file);
    at = found.value;
  }
  return offset;
}

/** The keys of `theme.colors.light`, `documents[0]` or `mock.things["api.v2"]`. */
function keysOf(option: string): readonly string[] {
  const parts = option.matchAll(/\[("(?:[^"\\]|\\.)*")\]|\['([^']*)'\]|([^.[\]]+)/g);
  return [...parts].map(([, quoted, single, plain = '']) => (quoted === undefined ? (single ?? plain) : String(JSON.parse(quoted))));
}

interface Member {
  readonly place: ts.Node;
  readonly value: ts.Expression | undefined;
}

function member(value: ts.Expression, key: string): Member | undefined {
  if (ts.isArrayLiteralExpression(value)) {
    const element = value.elements[Number(key)];
    return element && { place: element, value: element };
  }
  if (!ts.isObjectLiteralExpression(value)) return undefined;
  for (const property of value.properties) {
    const { name } = property;
    if (name === undefined || !('text' in name) || name.text !== key) continue;
    const assigned = ts.isPropertyAssignment(property)
      ? property.initializer
      : ts.isShorthandPropertyAssignment(property)
        ? property.name
        : undefined;
    return { place: name, value: assigned };
  }
  return undefined;
}

function exported(file: ts.SourceFile): ts.Expression | undefined {
  return file.statements.find((statement) => ts.isExportAssignment(statement))?.expression;
}

/** Names that lead to one another are followed so often. */
const MOST_NAMES = 10;

/** What `defineConfig(…)`, `… satisfies Config` or the name of a constant stands for. */
function literalOf(expression: ts.Expression, file: ts.SourceFile): ts.Expression | undefined {
  let at: ts.Expression | undefined = expression;
  for (let names = 0; at !== undefined && names < MOST_NAMES; ) {
    if (ts.isCallExpression(at)) at = at.arguments[0];
    else if (ts.isSatisfiesExpression(at) || ts.isAsExpression(at) || ts.isParenthesizedExpression(at)) at = at.expression;
    else if (ts.isIdentifier(at)) {
      at = constant(at.text, file);
      names++;
    } else return at;
  }
  return undefined;
}

function constant(name: string, file: ts.SourceFile): ts.Expression | undefined {
  for (const statement of file.statements) {
    if (!ts.isVariableStatement(statement)) continue;
    for (const { name: own, initializer } of statement.declarationList.declarations) {
      if (ts.isIdentifier(own) && own.text === name) return initializer;
    }
  }
  return undefined;
}
