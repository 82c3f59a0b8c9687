// The settings of conformance tests to start from: the address of the service, and credentials from variables of the environment.
import path from 'node:path';
import { propertyKey, stringLiteral } from '../emit/text/escape.ts';
import { credentialSchemes } from '../emit/text/security.ts';
import { kebabCase } from '../model/names/names.ts';
import { securityTraits } from '../model/security-kinds.ts';
import type { SecurityScheme, Service } from '../model/service.ts';

interface SettingsOptions {
  /** Absolute path of the file of settings. */
  readonly file: string;
  /** Absolute path of the generated code of the service. */
  readonly generated: string;
  readonly importExtension: '.ts' | '.js' | '';
}

export function settingsText(service: Service, { file, generated, importExtension }: SettingsOptions): string {
  const variable = (...words: readonly string[]): string =>
    `process.env.${kebabCase([service.name, ...words].join(' '))
      .replaceAll('-', '_')
      .toUpperCase()}`;
  const credentialText = (scheme: SecurityScheme): string => {
    const { fields } = securityTraits(scheme);
    if (fields === undefined) return variable(scheme.name);
    return `{ ${fields.map((field) => `${field}: ${variable(scheme.name, field)} ?? ''`).join(', ')} }`;
  };
  const schemes = credentialSchemes(service).map((scheme) => `      ${propertyKey(scheme.name)}: ${credentialText(scheme)},\n`);
  const credentials = [
    '  // `other` holds those of a second account, whose resources the first one may not see.\n',
    `  credentials: {\n    given: {\n${schemes.join('')}    },\n  },\n`,
  ];
  const from = path
    .relative(path.dirname(file), path.join(generated, `conformance.test${importExtension}`))
    .split(path.sep)
    .join('/');
  return `// What the conformance tests of the ${service.name} service need to know. Edit it freely.
import type { ${service.name}Conformance } from ${stringLiteral(from.startsWith('.') ? from : `./${from}`)};

const settings: ${service.name}Conformance = {
  // An address, or a function from a \`Request\` to a \`Response\` in this process, such as the one that \`create${service.name}Server\` returns.
  target: ${variable('target')} ?? 'http://127.0.0.1:3000',
  // The tests create, change and delete things there.
  allowWrites: true,
${schemes.length === 0 ? '' : credentials.join('')}  // Values that only you know: \`parameters: { id: 7 }\` for path parameters, \`operations: { resetAll: false }\` not to call an operation.
  overrides: {},
  // Known deviations: \`{ check: 'accepts-valid', operation: 'createOrder', reason: '…' }\`. One that covers nothing fails the tests.
  waivers: [],
};

export default settings;
`;
}
