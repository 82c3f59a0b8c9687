// The webhooks of a service to `webhooks.ts`: handlers and a receiver for who gets them, methods for who sends them, and one row for both.
import type { Service, Webhook, WebhookSignature } from '../model/service.ts';
import { docComment, generatedBy, identifier, jsonLiteral } from './escape.ts';
import { createImports, type Imports } from './imports.ts';
import { namesOf } from './names.ts';
import { isInputOptional, methodSignature, operationDoc } from './operation-types.ts';
import { type EmitOptions, modulesOf } from './options.ts';
import { type RouteModules, routeRow } from './routes.ts';

export function emitWebhooks(service: Service, options: EmitOptions): string {
  const names = namesOf(service);
  const { runtime } = options;
  const { types, operations, checks } = modulesOf(options);
  const word = `${service.name}Webhook`;
  const receiver = identifier(`create${word}Receiver`);
  const sender = identifier(`create${word}Sender`);
  const signatures = signaturesOf(service.webhooks);
  const locals = [...signatures.values(), 'webhooks', 'handlers', 'options', 'input', 'sender'];
  const imports = createImports({
    types,
    taken: names.taken,
    own: new Set([types, operations]),
    declared: new Set([`${word}Handlers`, `${word}Sender`, receiver, sender, ...locals]),
  });
  const file: File = { service, word, imports, modules: { imports, runtime, operations, checks }, signatures };
  const info = imports.value(operations, names.service);
  const parts = [
    handlersInterface(file),
    receiverFunction(receiver, info, file),
    senderInterface(file),
    senderFunction(sender, info, file),
    ...constants(file),
  ];
  return [`${generatedBy(service.id)}${imports.text()}`, ...parts].join('\n');
}

interface File {
  readonly service: Service;
  /** `EventsWebhook`: what its declarations are named by. */
  readonly word: string;
  readonly imports: Imports;
  readonly modules: RouteModules;
  /** The constant of each way to sign, by what it is. */
  readonly signatures: ReadonlyMap<string, string>;
}

/** One constant for each way to sign, named by the first webhook that is signed so. */
function signaturesOf(webhooks: readonly Webhook[]): Map<string, string> {
  const names = new Map<string, string>();
  for (const { name, signature } of webhooks) {
    if (signature === undefined) continue;
    const key = jsonLiteral(signature);
    if (!names.has(key)) names.set(key, identifier(`${name}Signature`));
  }
  return names;
}

function signatureOf({ signature }: Webhook, { signatures }: File): string | undefined {
  return signature === undefined ? undefined : signatures.get(jsonLiteral(signature));
}

function handlersInterface({ service, word, imports, modules }: File): string {
  const context = imports.type(modules.runtime, 'WebhookContext');
  const methods = service.webhooks.map((webhook) => {
    const [input, result] = typesOf(webhook, modules);
    const answer = `${result} | ${imports.global('Promise')}<${result}>`;
    return (
      operationDoc(webhook, '  ') + methodSignature(`${identifier(webhook.name)}?`, [`input: ${input}`, `context: ${context}`], answer)
    );
  });
  const doc = docComment([`What a receiver of webhooks of ${service.title} does; one that is left out answers 501.`]);
  return `${doc}export interface ${word}Handlers {\n${methods.join('')}}\n`;
}

function receiverFunction(name: string, info: string, { word, imports, modules, signatures }: File): string {
  const { runtime } = modules;
  const options = `options: ${imports.type(runtime, 'WebhookReceiverOptions')}${signatures.size === 0 ? ' = {}' : ''}`;
  const create = imports.value(runtime, 'createWebhookReceiver');
  return (
    `export function ${name}(handlers: ${word}Handlers, ${options}): ${imports.type(runtime, 'FetchHandler')} {\n` +
    `  return ${create}(${info}, webhooks, handlers, options);\n}\n`
  );
}

function senderInterface({ service, word, imports, modules }: File): string {
  const methods = service.webhooks.map((webhook) => {
    const [input, result] = typesOf(webhook, modules);
    const parameters = [
      `input${isInputOptional(webhook) ? '?' : ''}: ${input}`,
      `options?: ${imports.type(modules.runtime, 'SendOptions')}`,
    ];
    return operationDoc(webhook, '  ') + methodSignature(identifier(webhook.name), parameters, `${imports.global('Promise')}<${result}>`);
  });
  const doc = docComment([`Sends webhooks of ${service.title} to one receiver, each once.`]);
  return `${doc}export interface ${word}Sender {\n${methods.join('')}}\n`;
}

function senderFunction(name: string, info: string, file: File): string {
  const { service, word, imports, modules } = file;
  const { runtime, operations } = modules;
  const send = imports.value(runtime, 'sendWebhook');
  const methods = service.webhooks.map((webhook) => {
    const row = imports.value(operations, webhook.name);
    const input = isInputOptional(webhook) ? 'input ?? {}' : 'input';
    const signature = signatureOf(webhook, file) ?? 'undefined';
    return `    ${identifier(webhook.name)}: (input, options) => ${send}(sender, ${row}, ${signature}, ${input}, options),\n`;
  });
  return (
    `export function ${name}(options: ${imports.type(runtime, 'WebhookSenderOptions')}): ${word}Sender {\n` +
    `  const sender = ${imports.value(runtime, 'createWebhookSender')}(${info}, options);\n` +
    `  return {\n${methods.join('')}  };\n}\n`
  );
}

/** The signatures and the rows. */
function constants(file: File): string[] {
  const { service, imports, modules, signatures } = file;
  const made = service.webhooks.flatMap((webhook) => {
    const { signature } = webhook;
    const name = signatureOf(webhook, file);
    if (signature === undefined || name === undefined || name !== `${webhook.name}Signature`) return [];
    const [factory, facts] = factoryOf(signature);
    return [`const ${name} = /* @__PURE__ */ ${imports.value(modules.runtime, factory)}(${jsonLiteral(facts)});\n`];
  });
  const rows = service.webhooks.map((webhook) => {
    const signature = signatureOf(webhook, file);
    return `  ${routeRow(webhook, modules, ...(signature === undefined ? [] : [`signature: ${signature}`]))},\n`;
  });
  const type = imports.type(modules.runtime, 'WebhookRoute');
  return [...(signatures.size === 0 ? [] : [made.join('')]), `const webhooks: readonly ${type}[] = [\n${rows.join('')}];\n`];
}

function factoryOf(signature: WebhookSignature): readonly [string, object] {
  const { scheme, ...facts } = signature;
  switch (scheme) {
    case 'hmac-hex':
      return ['hmacHexSignature', facts];
    case 'timestamped':
      return ['timestampedSignature', facts];
    case 'standard':
      return ['standardSignature', facts];
  }
}

function typesOf(webhook: Webhook, { imports, operations }: RouteModules): readonly [string, string] {
  return [imports.type(operations, `${webhook.typeName}Input`), imports.type(operations, `${webhook.typeName}Result`)];
}
