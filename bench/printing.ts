// Why bulk output is printed as text: the interfaces of all our documents, printed, and built with ts-morph in three ways. The result is the same but
// for spaces.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { IndentationText, type InterfaceDeclarationStructure, Project, type PropertySignatureStructure, QuoteKind } from 'ts-morph';
import { root } from './documents.ts';
import { rounds, warmUp } from './effort.ts';
import { median } from './measure.ts';

interface Member extends Pick<PropertySignatureStructure, 'name' | 'hasQuestionToken' | 'isReadonly'> {
  readonly type: string;
}

interface Shape {
  readonly name: string;
  readonly properties: readonly Member[];
}

const manipulationSettings = { indentationText: IndentationText.TwoSpaces, quoteKind: QuoteKind.Single };

function newProject(): Project {
  return new Project({ useInMemoryFileSystem: true, manipulationSettings });
}

/** The interfaces of a generated file, without comments. */
function shapesOf(text: string): Shape[] {
  const file = newProject().createSourceFile('types.ts', text);
  return file.getInterfaces().map((declaration) => ({
    name: declaration.getName(),
    properties: declaration.getProperties().map((property) => ({
      name: property.getName(),
      hasQuestionToken: property.hasQuestionToken(),
      isReadonly: property.isReadonly(),
      type: property.getTypeNodeOrThrow().getText(),
    })),
  }));
}

function structureOf({ name, properties }: Shape): Omit<InterfaceDeclarationStructure, 'kind'> {
  return { name, isExported: true, properties: properties.map((property) => ({ ...property })) };
}

function printed(shapes: readonly Shape[]): string {
  const lines = ({ name, hasQuestionToken, isReadonly, type }: Member): string =>
    `  ${isReadonly ? 'readonly ' : ''}${name}${hasQuestionToken ? '?' : ''}: ${type};\n`;
  return shapes.map(({ name, properties }) => `export interface ${name} {\n${properties.map(lines).join('')}}\n`).join('\n');
}

function atOnce(shapes: readonly Shape[]): string {
  const file = newProject().createSourceFile('types.ts');
  file.addInterfaces(shapes.map(structureOf));
  return file.getFullText();
}

function byInterface(shapes: readonly Shape[]): string {
  const file = newProject().createSourceFile('types.ts');
  for (const shape of shapes) file.addInterface(structureOf(shape));
  return file.getFullText();
}

function byProperty(shapes: readonly Shape[]): string {
  const file = newProject().createSourceFile('types.ts');
  for (const { name, properties } of shapes) {
    const declaration = file.addInterface({ name, isExported: true });
    for (const property of properties) declaration.addProperty({ ...property });
  }
  return file.getFullText();
}

const WAYS = {
  'printed as text': printed,
  'ts-morph, a file at once': atOnce,
  'ts-morph, an interface at a time': byInterface,
  'ts-morph, a property at a time': byProperty,
};

const generated = join(root, 'generated');
const files = readdirSync(generated, { recursive: true, encoding: 'utf8' }).filter((name) => /^[^/]+\/types\.ts$/.test(name));
const all = files.map((name) => shapesOf(readFileSync(join(generated, name), 'utf8')));
const wanted = all.map(printed);

/** ts-morph indents a type of several lines its own way. */
function squeezed(text: string): string {
  return text.replace(/\s+/g, ' ').trim();
}

/** Processor time in ms. */
function timed(way: (shapes: readonly Shape[]) => string): number {
  const before = process.cpuUsage();
  const texts = all.map(way);
  const { user, system } = process.cpuUsage(before);
  if (texts.some((text, index) => squeezed(text) !== squeezed(wanted[index] ?? '')))
    throw new Error('The text differs from the one that is printed.');
  return (user + system) / 1e3;
}

const rows = Object.entries(WAYS).map(([name, way]) => {
  for (let round = 0; round < warmUp(1); round++) timed(way);
  return { name, ms: median(Array.from({ length: rounds(5) }, () => timed(way))) };
});
const first = rows[0]?.ms ?? Number.NaN;
const interfaces = all.flat();
const size = wanted.reduce((sum, text) => sum + text.length, 0);
console.log(
  [
    `### Printing types: the ${interfaces.length} interfaces of all documents, ${Math.round(size / 1e3)} kB`,
    '',
    '| way | CPU ms | × text |',
    '|---|---:|---:|',
    ...rows.map(({ name, ms }) => `| ${name} | ${ms.toFixed(1)} | ${(ms / first).toFixed(0)} |`),
    '',
  ].join('\n'),
);
