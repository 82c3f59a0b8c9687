// The files of a service to `index.ts`, which offers all that they export; a name that two of them have is the first one's.
import { generatedBy, stringLiteral } from '../text/escape.ts';

/** Files that are offered, in the order in which they win a name. */
const OFFERED = [
  'types.ts',
  'operations.ts',
  'client.ts',
  'server.ts',
  'webhooks.ts',
  'callbacks.ts',
  'links.ts',
  'checks.ts',
  'validators.ts',
  'transforms.ts',
];

const EXPORT = /export (?:async )?(const|function|interface|type|class) ([\p{ID_Start}_$][\p{ID_Continue}$]*)/uy;

/** The exported names of an emitted file, and whether each is a type. What is exported begins a line, and nothing else does so. */
function exportsOf(text: string): Map<string, boolean> {
  const names = new Map<string, boolean>();
  for (let at = text.indexOf('\nexport '); at !== -1; at = text.indexOf('\nexport ', at + 1)) {
    EXPORT.lastIndex = at + 1;
    const [, kind, name] = EXPORT.exec(text) ?? [];
    if (name !== undefined) names.set(name, kind === 'interface' || kind === 'type');
  }
  return names;
}

/** `files`: the texts whose exports each offers. */
export function emitBarrel(id: string, files: ReadonlyMap<string, readonly string[]>, importExtension: '.ts' | '.js'): string {
  const owners = new Map<string, { readonly module: string; readonly type: boolean }>();
  const contested = new Set<string>();
  const lines: string[] = [];
  for (const file of OFFERED) {
    const texts = files.get(file);
    if (texts === undefined) continue;
    const module = stringLiteral(`./${file.replace(/\.ts$/, importExtension)}`);
    const names = new Map(texts.flatMap((text) => [...exportsOf(text)]));
    for (const [name, type] of names) {
      if (owners.has(name)) contested.add(name);
      else owners.set(name, { module, type });
    }
    if (names.size > 0) lines.push(`export * from ${module};\n`);
  }
  // Without these lines the language would drop a name that two modules offer, and the compiler would complain.
  for (const name of contested) {
    const owner = owners.get(name);
    if (owner !== undefined) lines.push(`export ${owner.type ? 'type ' : ''}{ ${name} } from ${owner.module};\n`);
  }
  return `${generatedBy(id)}${lines.length === 0 ? 'export {};\n' : lines.join('')}`;
}
