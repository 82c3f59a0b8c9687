// Counts the operations whose declared 4xx bodies a generated server answers bad requests with: `node bench/published/error-bodies.ts [folder]`.
import { globSync, readFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { Problems } from '../../generator/base/problem.ts';
import { exampleSchema } from '../../generator/emit/examples/schema.ts';
import { AS_SENT } from '../../generator/emit/held/forms.ts';
import { heldSchemas } from '../../generator/emit/held/held.ts';
import { load } from '../../generator/load/index.ts';
import { buildService } from '../../generator/model/index.ts';
import { essenceOf, isInRange } from '../../generator/model/media-type.ts';
import type { ErrorTemplate, Operation, Response, Service } from '../../generator/model/service.ts';
import type { Operation as Row } from '../../runtime/contract/operation.ts';
import { faultBody } from '../../runtime/server/faults/error-body.ts';
import type { Fault } from '../../runtime/server/faults/fault.ts';
import { kindOf, reasonOf } from '../../runtime/server/faults/fault-kinds.ts';
import type { ExampleSchema, ExampleSchemas } from '../../runtime/testing/example-schema.ts';
import { matches } from '../../runtime/testing/matches.ts';
import { publishedDocuments } from './documents.ts';

const STATUSES = [400, 401, 403, 404, 405, 406, 408, 413, 414, 415, 431];

interface Counts {
  documents: number;
  /** Operations that declare a body for a 4xx. */
  declaring: number;
  /** Those of them whose declared bodies are all answered: by the server without `x-errors`, and with those that are inferred. */
  before: number;
  after: number;
}

const [folder] = process.argv.slice(2);
const files =
  folder === undefined
    ? publishedDocuments().map(({ path }) => path)
    : globSync('**/*.{json,yaml,yml}', { cwd: resolve(folder) })
        .map((name) => join(resolve(folder), name))
        .filter((file) => /(?:^|[{,])\s*["']?openapi["']?\s*:\s*["']?3/m.test(readFileSync(file, 'utf8')));
const all: Counts = { documents: 0, declaring: 0, before: 0, after: 0 };
for (const file of files.sort()) {
  const problems = new Problems();
  const description = await load(file, { root: dirname(file), allowRemote: [], partial: true }, problems);
  const service = description === undefined ? undefined : buildService(description, {}, problems);
  if (service === undefined) continue;
  const counts = count(service);
  all.documents += 1;
  for (const key of ['declaring', 'before', 'after'] as const) all[key] += counts[key];
  if (counts.declaring > counts.after) console.log(`${file}: ${counts.after} of ${counts.declaring} (before: ${counts.before})`);
}
console.log(
  `${all.documents} documents: ${all.after} of ${all.declaring} operations that declare a body for a 4xx (before: ${all.before})`,
);

function count(service: Service): Omit<Counts, 'documents'> {
  const held = heldSchemas(service, AS_SENT);
  const table = Object.fromEntries(
    service.schemas.map((schema) => [schema.name ?? '', exampleSchema(schema, held, true)]),
  ) as unknown as ExampleSchemas;
  const declaring = service.operations.filter((operation) => declaredBy(operation).length > 0);
  const answered = (operation: Operation, errors: readonly (readonly ErrorTemplate[] | undefined)[]): boolean =>
    declaredBy(operation).every((response) =>
      statusesOf(response, operation).every((status) =>
        faultsOf(status).every((fault) => {
          const [own, ofService = []] = errors;
          const row = { ...rowOf(operation), ...(own === undefined ? {} : { errors: own }) };
          const { contentType, body } = faultBody({ ...fault, operation: row as unknown as Row }, { errors: ofService });
          const found = response.contents.find(
            (content) => essenceOf(content.contentType) === essenceOf(contentType) || isInRange(contentType, content.contentType),
          );
          if (found === undefined) return false;
          if (found.kind !== 'json') return typeof body === 'string';
          return found.schema === undefined || matches(table, exampleSchema(found.schema, held) as unknown as ExampleSchema, body);
        }),
      ),
    );
  return {
    declaring: declaring.length,
    before: declaring.filter((operation) => answered(operation, [])).length,
    after: declaring.filter((operation) => answered(operation, [operation.errors, service.errors])).length,
  };
}

function declaredBy({ responses }: Operation): Response[] {
  return responses.filter(({ status, contents }) => /^(?:4\d\d|4XX|default)$/.test(status) && contents.length > 0);
}

/** The statuses that a response is for; `default` and ranges for those that no other response is for. */
function statusesOf({ status }: Response, { responses }: Operation): readonly number[] {
  if (/^\d+$/.test(status)) return [Number(status)];
  const others = new Set(responses.map((response) => response.status));
  return STATUSES.filter((one) => !others.has(String(one)) && (status === '4XX' || !others.has('4XX')));
}

/** What the runtime needs to know of an operation's responses: the kinds of their bodies. */
function rowOf({ responses }: Operation): object {
  const entries = responses.map(({ status, contents }) => [
    status,
    { contents: Object.fromEntries(contents.map(({ contentType, kind }) => [contentType, { kind }])) },
  ]);
  return { responses: Object.fromEntries(entries) };
}

/** A fault in a value, and one in none. */
function faultsOf(status: number): Fault[] {
  const kind = kindOf(status);
  const base = { kind, status, title: reasonOf(status), detail: 'It is <wrong>.', pointer: '', issues: [], requestId: 'a', headers: {} };
  const issue = { path: '/query/limit', keyword: 'maximum', expected: 1, found: 2 };
  return [base, { ...base, pointer: issue.path, issues: [issue, issue] }];
}
