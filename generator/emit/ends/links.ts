// Prints `links.ts`: for each operation with links, functions that turn its result into the inputs of other operations.
import { groupBy } from '../../base/group-by.ts';
import type { Link, LinkValue, Service } from '../../model/service.ts';
import { createImports, type Imports } from '../files/imports.ts';
import { type Folder, wholeOf } from '../files/layout.ts';
import type { EmitOptions } from '../files/options.ts';
import { codeParameter, heldTemplate } from '../held/code-paths.ts';
import { type HeldSchemas, heldSchemas } from '../held/held.ts';
import { docComment, generatedBy, identifier, stringLiteral } from '../text/escape.ts';
import { linksName, namesOf } from '../text/names.ts';
import { WIDTH } from '../text/width.ts';
import { wrappedLiteral } from '../text/wrapped-literal.ts';

export function emitLinks(service: Service, options: EmitOptions, folder: Folder = wholeOf(service, options)): string {
  const { taken } = namesOf(service);
  const held = heldSchemas(service, options.held);
  const byOperation = groupBy(service.links, (link) => link.from);
  const imports = createImports({ options, folder, file: 'links', taken, locals: ['result', 'input', 'more'] });
  const parts = [...byOperation].map(([from, links]) => {
    const methods = [...groupBy(links, (link) => `${link.name} ${link.to.name}`).values()];
    const used = new Set<string>();
    const text = methods.map((same) => linkFunction(same, free(same, used), imports, held)).join('\n');
    const doc = docComment([`Links of \`${from.id}\`: each makes the input of another operation from a result.`]);
    return `${doc}export const ${linksName(from)} = {\n${text}};\n`;
  });
  return [`${generatedBy(service.id)}${imports.text()}`, ...parts].join('\n');
}

/** A name that is free: links with one key that lead to several operations get a number. */
function free([first]: readonly Link[], taken: Set<string>): string {
  const wanted = first?.name ?? '';
  let name = wanted;
  for (let number = 2; taken.has(name); number++) name = `${wanted}${number}`;
  taken.add(name);
  return name;
}

/** The function of one link, which several statuses may have. */
function linkFunction(links: readonly Link[], name: string, imports: Imports, held: HeldSchemas): string {
  const [first] = links;
  if (first === undefined) return '';
  const { from, to } = first;
  const statuses = links.map((link) => link.status);
  const result = imports.type('operations', `${from.typeName}Result`);
  const target = imports.type('operations', `${to.typeName}Input`);
  const literal = statuses.every((status) => /^\d/.test(status) && !/X/i.test(status));
  const answer = literal ? `${imports.type('runtime', 'ResultWith')}<${result}, ${statuses.join(' | ')}>` : result;
  const asksRequest = links.some(readsRequest);
  const parameters = [
    `result: ${answer}`,
    ...(asksRequest ? [`input: ${imports.type('operations', `${from.typeName}Input`)}`] : []),
    `more?: ${imports.type('runtime', 'LinkRest')}<${target}>`,
  ];
  const exchange = asksRequest ? '{ input, result }' : '{ input: undefined, result }';
  const rows = Object.fromEntries(links.map((link) => [link.status, factsOf(link, held)]));
  const follow = `${imports.value('runtime', 'followLink')}<${target}>`;
  const doc = docComment([first.description ?? '', `Link \`${first.key}\` to \`${to.id}\`.`], '  ');
  const head = `  ${identifier(name)}(${parameters.join(', ')}): ${target} {\n`;
  const broken = `  ${identifier(name)}(\n${parameters.map((parameter) => `    ${parameter},\n`).join('')}  ): ${target} {\n`;
  const facts = wrappedLiteral(rows, 6, 6);
  return (
    `${doc}${head.length <= WIDTH ? head : broken}    return ${follow}(\n      ${stringLiteral(first.key)},\n` +
    `      ${facts},\n      ${exchange},\n      more,\n    );\n  },\n`
  );
}

function factsOf({ parameters, body, from, to, status }: Link, held: HeldSchemas): object {
  const heldValue = (value: LinkValue): LinkValue =>
    'template' in value ? { template: heldTemplate(value.template, from, held, status) } : value;
  return {
    ...(parameters.length === 0
      ? {}
      : {
          parameters: parameters.map(({ in: where, name, value }) => ({
            in: where,
            name: codeParameter(to, where, name),
            value: heldValue(value),
          })),
        }),
    ...(body === undefined ? {} : { body: heldValue(body) }),
  };
}

function readsRequest({ parameters, body }: Link): boolean {
  const values: readonly LinkValue[] = [...parameters.map(({ value }) => value), ...(body === undefined ? [] : [body])];
  return values.some(
    (value) => 'template' in value && value.template.some((piece) => typeof piece === 'object' && piece.from === 'request'),
  );
}
