// Writes docs/public-scenarios.md.
import { packageVersion } from './packages.ts';
import { reasonFor } from './reasons.ts';
import type { Verdict } from './try.ts';

export interface Tried {
  readonly folder: string;
  readonly scenario: string;
  readonly verdict: Verdict;
}

const ENDS = ['client', 'server'] as const;

/** Services for which the emitter of OpenAPI writes no document, since it has no word for something in them. */
const UNWRITTEN: readonly string[] = ['routes', 'response/status-code-range'];

export function page(tried: readonly Tried[]): string {
  const written = tried.filter(({ folder }) => !UNWRITTEN.includes(folder));
  const rest = new Map<string, { reason: string; ends: Set<string>; scenarios: Set<string> }>();
  for (const { scenario, verdict } of tried) {
    for (const end of ENDS) {
      if (verdict[end] === undefined) continue;
      const reason = reasonFor(scenario, end) ?? 'no reason is known';
      const row = rest.get(reason) ?? { reason, ends: new Set(), scenarios: new Set() };
      rest.set(reason, row);
      row.ends.add(end);
      row.scenarios.add(scenario);
    }
  }
  const rows = [...rest.values()].map(
    ({ reason, ends, scenarios }) => `| ${[...scenarios].map((name) => `\`${name}\``).join(', ')} | ${[...ends].join(', ')} | ${reason} |`,
  );
  return `# Public scenarios

The TypeSpec project publishes scenarios for generators of clients: services in TypeSpec, and a mock server that judges each request. They
are compiled to OpenAPI, and Octavo makes clients and servers of the documents. \`npm run scenarios\` tries them again and writes this page; it needs nothing but
packages of npm. The programs are in \`bench/scenarios\`.

${['http-specs', 'spector', 'openapi3', 'compiler'].map((name) => `\`@typespec/${name}\` ${packageVersion(name)}`).join(', ')}.

| scenarios | all | client | server |
|---|---:|---:|---:|
${lineOf('of services for which the emitter writes a document', written)}
${lineOf('all', tried)}

- **Client**: the generated client sends what the scenario asks for. The mock judges the request; the client must read the response as the scenario has it,
  without an error. Where the next page is at an address that no document has, the client follows the pages. The input of a call is what the generated server makes of the scenario's
  request; where the server does not take the request, it is written by hand in \`bench/scenarios/inputs.ts\`. Responses are not validated, which is the default.
  Three of those inputs need a cast in TypeScript, since the documents do not allow them: nulls in two merge patches, and an unknown value of an enumeration.
- **Server**: the generated server gets the request of the scenario, as another client would send it. Its handler passes the input to the client, and returns
  the client's result. The server's response must be the scenario's: status, headers, media type and body.
- **Options**: \`formats: 'lenient'\`, since the scenarios have durations and times as other languages write them; \`validateResponses: false\`, since some
  answer on purpose what the document does not allow. \`bench/scenarios/configuration.ts\` adds what TypeSpec says and the documents do not: how pages are followed, and,
  in an overlay, which lists in XML have an element around their items and which property is the text of its element.
- All documents are OpenAPI 3.1; those of streams and XML are 3.2. For ${UNWRITTEN.map((name) => `\`${name}\``).join(' and ')}, the emitter reports errors and writes no document. They are tried on
  the document that its API returns all the same.

## What does not pass, and why

| scenarios | end | why |
|---|---|---|
${rows.join('\n')}
`;
}

function lineOf(name: string, tried: readonly Tried[]): string {
  const passed = ENDS.map((end) => tried.filter(({ verdict }) => verdict[end] === undefined).length);
  const cells = passed.map((count) => `${count} (${((100 * count) / tried.length).toFixed(1)} %)`);
  return `| ${name} | ${tried.length} | ${cells.join(' | ')} |`;
}
