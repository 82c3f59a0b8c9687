// Which statement a place of the code is in: the compiler may blame another line of it than the one that has to change.
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { ts } from '@ts-morph/common';
import type { Position } from './ran.ts';

/** A name for the innermost statement around a place. A function in an object has its own, as each handler of a service is one. */
export function statementAt(folder: string, { file, line, column }: Position): string {
  const source = ts.createSourceFile(file, readFileSync(path.join(folder, file), 'utf8'), ts.ScriptTarget.Latest, true);
  const at = source.getPositionOfLineAndCharacter(line - 1, column - 1);
  let found = 0;
  const visit = (node: ts.Node): void => {
    if (at < node.getStart() || at >= node.getEnd()) return;
    if (isUnit(node)) found = node.getStart();
    ts.forEachChild(node, visit);
  };
  ts.forEachChild(source, visit);
  return `${file}:${found}`;
}

function isUnit(node: ts.Node): boolean {
  if (ts.isStatement(node)) return !ts.isBlock(node);
  return ts.isMethodDeclaration(node) || (ts.isPropertyAssignment(node) && ts.isFunctionLike(node.initializer));
}
