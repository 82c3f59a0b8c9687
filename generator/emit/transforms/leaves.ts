// Prints the constants of `transforms.ts` for formats that users hold as types of Temporal or as their own.
import type { Schema } from '../../model/schema/schema.ts';
import { type Imports, moduleSource } from '../files/imports.ts';
import type { EmitOptions } from '../files/options.ts';
import type { OwnForm, TemporalForm, TemporalType } from '../held/forms.ts';
import { type HeldSchemas, ownKinds } from '../held/held.ts';
import { stringLiteral } from '../text/escape.ts';

type LeafForm = TemporalForm | OwnForm;

interface LeafConstant {
  readonly name: string;
  readonly form: LeafForm;
  readonly schema: Schema;
}

/** By `leafKey`, in the order of the keys. */
export type LeafConstants = ReadonlyMap<string, LeafConstant>;

/** Schemas of one key share a constant. Functions of the user see which types a schema has on the wire. */
export function leafKey({ format = '', type }: Schema, form: LeafForm): string {
  return form.kind === 'own' ? `${format} ${ownKinds(type).join(' ')}` : format;
}

/** The constants that the schemas of a service need, under names that are not taken. */
export function leafNames({ leaves }: HeldSchemas, taken: ReadonlySet<string>): LeafConstants {
  const found = new Map<string, Omit<LeafConstant, 'name'>>();
  for (const { schema, form } of leaves) {
    if (form.kind === 'temporal' || form.kind === 'own') found.set(leafKey(schema, form), { schema, form });
  }
  const used = new Set(taken);
  const named = new Map<string, LeafConstant>();
  for (const [key, { schema, form }] of [...found].sort(([a], [b]) => (a < b ? -1 : 1))) {
    let name = `as${pascal(schema.format ?? '')}`;
    while (used.has(name)) name += '_';
    used.add(name);
    named.set(key, { name, form, schema });
  }
  return named;
}

function pascal(format: string): string {
  const words = format.split(/[^A-Za-z0-9]+/).filter((word) => word !== '');
  return words.length === 0 ? 'Format' : words.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join('');
}

/** `const asDate = …;`, one for each. */
export function leafConstants(leaves: LeafConstants, imports: Imports, formats: EmitOptions['formats']): string[] {
  const lines = [...leaves.values()].map(({ name, form, schema }) => {
    const made = form.kind === 'own' ? ownTransform(schema, form, imports) : temporalTransform(form, imports, formats);
    return `const ${name} = /* @__PURE__ */ ${made};\n`;
  });
  return lines.length === 0 ? [] : [lines.join('')];
}

function ownTransform({ format = '', type }: Schema, { module, read, write }: OwnForm, imports: Imports): string {
  const kinds = ownKinds(type).map(stringLiteral).join(', ');
  const source = moduleSource(module);
  const functions = `${imports.value(source, read)}, ${imports.value(source, write)}`;
  return `${imports.value('runtime', 'formatTransform')}(${stringLiteral(format)}, [${kinds}], ${functions})`;
}

const TRANSFORMS: Readonly<Record<TemporalType, string>> = {
  Instant: 'instantTransform',
  PlainDate: 'plainDateTransform',
  PlainTime: 'plainTimeTransform',
  PlainDateTime: 'plainDateTimeTransform',
  Duration: 'durationTransform',
};

/** Only a strict validator refuses the durations that RFC 3339 cannot express. */
function temporalTransform({ type, from }: TemporalForm, imports: Imports, formats: EmitOptions['formats']): string {
  const name = type === 'Duration' && formats !== 'assert' ? 'isoDurationTransform' : TRANSFORMS[type];
  const transform = imports.value('runtime/temporal', name);
  if (from === 'global') return `${transform}(globalThis)`;
  const local = imports.value(moduleSource(from), 'Temporal');
  return `${transform}({ Temporal${local === 'Temporal' ? '' : `: ${local}`} })`;
}
