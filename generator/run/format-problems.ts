// Says what is wrong with the table of formats for one document: packages that are not installed, and rows for formats that it does not have.
import { installCommand } from '../base/package-manager.ts';
import { findPackage } from '../base/peer.ts';
import type { Location, Problem } from '../base/problem.ts';
import { closest } from '../base/suggest.ts';
import type { ProjectDocument } from '../config/config.ts';
import { type HeldSchemas, heldSchemas, type Leaf } from '../emit/held/held.ts';
import type { Service } from '../model/service.ts';
import { packagesOf } from './needed-packages.ts';

/** `place`: the document. */
export function formatProblems(service: Service, { folder, held, meantFormats }: ProjectDocument, place: Location): Problem[] {
  const schemas = heldSchemas(service, held);
  return [...packageProblems(schemas, folder), ...unusedRows(schemas, meantFormats, place)];
}

/** The packages of modules that rows of formats name, where a schema needs them. */
function packageProblems({ leaves }: HeldSchemas, output: string): Problem[] {
  const missing = new Map<string, Leaf>();
  for (const leaf of leaves) {
    for (const name of packagesOf(leaf.form)) if (!missing.has(name) && findPackage(output, name) === undefined) missing.set(name, leaf);
  }
  return [...missing].map(([name, { format, schema }]) => ({
    code: 'format-package',
    severity: 'warning',
    message: `The generated code imports the package ${name} for the format \`${format}\`, which is not installed: until it is, the code does not load.`,
    fix: `Run \`${installCommand([name])}\`.`,
    location: schema.location,
  }));
}

/** Rows that were meant for a document whose schemas do not have their formats. `place`: the document. */
function unusedRows({ leaves, formats }: HeldSchemas, meant: readonly string[], place: Location): Problem[] {
  const unused = meant.filter((format) => !leaves.some((leaf) => leaf.format === format));
  return unused.map((format) => {
    const near = closest(format, formats);
    const names = [...formats].sort().join(', ');
    const fix =
      near === undefined ? `Remove the row, or correct its name. The document has ${names || 'no formats'}.` : `Write \`${near}\`.`;
    return {
      code: 'format-unused',
      severity: 'warning',
      location: place,
      ...(formats.has(format)
        ? {
            message: `\`formatTypes\` has a row for \`${format}\`, which no schema can have: those with the format have a list of values, or another \`type\`.`,
            fix: 'Give a schema with this format the `type` of its values, or remove the row.',
          }
        : { message: `\`formatTypes\` has a row for \`${format}\`, and no schema has this format.`, fix }),
    };
  });
}
