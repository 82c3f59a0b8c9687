// The generated code of a document as ES modules for browsers: the console writes requests with it, and judges requests and responses.
import { stripTypeScriptTypes } from 'node:module';
import { shortForms } from '../../emit/held/forms.ts';
import { onWire } from '../../emit/held/held.ts';
import { type EmitOptions, emitInStages } from '../../emit/index.ts';
import type { Service } from '../../model/service.ts';

const RUNTIME = '@octavo/runtime';

const OPTIONS = {
  importExtension: '.js',
  formats: 'assert',
  schema: false,
  examples: false,
  // Integers of 64 bits are exact: a service may send them, and a `number` would round them.
  held: shortForms({ int64: 'bigint' }),
  runtime: RUNTIME,
} as const satisfies EmitOptions;

/** The files of which others are not needed to send or judge a message. */
const FILES = ['operations', 'validators', 'checks', 'transforms', 'webhooks', 'callbacks'] as const;

/**
 * Name → text: `operations.js`. `runtime` is the URL of the folder with the runtime, relative to the files: its modules are `index.js`, and
 * `xml.js` and `linear.js` for the entries of these names.
 */
export function contractFiles(service: Service, runtime: string): ReadonlyMap<string, string> {
  const { own } = emitInStages(onWire(service), OPTIONS);
  const files = new Map<string, string>();
  for (const name of FILES) {
    const text = own.get(`${name}.ts`);
    if (text !== undefined) files.set(`${name}.js`, withRuntime(withoutBlanks(stripTypeScriptTypes(text)), runtime));
  }
  return files;
}

/** Types leave blanks behind. A line of spaces alone in a template literal does not come up: spec text stands in quoted literals. */
function withoutBlanks(script: string): string {
  return script.replace(/[ \t]+$/gm, '').replace(/\n{2,}/g, '\n');
}

/** Spec text cannot look like an import: the quotes of its literals are escaped. */
function withRuntime(script: string, folder: string): string {
  return script.replace(/from '@octavo\/runtime(?:\/(\w+))?'/g, (_, entry: string | undefined) => `from '${folder}${entry ?? 'index'}.js'`);
}
