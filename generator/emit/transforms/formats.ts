// Prints `formats.ts`: for each brand its type, and a function that checks a text and gives it this type.
import type { Service } from '../../model/service.ts';
import { createImports } from '../files/imports.ts';
import type { Folder } from '../files/layout.ts';
import type { EmitOptions } from '../files/options.ts';
import { brandsOf, heldSchemas } from '../held/held.ts';
import { docComment, generatedBy, stringLiteral } from '../text/escape.ts';
import { namesOf, toBrandName } from '../text/names.ts';
import { formatCheck } from '../validators/plan/formats.ts';

export function emitFormats(service: Service, options: EmitOptions, folder: Folder): string {
  const imports = createImports({ options, folder, file: 'formats', taken: namesOf(service).taken });
  const parts = [...brandsOf(heldSchemas(service, options.held))].map(([brand, format]) => {
    const check = formatCheck(format, options.formats);
    const test = check === undefined ? '' : `, ${imports.value('runtime', check)}`;
    const make = `/* @__PURE__ */ ${imports.value('runtime', 'toBrand')}(${stringLiteral(format)}${test})`;
    const given = `Validators give a text this type, and \`${toBrandName(brand)}\`.`;
    const checked = check === undefined ? `${given} Nothing checks the format.` : given;
    const doc =
      check === undefined ? '' : docComment([], '', [{ name: 'throws', text: '{ValidationError} for a text that is not valid.' }]);
    return (
      `${docComment([`A text of the format \`${format}\`. ${checked}`])}` +
      `export type ${brand} = ${imports.type('runtime', 'Branded')}<${stringLiteral(brand)}>;\n` +
      `${doc}export const ${toBrandName(brand)}: (text: string) => ${brand} = ${make};\n`
    );
  });
  return [`${generatedBy(service.id)}${imports.text()}`, ...parts].join('\n');
}
