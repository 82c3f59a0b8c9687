// Which places of a project each change of a document concerns: those that name what changes, and those that stop to compile.
import { ts } from '@ts-morph/common';
import { usageError } from '../base/error.ts';
import { displayPath } from '../base/words.ts';
import type { Change } from '../diff/index.ts';
import type { Service } from '../model/service.ts';
import { adviceOn } from './advice.ts';
import { type Fault, faultsOf, replaceGenerated } from './compile.ts';
import { dependentsOf } from './dependents.ts';
import { type CodeIndex, indexCode } from './index-code.ts';
import { placesOf } from './places.ts';
import { openProject, type UserProject } from './project.ts';
import { writtenOut } from './written-out.ts';

export interface Place {
  /** The path as messages show it. */
  readonly file: string;
  /** From 1. */
  readonly line: number;
  /** From 1, in UTF-16 units. */
  readonly column: number;
  /** The line of the code, without the spaces around it. */
  readonly code: string;
  /** What to write there. */
  readonly advice: string;
  /** What the compiler says of the place with the code of the new version; absent where it compiles. */
  readonly fault?: string;
}

export interface Callers {
  /** The places of each change; empty where it concerns none. */
  readonly of: ReadonlyMap<Change, readonly Place[]>;
  /** Places that stop to compile, and that no single change explains. */
  readonly others: readonly Place[];
  /** Faults that code which uses the document has before the change: where there are some, those after it say less. */
  readonly before: number;
  /** Whether it compiles with the new version. */
  readonly compilesAfter: boolean;
}

export interface CallersOptions {
  readonly folder: string;
  readonly cwd: string;
  readonly before: Service;
  readonly after: Service;
  readonly changes: readonly Change[];
  /** The generated files of the old version by their names: the project may have those of the new one already. */
  readonly madeBefore: (files: readonly string[]) => Promise<ReadonlyMap<string, string>>;
  /** The generated files of the new version by their names. */
  readonly made: (files: readonly string[]) => Promise<ReadonlyMap<string, string>>;
}

export interface Code {
  readonly user: UserProject;
  /** The generated files of the document. */
  readonly generated: readonly string[];
  /** The files of the folder that can tell its versions apart. */
  readonly dependents: readonly string[];
  readonly index: CodeIndex;
  readonly program: ts.Program;
  readonly checker: ts.TypeChecker;
}

interface CodeWish {
  readonly folder: string;
  readonly cwd: string;
  readonly id: string;
  /** The generated files to read the code with, whichever version the project has. */
  readonly made: (files: readonly string[]) => Promise<ReadonlyMap<string, string>>;
}

/** Reads the code of a folder that uses a document. @throws {OctavoError} (exit 2) where there is none */
export async function readCode({ folder, cwd, id, made }: CodeWish): Promise<Code> {
  const user = openProject(folder, cwd);
  const generated = user.generated(id);
  if (generated.length === 0)
    throw usageError('generated-code-missing', `The project of \`${folder}\` has no code that is generated from \`${id}\`.`, {
      fix:
        user.ids.length === 0
          ? 'Run `octavo generate` for it first, or name another folder.'
          : `It has code of ${user.ids.join(', ')}: compare versions of one of these documents.`,
    });
  const texts = [...(await made(generated))].map(([name, text]) => [name, writtenOut(text)] as const);
  replaceGenerated(user, generated, new Map(texts));
  const isGenerated = new Set(generated);
  const program = user.program.current();
  const dependents = dependentsOf(generated, program, user.own);
  return {
    user,
    generated,
    dependents,
    index: indexCode(program, dependents, (file) => isGenerated.has(file)),
    program,
    checker: program.getTypeChecker(),
  };
}

interface Found extends Pick<Code, 'user' | 'generated' | 'dependents'> {
  /** What each change concerns by its names. */
  readonly nodes: ReadonlyMap<Change, readonly ts.Node[]>;
  readonly faults: readonly Fault[];
}

/** What is found with the old version. Its program is not kept: that of the new version needs the memory. */
async function findBefore({ folder, cwd, before, after, changes, madeBefore }: CallersOptions): Promise<Found> {
  const { user, generated, dependents, index, program, checker } = await readCode({ folder, cwd, id: before.id, made: madeBefore });
  const nodes = new Map(changes.map((change) => [change, placesOf(change, { before, after }, index, checker)]));
  return { user, generated, dependents, nodes, faults: faultsOf(program, dependents) };
}

/** @throws {OctavoError} (exit 2) where the folder has no code that uses the document */
export async function findCallers(options: CallersOptions): Promise<Callers> {
  const { user, generated, dependents, nodes, faults: old } = await findBefore(options);
  replaceGenerated(user, generated, await options.made(generated));
  const program = user.program.current();
  const now = faultsOf(program, dependents);
  const known = new Set(old.map(keyOf));
  const fresh = now.filter((fault) => !known.has(keyOf(fault)));
  const explained = new Set<Fault>();
  const of = new Map<Change, readonly Place[]>();
  for (const [change, found] of nodes) {
    const advice = adviceOn(change);
    const places = found.map((node) => {
      const here = fresh.filter((candidate) => isAt(candidate, node));
      const fault = here[0] ?? fresh.find((candidate) => covers(candidate, node));
      for (const one of fault === undefined ? [] : [fault, ...here]) explained.add(one);
      return placeAt(node.getSourceFile(), node.getStart(), advice, fault);
    });
    of.set(change, unique(places));
  }
  const rest = fresh.filter((fault) => !explained.has(fault));
  const only = onlyCause(of);
  const others = rest.flatMap((fault) => {
    const file = program.getSourceFile(fault.file);
    return file === undefined ? [] : [placeAt(file, fault.start, only === undefined ? 'make it compile' : adviceOn(only), fault)];
  });
  const counts = { before: old.length, compilesAfter: now.length === 0 };
  if (only === undefined) return { of, others: unique(others), ...counts };
  return { of: new Map([...of, [only, unique(others)]]), others: [], ...counts };
}

/**
 * The one breaking change that concerns no place by its names: it is the cause of what does not compile besides. Several changes at one place are
 * one.
 */
function onlyCause(of: ReadonlyMap<Change, readonly Place[]>): Change | undefined {
  const causes = [...of].filter(([{ kind }, places]) => kind === 'breaking' && places.length === 0).map(([change]) => change);
  const [first] = causes;
  return causes.every(({ location }) => location.pointer === first?.location.pointer) ? first : undefined;
}

function keyOf({ file, start, message }: Fault): string {
  return JSON.stringify([file, start, message]);
}

/** Whether the compiler blames the node, or what it is the beginning of. */
function isAt({ file, start, end }: Fault, node: ts.Node): boolean {
  return node.getSourceFile().fileName === file && start <= node.getStart() && node.getEnd() <= end;
}

/** Whether the compiler's fault is in the statement, or in the function of an object, that the node is in. */
function covers({ file, start, end }: Fault, node: ts.Node): boolean {
  if (node.getSourceFile().fileName !== file) return false;
  const around = ts.findAncestor(node, (outer) => (ts.isStatement(outer) && !ts.isBlock(outer)) || isMemberFunction(outer)) ?? node;
  return (around.getStart() <= start && end <= around.getEnd()) || isInHead(start, node);
}

/** The compiler blames the name or the result of a function for what its body returns. */
function isInHead(start: number, node: ts.Node): boolean {
  const owner = ts.findAncestor(node, (outer) => ts.isFunctionLike(outer) && 'body' in outer && outer.body !== undefined);
  if (owner === undefined || !('body' in owner)) return false;
  const head = ts.isPropertyAssignment(owner.parent) ? owner.parent : owner;
  return head.getStart() <= start && start < (owner.body as ts.Node).getStart();
}

/** An object of handlers is one statement, and each handler has its own faults. */
function isMemberFunction(node: ts.Node): boolean {
  return ts.isMethodDeclaration(node) || (ts.isPropertyAssignment(node) && ts.isFunctionLike(node.initializer));
}

function placeAt(file: ts.SourceFile, start: number, advice: string, fault: Fault | undefined): Place {
  const { line, character } = file.getLineAndCharacterOfPosition(start);
  const text = file.text.split('\n')[line] ?? '';
  return {
    file: displayPath(file.fileName),
    line: line + 1,
    column: character + 1,
    code: text.trim(),
    advice,
    ...(fault === undefined ? {} : { fault: shortened(fault.message) }),
  };
}

/** Most characters of what the compiler says: it writes whole types. */
const MOST_MESSAGE = 120;

function shortened(message: string): string {
  return message.length > MOST_MESSAGE ? `${message.slice(0, MOST_MESSAGE - 1)}…` : message;
}

function unique(places: readonly Place[]): Place[] {
  return [...new Map(places.map((place) => [`${place.file}:${place.line}:${place.column}`, place])).values()];
}
