// The first generated code of a project, its first program, which is a typed call to the mock of its first document, and what `octavo init` prints of
// it.
import path from 'node:path';
import { runCommand } from '../../base/package-manager.ts';
import { loadProject, type Project, type ProjectDocument } from '../../config/config.ts';
import { clientModuleOf } from '../../docs/client-module.ts';
import { callSource, clientSample, clientSource } from '../../docs/samples/client.ts';
import { curlSample } from '../../docs/samples/curl.ts';
import { baseUrl } from '../../docs/samples/request.ts';
import { mockUrl } from '../../mock/addresses.ts';
import { originOf } from '../../mock/http.ts';
import type { Operation, Service } from '../../model/service.ts';
import { generate } from '../../run/generate.ts';
import { read } from '../../run/pipeline.ts';
import type { Context } from '../command.ts';
import { reportGeneration } from '../report.ts';
import { addressOf, mockPortOf } from '../serving.ts';
import type { Layout } from './layout.ts';

/** Returns whether the code of each document was written. */
export async function generateCode(context: Context): Promise<boolean> {
  const project = await loadProject(context);
  const report = await generate(project, { signal: context.signal });
  await reportGeneration(report, { check: false }, context);
  return !report.failed;
}

/** An example call of the first document of a project. */
export interface FirstCall {
  readonly project: Project;
  readonly document: ProjectDocument;
  readonly service: Service;
  /** The simplest operation to call. */
  readonly operation: Operation;
  /** The address of its mock under `octavo dev`. */
  readonly mock: string;
}

/** `undefined` where the first document cannot be read, which `octavo generate` reports, or has no operations. */
export async function firstCallOf(project: Project): Promise<FirstCall | undefined> {
  const [document] = project.documents;
  if (document === undefined) return undefined;
  const { service } = await read(project, document);
  const operation = service?.operations.toSorted((one, other) => costOf(one) - costOf(other))[0];
  if (service === undefined || operation === undefined) return undefined;
  return { project, document, service, operation, mock: mockUrl(mockOrigin(project), service.id, baseUrl(service, operation)) };
}

interface Example {
  readonly text: string;
  /** The command that runs it: Node.js, or where imports end in `.js`, a runner that finds the TypeScript that they mean. */
  readonly command: string;
}

export function exampleOf({ project, document, service, operation, mock }: FirstCall, layout: Layout): Example {
  const file = layout.example;
  const program = clientSample(service, operation, {
    clientModule: clientModuleOf({ ...project, root: path.dirname(path.join(project.root, file)) })(service),
    runtime: project.runtime,
    held: document.held,
    baseUrl: mock,
    baseUrlVariable: 'MOCK_URL',
    // The mock checks only that there is one.
    credential: 'any',
  });
  const command = `${project.importExtension === '.ts' ? 'node' : 'npx tsx'} ${file}`;
  const comment = [
    `// A typed call to the mock, which runs under \`octavo dev\`: ${command}`,
    '// If `octavo dev` prints another address of the mock, put it into the variable MOCK_URL.',
  ];
  return { text: `${comment.join('\n')}\n${layout.isCommonJs ? inFunction(program) : program}\n`, command };
}

/** Moves what follows the imports into an async function, since CommonJS has no `await` outside one. */
function inFunction(program: string): string {
  const [imports = '', ...body] = program.split('\n\n');
  const lines = body.join('\n\n').split('\n');
  const indented = lines.map((line) => (line === '' ? '' : `  ${line}`)).join('\n');
  return `${imports}\n\nasync function main(): Promise<void> {\n${indented}\n}\n\nvoid main();`;
}

/** The same document in the three ways to use it, each as one line to copy. */
export interface Uses {
  readonly title: string;
  /** The module that holds the generated code. */
  readonly module: string;
  readonly client: string;
  readonly server: string;
  readonly mock: string;
}

export function usesOf({ project, document, service, operation, mock }: FirstCall): Uses {
  const url = baseUrl(service, operation);
  const client = clientSource(service, operation, /^https?:/.test(url) ? {} : { baseUrl: mock });
  const call = callSource(service, operation, { client, held: document.held });
  const request = curlSample(service, operation, mock).replaceAll(/^#.*\n/gm, '');
  return {
    title: service.title,
    module: clientModuleOf(project)(service),
    client: `await ${onOneLine(call)}`,
    server: runCommand(['octavo', 'scaffold', document.id], project.root),
    // Lines of JSON end after an opening bracket or a comma, and before a closing bracket.
    mock: request.replaceAll(/ \\\n\s*/g, ' ').replaceAll(/(?<=[{[,])\n\s*|\n\s*(?=[}\]])/g, ''),
  };
}

/** Lines end between members only: texts have no line breaks as they are written. */
function onOneLine(source: string): string {
  return source.replaceAll(/,\n\s*([}\]])/g, ' $1').replaceAll(/\n\s*/g, ' ');
}

/** The simplest operation with something to show: one that reads JSON, without a credential and with the fewest values. */
function costOf({ method, security, parameters, body, responses }: Operation): number {
  const required = parameters.filter((parameter) => parameter.required).length;
  const showsJson = responses.some(({ status, contents }) => status.startsWith('2') && contents.some(({ kind }) => kind === 'json'));
  return (method === 'GET' ? 0 : 100) + (body === undefined ? 0 : 50) + (showsJson ? 0 : 30) + (security.length === 0 ? 0 : 20) + required;
}

function mockOrigin(project: Project): string {
  const { host, port } = addressOf({}, project);
  return originOf(host, mockPortOf({}, project, port));
}
