// The scaffolded `server.test.ts`: the client and the server of the service meet in memory.

import { serverPath, serverUrl } from '../base/server-path.ts';
import { fits } from '../emit/held/fits.ts';
import { type HeldSchemas, heldSchemas } from '../emit/held/held.ts';
import { type HeldValue, heldValue } from '../emit/held/held-value.ts';
import { jsonLiteral, propertyKey, stringLiteral } from '../emit/text/escape.ts';
import type { Parameter } from '../model/message.ts';
import type { JsonValue } from '../model/schema/schema.ts';
import type { Operation, Service } from '../model/service.ts';
import { takesText, testDeps } from './deps.ts';
import { exampleResult } from './example.ts';
import { serverVariable } from './names.ts';
import type { ScaffoldOptions, TestRunner } from './options.ts';
import { importStatements, valueImports } from './value-imports.ts';

/** An operation that a test can call with what the document gives. */
interface Call {
  readonly operation: Operation;
  /** The argument of the client's method; empty for none. */
  readonly input: string;
  /** The values in the input, which functions may make that have to be imported. */
  readonly values: readonly HeldValue[];
  /** The status of the example that the handler returns. */
  readonly status: string;
  /** The names of the security schemes of the call. */
  readonly schemes: readonly string[];
}

interface Runner {
  readonly imports: readonly string[];
  readonly equal: (actual: string, expected: string) => string;
}

const runners: Readonly<Record<TestRunner, Runner>> = {
  node: {
    imports: ["import assert from 'node:assert/strict';", "import { test } from 'node:test';"],
    equal: (actual, expected) => `assert.equal(${actual}, ${expected});`,
  },
  vitest: {
    imports: ["import { expect, test } from 'vitest';"],
    equal: (actual, expected) => `expect(${actual}).toBe(${expected});`,
  },
};

/** Modules of Node.js come first. */
function byModule(one: string, other: string): number {
  return Number(other.includes("'node:")) - Number(one.includes("'node:"));
}

export function memoryTestText(service: Service, options: ScaffoldOptions, from: string): string {
  const { importExtension, runtime, held, testRunner, folder, generated } = options;
  const call = firstCall(service, heldSchemas(service, held));
  const deps = `const deps: Deps = ${testDeps(service)};\n`;
  const own = `import type { Deps } from './deps${importExtension}';\nimport { ${serverVariable(service)} } from './server${importExtension}';`;
  const { imports, equal } = runners[testRunner];
  if (call === undefined) {
    return `// Tests the ${service.name} service in memory, without a socket.
${imports.join('\n')}
${own}

${deps}
test('a path without an operation is not found', async () => {
  const response = await ${serverVariable(service)}(deps)(new Request('http://localhost/nothing-here'));
  ${equal('response.status', '404')}
});
`;
  }
  const { operation, input, values, status, schemes } = call;
  const made = new Map(valueImports(values, { folder, generated, from }));
  const generatedNames = [`create${service.name}Client`, ...(made.get(from) ?? [])];
  made.delete(from);
  const isSecured = schemes.length > 0;
  const credentials = isSecured ? [`credentials: { ${schemes.map((scheme) => `${propertyKey(scheme)}: credential`).join(', ')} }`] : [];
  const settings = [...baseOf(service), `fetch: inMemoryFetch(${serverVariable(service)}(deps))`, ...credentials].join(', ');
  const client = `create${service.name}Client({ ${settings} })`;
  const method = `${operation.name}(${input})`;
  const refusal = `
test('a caller that is not known is refused', async () => {
  const result = await clientOf('wrong').${method};
  ${equal('result.status', '401')}
});
`;
  const isRefused = isSecured && operation.responses.some((response) => response.status === '401');
  return `// Tests the ${service.name} service in memory: its client calls its server without a socket.
${[...imports, `import { inMemoryFetch } from ${stringLiteral(`${runtime}/testing`)};`, ...importStatements(made)].toSorted(byModule).join('\n')}
import { ${generatedNames.join(', ')} } from ${stringLiteral(from)};
${own}

${deps}${isSecured ? `const clientOf = (credential: string) => ${client};` : `const client = ${client};`}

test('${operation.name} answers', async () => {
  const result = await ${isSecured ? "clientOf('secret')" : 'client'}.${method};
  ${equal('result.status', status)}
});
${isRefused ? refusal : ''}`;
}

/** A client needs an address where the document has none, or a relative one. */
function baseOf({ servers }: Service): string[] {
  const url = serverUrl(servers[0]);
  return /^https?:/.test(url) ? [] : [`baseUrl: ${stringLiteral(`http://localhost${serverPath(url)}`)}`];
}

/** A GET whose required parameters, result and credentials are known: the first that needs no input, or else the first. */
function firstCall(service: Service, held: HeldSchemas): Call | undefined {
  const calls = service.operations.flatMap((operation) => callOf(operation, service, held) ?? []);
  return calls.find(({ input }) => input === '') ?? calls[0];
}

function callOf(operation: Operation, service: Service, held: HeldSchemas): Call | undefined {
  const status = exampleResult(operation, held)?.status;
  const schemes = schemesOf(operation, service);
  const input = inputOf(operation, held);
  if (operation.method !== 'GET' || status === undefined || schemes === undefined || input === undefined) return undefined;
  return { operation, ...input, status, schemes };
}

/** The schemes of the first alternative whose credentials are all one text; `undefined` where there is none. */
function schemesOf({ security }: Operation, { securitySchemes }: Service): readonly string[] | undefined {
  if (security.length === 0) return [];
  const known = new Set(securitySchemes.filter(takesText).map(({ name }) => name));
  return security.find((all) => all.every(({ scheme }) => known.has(scheme)))?.map(({ scheme }) => scheme);
}

/** `{ path: { id: 7 } }`, of the document's examples; `undefined` where one is missing. */
function inputOf({ parameters, body, choices }: Operation, held: HeldSchemas): Pick<Call, 'input' | 'values'> | undefined {
  if (body?.required === true || choices !== undefined) return undefined;
  const parts = new Map<string, string[]>();
  const values: HeldValue[] = [];
  let whole: string | undefined;
  for (const parameter of parameters.filter(({ required }) => required)) {
    const value = exampleOf(parameter, held);
    if (value === undefined) return undefined;
    values.push(value);
    const text = jsonLiteral(value);
    if (parameter.in === 'querystring') whole = text;
    else parts.set(parameter.in, [...(parts.get(parameter.in) ?? []), `${propertyKey(parameter.codeName ?? parameter.name)}: ${text}`]);
  }
  const written = [...parts].map(([part, members]) => `${part}: { ${members.join(', ')} }`);
  if (whole !== undefined) written.push(`querystring: ${whole}`);
  return { input: written.length === 0 ? '' : `{ ${written.join(', ')} }`, values };
}

function exampleOf({ examples, schema }: Parameter, held: HeldSchemas): HeldValue | undefined {
  const value: unknown = examples?.[0]?.value ?? schema.examples?.[0];
  return value === undefined || !fits(value, schema) ? undefined : heldValue(value as JsonValue, schema, held);
}
