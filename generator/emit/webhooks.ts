// The webhooks of a service to `webhooks.ts`: handlers for who receives them, methods for who sends them, and one list of rows for both.
import type { Service, Webhook } from '../model/service.ts';
import { docComment, generatedBy, identifier, jsonLiteral } from './escape.ts';
import { createImports, type Imports } from './imports.ts';
import { namesOf } from './names.ts';
import { methodSignature, operationDoc } from './operation-types.ts';
import type { EmitOptions } from './options.ts';
import { routeFields, routeRow } from './routes.ts';

export function emitWebhooks(service: Service, options: EmitOptions): string {
  const names = namesOf(service);
  const { runtime, importExtension } = options;
  const [types, operations, validators] = ['types', 'operations', 'validators'].map((file) => `./${file}${importExtension}`) as [
    string,
    string,
    string,
  ];
  const word = `${service.name}Webhook`;
  const [receiver, sender] = [identifier(`create${word}Receiver`), identifier(`create${word}Sender`)];
  const imports = createImports({
    types,
    taken: names.taken,
    own: new Set([types, operations]),
    declared: new Set([`${word}Handlers`, `${word}Sender`, receiver, sender, 'webhooks', 'handlers', 'options', 'input']),
  });
  const use = (type: string): string => imports.type(runtime, type);
  const modules = { imports, runtime, operations, validators };

  const handlers = service.webhooks.map((webhook) => {
    const [input, result] = signature(webhook, imports, operations);
    const answer = `${result} | ${imports.global('Promise')}<${result}>`;
    const parameters = [`input: ${input}`, `context: ${use('WebhookContext')}`];
    return operationDoc(webhook, '  ') + methodSignature(`${identifier(webhook.name)}?`, parameters, answer);
  });
  const methods = service.webhooks.map((webhook) => {
    const [input, result] = signature(webhook, imports, operations);
    const type = `${imports.global('Promise')}<${use('WebhookDelivery')}<${result}>>`;
    return operationDoc(webhook, '  ') + methodSignature(identifier(webhook.name), ['url: string', `input: ${input}`], type);
  });
  const send = imports.value(runtime, 'createWebhookSender');
  const rows = service.webhooks.map((webhook) => routeRow(rowFields(webhook, modules), webhook, modules));
  const parts = [
    `${docComment([`What a receiver of ${service.title}'s webhooks does.`])}export interface ${word}Handlers {\n${handlers.join('')}}\n`,
    `${docComment([`A way to send ${service.title}'s webhooks.`])}export interface ${word}Sender {\n${methods.join('')}}\n`,
    `export function ${receiver}(handlers: ${word}Handlers, options: ${use('WebhookReceiverOptions')}): ${use('FetchHandler')} {\n` +
      `  return ${imports.value(runtime, 'createWebhookReceiver')}(webhooks, handlers, options);\n}\n`,
    `export function ${sender}(options: ${use('WebhookSenderOptions')}): ${word}Sender {\n` +
      `  return ${send}<${word}Sender>(webhooks, options);\n}\n`,
    `const webhooks: readonly ${use('WebhookRoute')}[] = [\n${rows.join('')}];\n`,
  ];
  return [`${generatedBy(service.id)}${imports.text()}`, ...parts].join('\n');
}

function signature(webhook: Webhook, imports: Imports, operations: string): readonly [string, string] {
  return [imports.type(operations, `${webhook.typeName}Input`), imports.type(operations, `${webhook.typeName}Result`)];
}

function rowFields(webhook: Webhook, modules: Parameters<typeof routeFields>[1]): string[] {
  const fields = routeFields(webhook, modules);
  return webhook.signature === undefined ? fields : [...fields, `signature: ${jsonLiteral(webhook.signature)}`];
}
